"""Data comes in once: readers and writers (one file a format), microdata, hierarchies' input, key counts."""
