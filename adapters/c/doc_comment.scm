; /* Says what follows. */    // Says what follows.
(comment) @doc.before
