"""The texts of one finding on outputs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Marks: a noun phrase, a sentence with the figures, and a remedy for the researcher."""

    name: str
    why: str
    remedy: str
