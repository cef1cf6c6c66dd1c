; As in C.
