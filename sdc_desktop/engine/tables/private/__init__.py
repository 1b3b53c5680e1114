"""Counts with noise of differential privacy: exact draws, and what a budget permits."""
