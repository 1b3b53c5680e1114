"""One state machine for the settings of a form and their result, used by all tabs."""
