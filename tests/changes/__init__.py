"""Tests of what a change of files means for symbols."""
