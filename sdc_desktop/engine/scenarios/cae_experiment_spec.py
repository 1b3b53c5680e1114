"""What a plan can say to a ``cae_experiment`` job."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Technique = Literal["sampling", "query_restriction", "noise", "released"]
Size = Annotated[int, Field(ge=0)]
KnownEntry = Size | tuple[str, ...]


class DomainSteps(Spec):
    """A domain of evenly spaced values; values between two of them are rounded, halves up."""

    lowest: Number
    highest: Number
    step: Annotated[Number, Field(gt=0)]


class CaeExperimentParams(Spec):
    """Alfalayleh & Brankovic 2014, section 5: how uncertain intruders stay who know some attributes.

    ``parameters``: percents of the records (sampling), records a query (query restriction), percents of
    noise; the source's where absent. ``known``: numbers of known attributes (all sets of that size) or sets
    of them; all sizes where absent. ``attributes``: which can be known; the key variables where absent.
    ``queries`` and ``released`` are files; with them there is one case and nothing is drawn. ``likelihood``
    and ``matching`` are the second readings of noise addition. ``seed`` absent: the job's.
    """

    paths: ClassVar[tuple[str, ...]] = ("queries", "released")

    technique: Technique
    data: Literal["data", "synthetic"] = "data"
    attribute: str | None = None
    domain: DomainSteps | Annotated[tuple[Number, ...], Field(min_length=1)] | None = None
    attributes: tuple[str, ...] | None = None
    known: tuple[KnownEntry, ...] | None = None
    parameters: tuple[Annotated[Number, Field(gt=0)], ...] | None = None
    repeats: int = Field(default=30, ge=1, le=1000)
    seed: int | None = Field(default=None, ge=0)
    likelihood: Literal["uniform", "binomial"] = "uniform"
    matching: Literal["original", "released"] = "original"
    queries: str | None = Field(default=None, min_length=1)
    released: str | None = Field(default=None, min_length=1)
