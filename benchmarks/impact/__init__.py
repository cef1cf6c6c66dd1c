"""How right impact of a diff is: changed symbols against another parser, tests named against tests that really fail."""
