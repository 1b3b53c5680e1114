"""The inference audit of a released file: which protected values it reveals.

The file is attacked with itself. What other released values reveal of a protected one counts as released, and
the classes are judged on what an intruder ends up with. The originals only keep the score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.inference.columns import Integers, PairedColumn, PairedRecords
from sdc_desktop.engine.inference.filled_classes import ClassesAfter, classes_after, filled_codes
from sdc_desktop.engine.inference.names import ORDER
from sdc_desktop.engine.inference.order import (
    OrderRevealed,
    recoded_in_order,
    revealed_by_numbers,
    revealed_by_order,
)
from sdc_desktop.engine.inference.outliers import OutlierRecognised, outliers_in
from sdc_desktop.engine.inference.relations import NumbersRevealed, numbers_revealed
from sdc_desktop.engine.inference.together import DrawsTogether
from sdc_desktop.engine.inference.values import FilledCells, ValuesRevealed, values_revealed
from sdc_desktop.engine.plan_secrets import REDACTED


@dataclass(frozen=True)
class Drawn:
    """What the draws of the records of one number ``by`` (a household) reveal of a variable together: its
    ``texts``, to which the draws refer.
    """

    by: str
    draws: DrawsTogether
    texts: Sequence[str] = field(metadata=REDACTED, repr=False, compare=False)


@dataclass(frozen=True)
class Required:
    """What was required of a file: the least class size ``k`` (0: none); what its methods are known to have
    drawn: the standard deviation of the noise (``sigmas``) and draws for one value (``drawn``), by variable.
    ``in_order``: the records keep the order read. ``persons`` of the records, where they have several.
    """

    k: int = 0
    sigmas: Mapping[str, float] = field(default_factory=dict)
    drawn: Mapping[str, Drawn] = field(default_factory=dict)
    in_order: bool = True
    persons: RecordPersons | None = None


@dataclass(frozen=True)
class RevealedValues:
    """A ``variable``, its ``protected`` values, ``kind``: suppressed, recoded or perturbed. ``by``: of the
    variables that reveal it those that reveal most, with what they fill in (``filled``) and what is
    ``right`` of that.
    """

    variable: str
    kind: str
    protected: int
    filled: int = 0
    right: int = 0
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inference:
    """What ``records`` released beside their originals reveal. ``values``: of each protected variable.
    ``classes``: on the key variables once what follows is filled in; None without them. ``criteria``:
    those that are met as released and not once it is. ``unknown``: variables that could not be audited.
    ``in_order``: recoded variables that the records are still sorted by.
    ``texts``: of filled variables a code (records,) for each record, and the texts that codes mean.
    """

    records: int
    values: tuple[RevealedValues, ...] = ()
    numbers: tuple[NumbersRevealed, ...] = ()
    outliers: Mapping[str, OutlierRecognised] = field(default_factory=dict)
    order: tuple[OrderRevealed, ...] = ()
    classes: ClassesAfter | None = None
    criteria: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    in_order: tuple[str, ...] = ()
    texts: Mapping[str, tuple[Integers, Sequence[str]]] = field(
        default_factory=dict, metadata=REDACTED, repr=False, compare=False
    )


def inference_of(records: PairedRecords, required: Required, context: JobContext) -> Inference:
    """Attack released records with one another. Raises Cancelled."""
    revealed = values_revealed(records, context.within(0.0, 0.5))
    numbered = _with_order(records) if required.in_order else records
    numbers = numbers_revealed(numbered, context.within(0.5, 0.7))
    further = {one.variable: FilledCells.true(records.column(one.variable), one.cells) for one in numbers}
    further |= {name: _drawn_cells(records.column(name), one) for name, one in required.drawn.items()}
    codes = filled_codes(records, revealed, further)
    by_numbers = revealed_by_numbers(records, context)
    return Inference(
        records=records.records,
        values=tuple(
            _with_numbers(_revealed_values(revealed, one.name, required.drawn.get(one.name)), by_numbers)
            for one in revealed.variables
        ),
        numbers=numbers,
        outliers=outliers_in(records, required.sigmas, context.within(0.7, 0.8)),
        order=revealed_by_order(records, context) if required.in_order else (),
        in_order=recoded_in_order(records, context) if required.in_order else (),
        classes=classes_after(
            records,
            revealed,
            required.k,
            context.within(0.8, 1.0),
            further=further,
            persons=required.persons,
        ),
        texts={name: (found, records.column(name).texts) for name, found in codes.items()},
    )


def _drawn_cells(column: PairedColumn, drawn: Drawn) -> FilledCells:
    """The cells that draws together fill in."""
    place_of = {text: place for place, text in enumerate(column.texts)}
    places = np.array([place_of.get(text, -1) for text in drawn.texts], dtype=np.int64)
    rows = np.flatnonzero(drawn.draws.values >= 0)
    codes = places[drawn.draws.values[rows]]
    rows, codes = rows[codes >= 0], codes[codes >= 0]
    return FilledCells(rows, codes, codes == column.original[rows])


def _revealed_values(revealed: ValuesRevealed, name: str, drawn: Drawn | None) -> RevealedValues:
    own = next(one for one in revealed.variables if one.name == name)
    rule = revealed.most_telling(name)
    if drawn is not None and drawn.draws.right > (0 if rule is None else rule.right):
        draws = drawn.draws
        return RevealedValues(name, own.kind, draws.records, draws.filled, draws.right, (drawn.by,))
    if rule is None:
        return RevealedValues(name, own.kind, own.protected)
    return RevealedValues(name, own.kind, own.protected, rule.filled, rule.right, rule.sources)


def _with_numbers(own: RevealedValues, orders: Sequence[OrderRevealed]) -> RevealedValues:
    """What is revealed of a variable, or what the order of a released number reveals where that is more."""
    best = max(
        (one for one in orders if one.variable == own.variable), key=lambda one: one.follow, default=None
    )
    if best is None or best.follow <= own.right:
        return own
    return replace(own, filled=best.follow + best.wrong, right=best.follow, by=(best.by,))


def _with_order(records: PairedRecords) -> PairedRecords:
    """The records with their number as one more released number."""
    places = np.arange(records.records)
    column = PairedColumn(
        name=ORDER,
        role="other",
        level="continuous",
        texts=("",) * records.records,
        original=places,
        released=places,
        absent=np.zeros(records.records, dtype=np.bool_),
        numbers=places.astype(np.float64),
    )
    return PairedRecords(records.records, (*records.columns, column))
