"""What a released file gives away: it is attacked with itself, and the original only keeps the score."""
