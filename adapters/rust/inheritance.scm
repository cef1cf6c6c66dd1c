; trait T: A + b::B + C<X> {}
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @extends))
(trait_item bounds: (trait_bounds (generic_type type: (_) @extends type_arguments: (_) @arguments)))
(trait_item bounds: (trait_bounds (higher_ranked_trait_bound type: (_) @extends)))

; impl T for S {}    impl a::T<X> for S {}
(impl_item trait: [(type_identifier) (scoped_type_identifier)] @implements body: (_))
(impl_item trait: (generic_type type: (_) @implements type_arguments: (_) @arguments) body: (_))
