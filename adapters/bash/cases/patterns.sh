#!/usr/bin/env bash
# A sample that every pattern hits.

source ./lib.sh
. "$(dirname "$0")/other.sh"

LIMIT=10
readonly ROOT="/tmp"
declare -A colors
[ -n "$DEBUG" ] && level=2
if [ -z "$MODE" ]; then
  MODE=fast
fi

# Greets.
greet() {
  local name="$1" other
  local count
  if [[ -n "$name" ]] || ready; then
    return 1
  elif "known" "$name"; then
    count=$((count > 0 ? 1 : 2))
  else
    exit 2
  fi
  for item in a b; do continue; done
  for ((i = 0; i < 3; i++)); do break; done
  while read -r line; do
    echo "$line"
  done
  case "$name" in
    a | b) greet a ;;
    *) greet b ;;
  esac
  trap cleanup EXIT
  unset other
  echo "${LIMIT:-1}" "${colors[0]}" "$ROOT"
}

function cleanup {
  greet
}

greet "$@"
