"""The tab Microdata: which levels to release."""
