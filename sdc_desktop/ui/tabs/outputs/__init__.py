"""The tab Output checking."""
