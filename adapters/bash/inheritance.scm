; A script has no classes.
