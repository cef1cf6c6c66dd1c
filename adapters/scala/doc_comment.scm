; /** Says what follows. */
(block_comment) @doc.before
