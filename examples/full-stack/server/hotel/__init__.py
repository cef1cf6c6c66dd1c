"""The hotel's back end."""
