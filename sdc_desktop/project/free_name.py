"""A free name: the one wanted, or the first of it with a number from 2."""

from collections.abc import Container


def free_name(name: str, taken: Container[str], between: str = "_") -> str:
    """The name, with a number after ``between`` where another has it."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}{between}{number}", number + 1
    return free
