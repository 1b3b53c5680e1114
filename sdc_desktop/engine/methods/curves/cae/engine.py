"""Risk curves (confidential attribute equivocation) of pasted values, a variable, a table's intervals.

Alfalayleh & Brankovic 2014. Each case is a person or a cell that an intruder searches for. With several
cases, H is averaged over them at every width with equal weights, and so is A; the most exposed case comes
first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.equivocation import (
    MOST_EXACT,
    Curve,
    equivocation,
    mean_curve,
    uniform_curve,
)
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.curves.attributes import unknown_variables
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae.possible import (
    Cases,
    Evenly,
    Possible,
    from_attribute,
    from_intervals,
    from_values,
    known_names,
    problems,
)
from sdc_desktop.engine.methods.curves.cae.table_intervals import with_intervals_of
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, note, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict_records import measured_only


@dataclass(frozen=True)
class CaeCounts:
    """The possible values of every case, and the records or intervals excluded."""

    kind: str  # values, attribute or intervals
    attribute: str | None
    found: Cases

    @property
    def cases(self) -> tuple[Possible, ...]:
        """The cases, in the order of the input."""
        return self.found.cases


@dataclass(frozen=True)
class CaeCase:
    """One of several cases, number ``number`` (from 1) in the order of the input. ``records``: how many
    records it is, ``interval``: its bounds, ``label``: its cell; None where it has none. ``known`` are values
    of respondents.
    """

    number: int
    label: str | None
    records: int | None
    interval: tuple[float, float] | None
    h0: float
    eps_max: float
    area: float
    known: tuple[str, ...] = field(metadata=REDACTED, repr=False)


@dataclass(frozen=True)
class CaeResult:
    """The risk curve, its area A and its cases.

    ``steps`` are pairs of a precision and h: each h, in bits, holds from its precision on. A is in bits times
    the attribute's unit. ``area`` is within ``area_lower`` and ``area_upper``, which are equal where
    ``exact``. ``cases`` is empty for a single one.
    """

    kind: str
    attribute: str | None
    known: tuple[str, ...]
    weights: str | None
    records: int | None
    left_out: int
    values: int
    steps: tuple[tuple[float, float], ...]
    h0: float
    eps_max: float
    area: float
    area_lower: float
    area_upper: float
    exact: bool
    cases: tuple[CaeCase, ...]
    notes: tuple[Problem, ...]
    curve: Curve = field(metadata=REDACTED, repr=False, compare=False)
    curves: tuple[Curve, ...] = field(metadata=REDACTED, repr=False, compare=False)
    """Those of the cases, in their order; of the single one where there is one."""


def check(params: CaeParams, source: Source | None) -> tuple[Problem, ...]:
    """What can be refused before any record is read; only an attribute needs a source."""
    data = None if source is None else source.data
    return tuple(_problems(params, data))


def _problems(params: CaeParams, data: Microdata | None) -> Iterator[Problem]:
    yield from problems(params, data)
    if params.values is not None or params.intervals is not None or data is None:
        return
    attribute = attribute_of(params, data)
    if attribute is not None:
        yield from unknown_variables([attribute], data, "params.attribute")
    if params.weights is not None:
        yield from unknown_variables([params.weights], data, "params.weights")
        if params.weights in (attribute, *known_names(params)):
            where = Place(key="params.weights", variable=params.weights)
            yield error("cae.weights_taken", where, name=params.weights)
    yield from unknown_variables(known_names(params), data, "params.known")
    if attribute in known_names(params):
        yield error("cae.attribute_known", Place(key="params.known", variable=attribute), name=attribute)
    if len(set(known_names(params))) < len(known_names(params)):
        yield error("cae.doubled", Place(key="params.known"))


def attribute_of(params: CaeParams, data: Microdata | None) -> str | None:
    """The attribute given, else the only sensitive variable; None where neither is."""
    if params.attribute is not None or data is None:
        return params.attribute
    sensitive = data.with_role("sensitive")
    return sensitive[0].name if len(sensitive) == 1 else None


def counts(params: CaeParams, source: Source | None, context: JobContext) -> CaeCounts:
    """The possible values of every case, from one pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    if params.values is not None:
        return CaeCounts("values", None, Cases(from_values(params)))
    if params.intervals == "input":
        raise Refused(error("cae.input_no_table", Place(key="params.intervals")))
    if params.intervals is not None:
        return CaeCounts("intervals", None, from_intervals(params))
    assert source is not None
    attribute = attribute_of(params, source.data)
    assert attribute is not None
    context.progress(0.0, "counting")
    return CaeCounts("attribute", attribute, from_attribute(params, attribute, source.data, context))


