"""Outputs that a researcher submits for release: read, tables found, judged, decided on and packaged."""
