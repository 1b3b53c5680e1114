"""How many counted combinations the driver of a cluster may hold, and of how many records it may draw a
random order: refused before, not when memory has ended.
"""

from collections.abc import Sequence

from sdc_desktop.engine.problems import Place, Refused, error

_COUNTED = 32  # bytes of a text, and of a number of records: half in the table, half in what groups it
_WORKED_ON = 100  # the same where a job works on them; 900 bytes a combination of eight variables
_GIGABYTE = 2**30
_ORDERED = 48  # of a record in a random order: its draw, its place and the copies of these
_MOST_ORDERED = 2**27  # records of which one computer draws a random order


def refuse_beyond_memory(number: int, names: Sequence[str], memory: int, *, worked_on: bool) -> None:
    """Raises :class:`Refused` where `number` combinations of variables need more than `memory`, in bytes: to
    be counted, or, ``worked_on``, to be decided on as well.
    """
    needed = number * (len(names) + 1) * (_WORKED_ON if worked_on else _COUNTED)
    if needed > memory:
        figures = {"wanted": round(needed / _GIGABYTE, 1), "memory": round(memory / _GIGABYTE, 1)}
        where = Place(variable=names[0])
        raise Refused(error("site.too_many", where, number=number, names=tuple(names), **figures))


def most_ordered(memory: int) -> int:
    """Of how many records a random order can be drawn within `memory`, in bytes."""
    return min(_MOST_ORDERED, memory // _ORDERED)
