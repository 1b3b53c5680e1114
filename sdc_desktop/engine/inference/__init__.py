"""What a released file reveals: it is attacked with itself, and the original only keeps the score."""
