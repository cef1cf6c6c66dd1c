; source lib.sh    . "$(dirname "$0")/lib.sh"    load test_helper
(command
  name: (command_name) @_source
  . argument: (_) @module
  (#any-of? @_source "source" "." "load" "bats_load_library")) @import.bare
