"""Cells of equal definition in several tables: counts behind, joint systems, differences."""
