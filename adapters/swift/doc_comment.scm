; /// Says what follows.    /** Says what follows. */
((comment) @doc.before (#match? @doc.before "^///"))
((multiline_comment) @doc.before (#match? @doc.before "^/[*][*]"))
