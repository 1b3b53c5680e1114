"""The card Release: what was checked, the files to export, and what they will contain."""
