; // Says what follows.    /* Says what follows. */
(source_file (comment) @doc.before)
(type_declaration (comment) @doc.before)
(const_declaration (comment) @doc.before)
(var_spec_list (comment) @doc.before)
(field_declaration_list (comment) @doc.before)
(interface_type (comment) @doc.before)

; What stands before the package clause speaks of the package.
(package_clause) @doc.unit
