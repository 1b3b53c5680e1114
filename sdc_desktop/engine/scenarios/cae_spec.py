"""What a plan can say to a ``cae`` job."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.spec import Number, Spec

Weight = Annotated[Number, Field(ge=0)]
Bounds = tuple[Number | None, Number | None]  # None: nothing bounds the cell on that side


class CaeParams(Spec):
    """Alfalayleh & Brankovic 2014: how uncertain an intruder stays about a value, at every precision.

    The possible values are one of three: ``values`` with ``probabilities`` (equal ones where absent; with
    ``normalise`` weights of any sum); those of an ``attribute`` among the records that agree with what is
    ``known``, each record as likely or by the numbers of the variable ``weights``; or ``intervals`` of a
    table, each of whose values in steps of ``step`` is as likely: told with ``labels`` of their cells, or
    ``"input"`` for those of the table job named in the job's ``input``. ``known`` is values by variable (one
    case), or names of variables: then every combination of their values is a case. ``points`` asks for bounds
    from so many widths instead of the exact curve.
    """

    values: Annotated[tuple[Number, ...], Field(min_length=1)] | None = None
    probabilities: tuple[Weight, ...] | None = None
    normalise: bool = False
    attribute: str | None = None
    known: dict[str, str] | tuple[str, ...] = ()
    weights: str | None = None
    intervals: Literal["input"] | Annotated[tuple[Bounds, ...], Field(min_length=1)] | None = None
    labels: tuple[str, ...] | None = None
    step: Number = Field(default=1, gt=0)
    points: int | None = Field(default=None, ge=1, le=10_000)
