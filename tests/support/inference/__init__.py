"""Pairs of an original and a released file for the inference audit."""
