; A script has none.
