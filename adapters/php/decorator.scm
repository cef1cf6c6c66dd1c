; #[A(1)]    #[A\B]
(attribute [(name) (qualified_name)] @decorator)
