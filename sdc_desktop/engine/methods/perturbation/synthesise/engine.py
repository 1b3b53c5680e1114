"""Synthetic records: each variable is drawn from a tree on the variables before it (Reiter 2005).

The records are put into an order of their own values first, and values of a leaf are drawn in the order of
the values, so that neither the order of the file nor the names of categories matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.perturbation.synthesise import SynthesiseParams
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector
from sdc_desktop.engine.microdata.synthetic.cart import Predictor, grow
from sdc_desktop.engine.microdata.synthetic.columns import (
    Column,
    check_categories,
    grouped,
    read_column,
    smoothed,
)
from sdc_desktop.engine.microdata.synthetic.disclosure import (
    Disclosure,
    disclosure,
    disclosure_reasons,
    largest_shares,
    replicated,
)
from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.secret_stream import stream
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.engine.verdict import NOTHING_REQUIRED, Limits, Reason, reserved, unjudged

PURPOSE = "synthesise"  # of the draws
STEP = "synthesising"
MOST_CATEGORIES = 300
LEAST_GAIN = 1e-8  # of a split, as a share of the impurity of all records: less is rounding
NEVER = (*NEVER_RELEASED, "weight", "household")  # roles that are not released


@dataclass(frozen=True)
class SynthesisCounts:
    """The variables in the order of drawing, with the records in the order of their values; ``keys`` and
    ``targets``: what disclosure is measured on.
    """

    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    targets: tuple[str, ...]
    records: int


@dataclass(frozen=True)
class SynthesisResult:
    """What was drawn. ``records``: of the file; ``released``; ``held_back``: records that were not used.
    ``replicated``: drawn records equal to an original that is unique in all variables; ``dropped``: how many
    of them were omitted. ``ways``: by variable how it was drawn. ``distance``: by variable half the sum of
    absolute differences of shares; ``pairs_mean`` and ``pairs_largest``: the same over tables of two.
    """

    records: int
    released: int
    held_back: int
    replicated: int
    dropped: int
    ways: Mapping[str, str]
    keys: tuple[str, ...]
    distance: Mapping[str, float]
    pairs_mean: float
    pairs_largest: float
    disclosure: Disclosure
    risks: Mapping[str, float]
    notes: tuple[Problem, ...]
    drawn: Mapping[str, tuple[Integers, tuple[str, ...]]] = field(
        metadata=REDACTED, repr=False, compare=False
    )


def check(params: SynthesiseParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    data, problems = source.data, []
    named = {
        "order": params.order or (),
        "method": tuple(params.method),
        "smooth": params.smooth or (),
        "key_variables": params.key_variables or (),
        "targets": params.targets or (),
        "predictors": (*params.predictors, *(name for one in params.predictors.values() for name in one)),
    }
    for key, names in named.items():
        for name in names:
            where = Place(key=f"params.{key}", variable=name)
            if name not in data.names:
                problems.append(error("plan.unknown_variable", where, name=name))
            elif data.variable(name).role in NEVER:
                problems.append(error("synthesise.not_released", where, name=name))
    if problems:
        return tuple(problems)
    order = order_of(params, data)
    if len(order) < 1:
        problems.append(error("synthesise.no_variables", Place(key="params.method")))
    for name, earlier in params.predictors.items():
        where = Place(key=f"params.predictors.{name}", variable=name)
        later = [one for one in earlier if one not in order or order.index(one) >= order.index(name)]
        if name not in order or later:
            problems.append(error("synthesise.later_predictor", where, name=name, names=tuple(later)))
    for name in params.smooth or ():
        if data.variable(name).level != "continuous":
            where = Place(variable=name)
            by_code = code_in_numbers(data.variable(name), where)
            problems.append(by_code or error("synthesise.smooth_numbers", where, name=name))
    return tuple(problems)


def order_of(params: SynthesiseParams, data: Microdata) -> tuple[str, ...]:
    """The variables in the order in which they are drawn."""
    may = [
        one
        for one in data.variables
        if one.role not in NEVER and params.method.get(one.name, "cart") != "keep_out"
    ]
    rest = [one.name for one in may if one.role != "sensitive"]
    rest += [one.name for one in may if one.role == "sensitive"]
    named = [name for name in params.order or () if name in rest]
    return tuple(dict.fromkeys((*named, *rest)))


def counts(params: SynthesiseParams, source: Source, context: JobContext) -> SynthesisCounts:
    """Reads the variables. Raises :class:`Refused` for a variable of too many categories, or no numbers."""
    refuse_errors(check(params, source))
    data = source.data
    names = order_of(params, data)
    if not data.records:
        raise Refused([error("synthesise.no_records", Place())])
    columns = [read_column(data, name, context) for name in names]
    drawn = [one for one in columns if params.method.get(one.name, "cart") == "cart"]
    refuse_errors([problem for one in drawn if (problem := check_categories(one, MOST_CATEGORIES))])
    order = np.lexsort([one.codes for one in reversed(columns)])
    keys = _chosen(params.key_variables, names, data, "key")
    targets = _chosen(params.targets, names, data, "sensitive")
    return SynthesisCounts(tuple(one.taken(order) for one in columns), keys, targets, data.records)


def _chosen(named: Sequence[str] | None, names: Sequence[str], data: Microdata, role: str) -> tuple[str, ...]:
    given = [one.name for one in data.variables if one.role == role] if named is None else named
    return tuple(name for name in given if name in names)


def decide(params: SynthesiseParams, counted: SynthesisCounts, context: JobContext) -> SynthesisResult:
    """Draws the records from the job's secret. Raises :class:`Refused` without one, and Cancelled."""
    records = counted.records
    shuffled = stream(context, PURPOSE + "_held_back").permutation(records)
    kept_back = int(records * float(params.held_back)) if records > 1 else 0
    held_back, used = np.sort(shuffled[:kept_back]), np.sort(shuffled[kept_back:])
    training = [one.taken(used) for one in counted.columns]
    count = params.records or records
    codes = _drawn(params, training, count, context)
    released = {one.name: replace(one, codes=codes[one.name]) for one in training}
    copies = replicated(training, codes)
    stay = np.flatnonzero(~copies) if params.drop_replicated else np.arange(count)
    texts = _texts(params, training, codes, context)
    kept = {name: (column.taken(stay)) for name, column in released.items()}
    originals = {one.name: one for one in counted.columns}
    found = disclosure(
        originals,
        kept,
        counted.keys,
        counted.targets,
        used,
        held_back,
        lambda among, number: stream(context, PURPOSE + "_compared").choice(among, number),
        context.checkpoint,
    )
    distance, pairs = _distances(training, kept)
    return SynthesisResult(
        records=records,
        released=len(stay),
        held_back=len(held_back),
        replicated=int(copies.sum()),
        dropped=count - len(stay),
        ways={one.name: params.method.get(one.name, "cart") for one in training},
        keys=counted.keys,
        distance=distance,
        pairs_mean=float(np.mean(pairs)) if pairs else 0.0,
        pairs_largest=max(pairs, default=0.0),
        disclosure=found,
        risks=largest_shares(found),
        notes=(),
        drawn={name: (new[stay], known) for name, (new, known) in texts.items()},
    )


