"""Risk in the population that a file is a sample of: log-linear models, models of uniqueness, tables."""
