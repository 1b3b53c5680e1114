"""The tab Microdata: which codings to release."""
