"""The tab Microdata on real widgets."""
