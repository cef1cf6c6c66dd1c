; /// Says what follows.    /** Says what follows. */
(line_comment outer: (_)) @doc.before
(block_comment outer: (_)) @doc.before

; //! Says what it stands in.    /*! Says what it stands in. */
(line_comment inner: (_)) @doc.inside
(block_comment inner: (_)) @doc.inside