def _drawn(
    params: SynthesiseParams, training: Sequence[Column], count: int, context: JobContext
) -> dict[str, Integers]:
    """The codes of the synthetic records by variable, (count,)."""
    codes: dict[str, Integers] = {}
    for place, column in enumerate(training):
        context.progress(place / len(training), STEP)
        name = column.name
        rows = np.arange(len(column.codes))
        if params.proper:
            boot = stream(context, PURPOSE + "_resampled", name).uniforms(0, len(rows))
            rows = np.sort((boot * len(rows)).astype(np.int64))
        uniform = stream(context, PURPOSE, name).uniforms(0, count)
        chosen = params.predictors.get(name)
        before = [one for one in training[:place] if chosen is None or one.name in chosen]
        if not before or params.method.get(name, "cart") == "sample":
            nowhere = np.zeros(count, dtype=np.int64)
            codes[name] = _of_leaves(column.codes[rows], np.zeros(len(rows), np.int64), nowhere, uniform)
            continue
        predictors = [Predictor(one.codes[rows], codes[one.name], one.ordered) for one in before]
        codes[name] = _by_tree(params, column, rows, predictors, uniform, context)
    return codes


def _by_tree(
    params: SynthesiseParams,
    column: Column,
    rows: Integers,
    predictors: Sequence[Predictor],
    uniform: Vector,
    context: JobContext,
) -> Integers:
    """The codes drawn from the leaves of a tree; of numbers first whether they are missing, then the value.

    `rows` are the original records; `uniform` and the result have one entry per synthetic record.
    """
    own, least, cp = column.codes[rows], params.least_leaf, max(float(params.cp), LEAST_GAIN)
    if not column.is_number:
        leaves = grow(own, len(column.texts), predictors, least, cp, context.checkpoint)
        return _of_leaves(own, leaves.records, leaves.others, uniform)
    absent = column.missing[own]
    new = np.full(len(uniform), -1, dtype=np.int64)
    wanted = np.arange(len(uniform))
    if absent.any():
        leaves = grow(absent.astype(np.int64), 2, predictors, least, cp, context.checkpoint)
        draws = stream(context, PURPOSE + "_missing", column.name).uniforms(0, len(uniform))
        is_absent = _of_leaves(absent.astype(np.int64), leaves.records, leaves.others, draws) == 1
        here = np.flatnonzero(is_absent)
        codes = own[absent]
        new[here] = _of_leaves(
            codes, np.zeros(len(codes), np.int64), np.zeros(len(here), np.int64), uniform[here]
        )
        wanted = np.flatnonzero(~is_absent)
    there = np.flatnonzero(~absent)
    if len(wanted):
        narrowed = [Predictor(one.codes[there], one.others[wanted], one.ordered) for one in predictors]
        leaves = grow(column.numbers[own[there]], 0, narrowed, least, cp, context.checkpoint)
        new[wanted] = _of_leaves(own[there], leaves.records, leaves.others, uniform[wanted])
    return new


