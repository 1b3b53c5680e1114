"""Files of other software: read into texts with their types and labels, and written back with them."""
