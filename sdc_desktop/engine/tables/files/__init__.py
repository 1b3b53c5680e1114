"""Files of tau-ARGUS: reading and saving."""