def foresee(params: CaeParams, counted: CaeCounts, context: JobContext) -> tuple[Problem, ...]:
    """The notes of the result, in milliseconds."""
    return tuple(_notes(params, counted))


def decide(params: CaeParams, counted: CaeCounts, context: JobContext) -> CaeResult:
    """The curve of every case and their mean: seconds for a thousand different values. Raises Cancelled."""
    computed: dict[tuple[int, float], Curve] = {}
    curves = []
    for place, case in enumerate(counted.cases):
        part = context.within(place / len(counted.cases), (place + 1) / len(counted.cases))
        curves.append(_curve(case, params.points, computed, part))
    found = mean_curve(curves)
    ordered = sorted(range(len(curves)), key=lambda place: (curves[place].area, curves[place].h0, place))
    numbers = [case.records for case in counted.cases if case.records is not None]
    cases = [_case(place, counted.cases[place], curves[place]) for place in ordered]
    return CaeResult(
        kind=counted.kind,
        attribute=counted.attribute,
        known=known_names(params),
        weights=params.weights,
        records=sum(numbers) if numbers else None,
        left_out=counted.found.left_out,
        values=max(_size(case) for case in counted.cases),
        steps=tuple(zip(found.widths.tolist(), found.entropies.tolist(), strict=True)),
        h0=found.h0,
        eps_max=found.eps_max,
        area=found.area,
        area_lower=found.area_lower,
        area_upper=found.area_upper,
        exact=found.exact,
        cases=tuple(cases) if len(cases) > 1 else (),
        notes=tuple(_notes(params, counted)),
        curve=found,
        curves=tuple(curves[place] for place in ordered),
    )


def apply(result: CaeResult, counted: CaeCounts, source: Source, context: JobContext) -> Microdata:
    """A curve measures and makes no records. Raises :class:`Refused`."""
    raise Refused(no_records())


def _curve(
    case: Possible, points: int | None, computed: dict[tuple[int, float], Curve], context: JobContext
) -> Curve:
    if not isinstance(case.of, Evenly):
        return equivocation(case.of, context, points=points)
    context.checkpoint()
    key = (case.of.count, case.of.step)
    if key not in computed:
        computed[key] = uniform_curve(*key)
    return computed[key]


def _case(place: int, case: Possible, curve: Curve) -> CaeCase:
    interval = (case.of.lowest, case.of.highest) if isinstance(case.of, Evenly) else None
    return CaeCase(
        place + 1, case.label, case.records, interval, curve.h0, curve.eps_max, curve.area, case.known
    )


def _size(case: Possible) -> int:
    return case.of.count if isinstance(case.of, Evenly) else len(case.of.values)


def _notes(params: CaeParams, counted: CaeCounts) -> Iterator[Problem]:
    found = counted.found
    if found.left_out:
        where = Place(key="params.attribute", variable=counted.attribute)
        yield note("cae.left_out", where, number=found.left_out)
    if found.unweighted:
        where = Place(key="params.weights", variable=params.weights)
        yield note("cae.unweighted", where, number=found.unweighted)
    if found.unbounded:
        yield note("cae.unbounded", Place(key="params.intervals"), number=found.unbounded)
    drawn = [case.of for case in counted.cases if not isinstance(case.of, Evenly)]
    bounded = [of for of in drawn if params.points is not None or len(of.values) > MOST_EXACT]
    if bounded:
        yield note("cae.bounded", Place(key="params.points"), number=len(bounded))


STAGES = Stages(check, counts, decide, apply, measured_only, foresee=foresee, with_cells=with_intervals_of)
