#!/bin/bash
# Statements that the other sample does not have.
later() {
  if test -n "$1"; then
    return 1
  fi
  [[ $1 =~ ^a ]]
  type git
  let count=1
  case $1 in
    a) echo "$count" ;;
    *) wait ;;
  esac
  return 0
}
