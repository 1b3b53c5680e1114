"""Qt models: they hold arrays and records where those are, never copies of them."""
