"""What a result says, once: window, report and command line show the same blocks."""
