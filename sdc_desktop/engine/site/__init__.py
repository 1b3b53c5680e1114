"""Records that outgrow one machine: they are counted where they are, and a counts file travels.

``counting.count_plan`` counts a plan's data on an engine into a file (`engine/data/counts`).
``duckdb_engine`` is the reference of all engines.
"""
