; # above
(comment) @doc.before
