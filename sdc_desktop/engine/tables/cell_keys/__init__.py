"""The cell key method: perturbation tables, the noise of counts, amounts and ratios, and its risk."""
