"""A tab that is still to come; its page says what it will do."""
