; @d    @m.d    @d(1)
(decorator (_) @decorator)
