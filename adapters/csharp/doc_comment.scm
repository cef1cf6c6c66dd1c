; /// <summary>Says what follows.</summary>
(comment) @doc.before
