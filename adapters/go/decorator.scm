; There are none.
