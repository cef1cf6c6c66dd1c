"""The embedding providers that come with codegraph, one a file."""
