"""The four tabs. They do not know one another."""
