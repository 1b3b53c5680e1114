"""SDC Desktop: statistical disclosure control with one window, one engine and one report."""

__version__ = "0.2.0"
