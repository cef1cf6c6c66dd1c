; C has no bases.
