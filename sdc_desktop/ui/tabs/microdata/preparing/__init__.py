"""The card Prepare: actions that make the records fit for the work, tried on the real records."""
