"""Files of tau-ARGUS, read and written."""
