; /** ... */
(comment) @doc.before
