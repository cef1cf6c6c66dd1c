; /** Says what follows. */
(multiline_comment) @doc.before
