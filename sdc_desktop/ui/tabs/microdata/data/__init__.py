"""The cards File and Roles: what the file is, and how its variables are treated."""
