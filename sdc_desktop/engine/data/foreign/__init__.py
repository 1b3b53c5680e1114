"""Files of other software, read into texts with their types and labels, and saved with them again."""
