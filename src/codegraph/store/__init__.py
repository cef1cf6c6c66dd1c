"""Phase 6: publishes a graph and its vectors as whole generations, and reads them back."""
