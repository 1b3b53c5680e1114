"""One state machine for the question of a form, used by all tabs."""
