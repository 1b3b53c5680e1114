"""Records that outgrow one machine: they are counted where they are, and a counts file travels.

``counting.count_plan`` counts a plan's data on an engine into a file; ``counts_file.open_counts``
reads one, strictly; ``description`` says what is in it. ``duckdb_engine`` is the reference of all engines.
"""