def _of_leaves(codes: Integers, leaf: Integers, wanted: Integers, uniform: Vector) -> Integers:
    """For each synthetic record the code of one of the donors of its leaf, in the order of their codes."""
    order = np.lexsort((codes, leaf))
    count = int(max(leaf.max(initial=0), wanted.max(initial=0))) + 1
    starts = np.searchsorted(leaf[order], np.arange(count + 1))
    size = np.diff(starts)[wanted]
    place = starts[wanted] + np.minimum((uniform * size).astype(np.int64), size - 1)
    drawn: Integers = codes[order[place]]
    return drawn


def _texts(
    params: SynthesiseParams, training: Sequence[Column], codes: Mapping[str, Integers], context: JobContext
) -> dict[str, tuple[Integers, tuple[str, ...]]]:
    """The codes and the texts that they index, by variable; smoothed numbers have texts of their own."""
    found = {}
    for column in training:
        new = codes[column.name]
        if column.name not in (params.smooth or ()):
            found[column.name] = (new, column.texts)
            continue
        normals = stream(context, PURPOSE + "_smoothed", column.name).normals(0, len(new))
        values = smoothed(column, new, normals)
        mark = "," if any("," in text for text in column.texts) else "."
        written = [
            column.texts[code] if np.isnan(value) else f"{value:.{column.decimals}f}".replace(".", mark)
            for value, code in zip(values.tolist(), new.tolist(), strict=True)
        ]
        texts, inverse = np.unique(np.array(written, dtype=object), return_inverse=True)
        found[column.name] = (inverse.astype(np.int64), tuple(texts.tolist()))
    return found


def _distances(
    training: Sequence[Column], released: Mapping[str, Column]
) -> tuple[dict[str, float], list[float]]:
    """The total variation distance of each variable, and of each pair."""
    sides = {one.name: (grouped(one, one.codes), grouped(one, released[one.name].codes)) for one in training}
    single = {name: _total_variation([side]) for name, side in sides.items()}
    pairs = [_total_variation([sides[a], sides[b]]) for a, b in combinations(sides, 2)]
    return single, pairs


def _total_variation(sides: Sequence[tuple[Integers, Integers]]) -> float:
    number, size = np.zeros(len(sides[0][0]), np.int64), 1
    other = np.zeros(len(sides[0][1]), np.int64)
    for ours, theirs in sides:
        width = 1 + int(max(ours.max(initial=0), theirs.max(initial=0)))
        number, other, size = number * width + ours, other * width + theirs, size * width
    if not len(number) or not len(other):
        return 0.0
    before = np.bincount(number, minlength=size) / len(number)
    return float(np.abs(before - np.bincount(other, minlength=size) / len(other)).sum() / 2)


def apply(
    result: SynthesisResult, counted: SynthesisCounts, source: Source, context: JobContext
) -> Microdata:
    """The synthetic records, with the drawn variables only."""
    data = source.data
    kept = [place for place, name in enumerate(data.names) if name in result.drawn]
    relation = data.relation.store.selected(data.relation, kept, context)
    data = replace(data, relation=relation, variables=tuple(data.variables[place] for place in kept))
    data = data.picked(np.zeros(result.released, dtype=np.int64), context)
    return data.replaced(dict(result.drawn), context)


def verdict(params: SynthesiseParams, result: SynthesisResult, limits: Limits) -> Iterator[Reason]:
    """The limits that were set, and records that come closer than originals are to one another."""
    bounds = {"attributed": params.tolerable_attribution, "replicated_uniques": params.tolerable_replicated}
    if not result.risks or all(limit is None for limit in bounds.values()):
        yield unjudged(NOTHING_REQUIRED)
    yield from disclosure_reasons(result.disclosure, result.risks, bounds)
    if result.replicated and not result.dropped:
        yield reserved("synthetic_replicated", number=result.replicated)


STAGES = Stages(check, counts, decide, apply, verdict)
