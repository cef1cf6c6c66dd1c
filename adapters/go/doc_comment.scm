; // Says what follows.    /* Says what follows. */
(comment) @doc.before

; What stands before the package clause speaks of the package.
(package_clause) @doc.unit
