"""The questions and actions the product offers, each defined once: a request, an answer, a function ``run``.

The command line prints an answer, ``--json`` dumps it, the Python API hands it back.
"""
