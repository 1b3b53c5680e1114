"""The cards from the file to its release: what they show, and how steps are added, moved and removed."""
