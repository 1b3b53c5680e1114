"""The two sentences of a reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """``internal`` may have every figure of the reason, ``external`` only names of variables and jobs, and
    shares; ``one`` is the internal sentence where the figure ``number`` is 1.
    """

    internal: str
    external: str
    one: str = ""
