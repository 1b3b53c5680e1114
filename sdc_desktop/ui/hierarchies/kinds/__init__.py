"""A small form for each kind of hierarchy."""
