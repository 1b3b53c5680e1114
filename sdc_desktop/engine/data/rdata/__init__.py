"""Files of R: `.rds` (one object), read and saved, and `.RData` (several by name), read; without R.

Source: "R Internals" (R Core Team), chapter "Serialization Formats", and what R 4.2 writes.
"""
