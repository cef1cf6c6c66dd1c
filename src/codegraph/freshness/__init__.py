"""Whether an index still tells of the files as they are: cheap looks, marks, and what a new generation changed."""
