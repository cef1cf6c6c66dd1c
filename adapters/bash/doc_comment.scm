; # Says what follows.
((comment) @doc.before (#not-match? @doc.before "^#!"))
