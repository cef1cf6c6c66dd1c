; --- Says what follows.
(comment) @doc.before
