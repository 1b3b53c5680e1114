"""How a plan says a table, its rules and its protection."""
