"""What stands between the braces of a message."""

import string


def placeholders(message: str) -> frozenset[str]:
    """The names of a message's placeholders."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(message) if name is not None)
