"""What is too long for the report: settings, cells, figures and results, as files beside it."""
