"""SDC Desktop: statistical disclosure control with one window, one engine and one report."""

__version__ = "1.0.0"
