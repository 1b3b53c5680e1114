"""The window: everything that knows Qt. It changes plans and shows results; it computes nothing itself."""
