"""What the cells of a table count or sum."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Response:
    """The records that cells count (``population``), or the variable that they sum (``value``; empty: records
    are counted), and the variable of the weights (empty: none).
    """

    population: str
    value: str = ""
    weight: str = ""
