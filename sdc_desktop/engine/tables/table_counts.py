"""The table of a ``table`` job, the contributions, and a-priori entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.secret_stream import KEY_PARTS
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import Built, Shadow, build
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable
from sdc_desktop.engine.tables.cell_keys.table_file import read_table
from sdc_desktop.engine.tables.cheapest_merge import cheapest_merge
from sdc_desktop.engine.tables.contributions import Contributions, Records
from sdc_desktop.engine.tables.contributors import weights_vary
from sdc_desktop.engine.tables.dimension import TOTAL, Dimension
from sdc_desktop.engine.tables.files.apriori import notes_on_cells, parse_hst, separator_of
from sdc_desktop.engine.tables.files.jj import Instance
from sdc_desktop.engine.tables.inline import OpenedTable, cell_at, open_table
from sdc_desktop.engine.tables.merged_cells import with_merged
from sdc_desktop.engine.tables.protection.suppression_problem import Vector
from sdc_desktop.engine.tables.question import Question, question_problems
from sdc_desktop.engine.tables.recomputed import GivenTotals
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.rules import Sensitivity, sensitivity
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec, MeanSpec, ShareSpec
from sdc_desktop.engine.tables.specs.protection import AdjustmentSpec, Protect, RedesignSpec, RoundingSpec
from sdc_desktop.engine.tables.specs.rules import DominanceSpec, RequestSpec, Rule, ThresholdSpec, places_of
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import AprioriEntry, TableParams
from sdc_desktop.engine.tables.table import Levels, Table, least_known


def read_apriori_entries(
    text: str, table: Table, file: str, separator: str | None = None
) -> tuple[tuple[AprioriEntry, ...], tuple[Problem, ...]]:
    """The entries, and warnings of lines without effect: of a kind not known here, about a cell not in the
    table, or before one with another status. Codes are matched without their padding; no code is the total.
    Raises :class:`Refused` for malformed lines.
    """
    dimensions = len(table.dimensions)
    notes_read, notes = parse_hst(text, dimensions, separator or separator_of(text, dimensions), file)
    own = [_bare(dimension) for dimension in table.dimensions]
    entries: list[AprioriEntry] = []
    unknown: list[str] = []
    statuses: dict[int, set[str | None]] = {}
    for entry in notes_read:
        cell = tuple(
            names.get(str(code).strip(), str(code)) for names, code in zip(own, entry.cell, strict=True)
        )
        if (place := table.find(cell)) is None:
            unknown.append(" / ".join(str(code) or TOTAL for code in entry.cell))
            continue
        entries.append(entry.model_copy(update={"cell": cell}))
        statuses.setdefault(place, set()).add(entry.status)
    several = [table.cell_name(place) for place, own in statuses.items() if len(own - {None}) > 1]
    return tuple(entries), (*notes, *notes_on_cells(unknown, several, file))


def _bare(dimension: Dimension) -> dict[str, str]:
    """Each code without its padding, and the empty one, which is the total in a-priori files."""
    bare = {label.strip(): label for label in dimension.places}
    return bare if dimension.total is None else {**bare, "": dimension.categories[dimension.total]}


Merges = Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class TableCounts:
    """A whole table. ``behind``: None for a given table; an instance has levels of its own."""

    table: Table
    behind: Contributions | None
    instance: Instance | None
    notes: tuple[Problem, ...] = ()
    keys: Integers | None = None  # of cells, for noise by cell key, in `key_parts` of 1
    key_parts: int = field(default=KEY_PARTS, kw_only=True)
    count_keys: Integers | None = field(
        default=None, kw_only=True
    )  # those of counts, where `keys` are others
    entries: tuple[AprioriEntry, ...] = field(default=(), kw_only=True)  # of the a-priori file, by own codes
    records: Records | None = field(default=None, kw_only=True)  # those counted
    costs: Vector | None = field(default=None, kw_only=True)  # of cells, of the variable named for it
    merges: Merges = field(default_factory=dict, kw_only=True)  # codes that became one, by variable
    missing: tuple[frozenset[str], ...] = field(default=(), kw_only=True)  # codes declared so, by dimension
    ptable: PerturbationTable | None = field(default=None, kw_only=True)  # of the file that the plan names
    below: Built | None = field(default=None, kw_only=True)  # the sums that are denominators of ratios
    codes: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)  # of the records, by dimension
    numbers: Integers | None = field(default=None, kw_only=True)  # of the records, in their file
    shadow: Shadow | None = field(default=None, kw_only=True)  # what the rules judge instead of the values
    without: int = field(default=0, kw_only=True)  # how many records are of nobody
    recomputed: GivenTotals = field(default_factory=dict, kw_only=True)
    varying: tuple[str, ...] = field(default=(), kw_only=True)  # over which numbers of persons do not add up


@dataclass(frozen=True)
class Judged:
    """Which cells are unsafe (by rule or by hand), how far to protect them, and which stay published.

    ``by_rule``: None where no rule could be applied. ``costs``: those set manually, NaN elsewhere.
    ``overruled``: unsafe by rule or by the table itself, but not by their manual status. ``lowered``: with
    manual protection levels below those that follow from the rules or the table. ``least``: what an intruder
    knows each cell to be at least, in units; ``least_stated``: the plan states it. ``set_to``: the status set
    by hand, by cell.
    """

    unsafe: Flags
    frozen: Flags
    levels: Mapping[int, Levels]
    by_rule: Sensitivity | None
    manual: Flags
    costs: Vector
    overruled: Flags
    lowered: Flags
    least: int = 0
    least_stated: bool = False
    set_to: Mapping[int, str] = field(default_factory=dict)


def question(params: TableParams) -> Question:
    """What will be built from records."""
    protect = params.protect if isinstance(params.protect, SuppressionSpec) else None
    keyed = params.protect if isinstance(params.protect, CellKeySpec) else None
    request = next((rule for rule in params.rules if isinstance(rule, RequestSpec)), None)
    return Question(
        params.dimensions,
        params.value,
        params.weight,
        params.contributor,
        None if protect is None else protect.waiver,
        () if protect is None else protect.waiver_codes,
        None if request is None else request.variable,
        () if request is None else request.codes,
        params.total_code,
        _merges(params),
        keyed is not None,
        keyed is not None and params.value is not None and keyed.zeros == "ignore",
        None if keyed is None else keyed.record_key,
        None if protect is None else protect.cost_variable,
        _denominator(params.protect),
        shadow=params.shadow,
        unit=params.published_unit,
        persons=params.count == "persons",
    )


def _denominator(protect: Protect | None) -> str | None:
    """The variable whose sums are denominators of ratios."""
    ratio = protect.ratio if isinstance(protect, CellKeySpec) else None
    return ratio.per if isinstance(ratio, MeanSpec) else None


def _merges(params: TableParams) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    if not isinstance(params.protect, RedesignSpec):
        return {}
    merge = params.protect.merge
    return {name: tuple(tuple(map(str, group)) for group in groups) for name, groups in merge.items()}


def table_problems(params: TableParams, source: Source) -> Iterator[Problem]:
    """What can be refused before any record is counted."""
    if params.table is None and not params.dimensions:
        yield error("table.no_table", Place(key="params.dimensions"))
    if params.table is not None and (params.dimensions or params.value or params.weight or params.shadow):
        yield error("table.two_tables", Place(key="params.table"))
    if params.published_unit is not None and not isinstance(params.protect, SuppressionSpec | None):
        yield error("table.published_unit", Place(key="params.published_unit"))
    yield from _count_problems(params, source)
    if params.table is None:
        yield from question_problems(question(params), source)
        yield from _method_problems(params)
        return
    if isinstance(params.protect, CellKeySpec):
        yield error("table.method_needs_records", Place(key="params.protect.method"))
    if params.table.rounded is not None:
        yield from _rounded_problems(params)
    try:
        opened = open_table(params.table, source.base, params.relations)
        if isinstance(params.protect, RedesignSpec):
            yield from _redesign_problems(params.protect, opened.table.names, given=True)
            if params.table.instance is not None:
                yield error("redesign.instance", Place(key="params.protect.method"))
                return
            opened = with_merged(opened, _merges(params))
    except Refused as refusal:
        yield from refusal.problems
        return
    if params.rules:
        yield from _rules_problems(params.rules, opened)
    gaps = ~opened.table.known & ~merged_away(opened.table, _merges(params))
    if gaps.any():
        number = int(gaps.sum())
        yield error("table.has_gaps", Place(key="params.table"), number=number)


def _rounded_problems(params: TableParams) -> Iterator[Problem]:
    """What cannot be done with a table of rounded values."""
    protect = params.protect
    if not isinstance(protect, SuppressionSpec | None):
        yield error("table.rounded_method", Place(key="params.protect.method"))
    if isinstance(protect, SuppressionSpec) and protect.link is not None:
        yield error("table.rounded_link", Place(key="params.protect.link"))
    if params.published_unit is not None:
        yield error("table.rounded_twice", Place(key="params.published_unit"))


def merged_away(table: Table, merges: Merges) -> Flags:
    """The cells (cells,) of a table that are not shown because their categories became one."""
    gone = np.zeros(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        codes = [code for group in merges.get(dimension.name, ()) for code in group]
        gone |= np.isin(table.codes[:, axis], [dimension.places[code] for code in codes])
    return gone


def _count_problems(params: TableParams, source: Source) -> Iterator[Problem]:
    """What prevents that persons are counted."""
    if params.count != "persons":
        return
    where = Place(key="params.count")
    if params.table is not None or params.value or params.weight or params.shadow:
        yield error("persons.count_alone", where)
    elif source.data.persons is None:
        yield error("persons.count_without_role", where)
    protect = params.protect
    if isinstance(protect, SuppressionSpec) and (protect.link is not None or protect.released):
        yield error("persons.not_linked", Place(key="params.protect.link"))


def _rules_problems(rules: tuple[Rule, ...], opened: OpenedTable) -> Iterator[Problem]:
    """Problems of rules: a given table can be judged only by the contributions in its file."""
    where = Place(key="params.rules")
    if opened.behind is None:
        code = "table.rules_need_records" if opened.read is None else "tauargus.no_frequencies"
        read = {} if opened.read is None else {"read": opened.read}
        yield error(code, where, **read)
        return
    looks_at = [rule for rule in rules if not isinstance(rule, ThresholdSpec)]
    needed = places_of(tuple(looks_at)) if looks_at else 0
    if any(isinstance(rule, DominanceSpec) and rule.n == 1 for rule in looks_at) and len(looks_at) == 1:
        needed = 1
    if needed > opened.places:
        yield error("tauargus.too_few_largest", where, number=opened.places, expected=needed)
    for place, rule in enumerate(rules):
        if isinstance(rule, RequestSpec) or (isinstance(rule, ThresholdSpec) and rule.weighted):
            yield error("tauargus.rule_needs_records", Place(key=f"params.rules[{place}]"))


def _method_problems(params: TableParams) -> Iterator[Problem]:
    protect = params.protect
    if isinstance(protect, SuppressionSpec):
        if (protect.cost == "variable") != bool(protect.cost_variable):
            yield error("table.cost_variable", Place(key="params.protect.cost_variable"))
        if params.holding is not None and protect.holding not in (None, params.holding):
            yield error("table.two_holdings", Place(key="params.protect.holding"))
    if isinstance(protect, CellKeySpec):
        yield from _cell_key_problems(params, protect)
    if isinstance(protect, RedesignSpec):
        names = [dimension.variable for dimension in params.dimensions]
        yield from _redesign_problems(protect, names)


def _redesign_problems(
    protect: RedesignSpec, names: Sequence[str], *, given: bool = False
) -> Iterator[Problem]:
    """Merges of dimensions that a table of these names does not have, or that nothing can be known of."""
    for name in (one for one in protect.merge if one not in names):
        yield error("table.merge_unknown", Place(key=f"params.protect.merge.{name}"), name=name)
    cheapest, where = protect.cheapest, Place(key="params.protect.cheapest")
    if cheapest is not None and given:
        yield error("redesign.cheapest_needs_records", where)
    elif cheapest is not None and cheapest not in names:
        yield error("table.merge_unknown", where, name=cheapest)
    if cheapest in protect.merge:
        yield error("redesign.twice", where, name=cheapest)


def _cell_key_problems(params: TableParams, spec: CellKeySpec) -> Iterator[Problem]:
    where = Place(key="params.protect.ptable")
    is_made = spec.variance is not None and spec.maximum is not None
    if spec.ptable is None and not is_made:
        key = "variance" if spec.variance is None else "maximum"
        yield error("cell_key.no_noise", Place(key=f"params.protect.{key}"))
    if spec.ptable is not None and (spec.variance is not None or spec.maximum is not None):
        yield error("cell_key.two_noises", where)
    if spec.ptable is not None and params.value is not None:
        yield error("cell_key.table_for_counts", where)
    if params.weight and params.value:
        yield error("cell_key.no_weights", Place(key="params.weight"))
    if params.value and spec.flexible is None and spec.maximum and spec.maximum * spec.step > 100:
        most = spec.maximum * spec.step
        yield error("cell_key.noise_too_large", Place(key="params.protect.step"), percent=most)
    if spec.maximum and spec.forbidden >= spec.maximum:
        where = Place(key="params.protect.forbidden")
        yield error("cell_key.forbidden", where, forbidden=spec.forbidden, maximum=spec.maximum)
    weights = spec.shares[: spec.top]
    falling = all(later <= before for before, later in pairwise(weights))
    if spec.top > 1 and weights and not (len(weights) == spec.top and weights[0] == 1 and falling):
        yield error("cell_key.shares", Place(key="params.protect.shares"), number=spec.top)
    yield from _ratio_problems(params, spec)


def _ratio_problems(params: TableParams, spec: CellKeySpec) -> Iterator[Problem]:
    where = Place(key="params.protect.ratio")
    if isinstance(spec.ratio, MeanSpec) and params.value is None:
        yield error("cell_key.mean_of_counts", where)
    known = {dimension.variable for dimension in params.dimensions}
    if isinstance(spec.ratio, ShareSpec) and spec.ratio.share_of not in known:
        yield error("cell_key.share_of", where, name=spec.ratio.share_of)


def table_counts(
    params: TableParams,
    source: Source,
    context: JobContext,
    *,
    beside: tuple[str, ...] = (),
    made: tuple[Dimension, ...] = (),
) -> TableCounts:
    """The table, whole, and the entries of the a-priori file. ``beside``: further variables that distinguish
    records of a file too large for memory; ``made``: the dimensions of the table, where they are known.

    Raises :class:`Refused`, Cancelled.
    """
    if params.table is not None:
        opened = with_merged(open_table(params.table, source.base, params.relations), _merges(params))
        entries, notes_read = _apriori_entries(params, source, opened.table)
        notes = (*opened.notes, *notes_read)
        return TableCounts(
            opened.table,
            opened.behind,
            opened.instance,
            notes,
            entries=entries,
            merges=_merges(params),
            recomputed=opened.recomputed,
        )
    query = replace(question(params), beside=beside, made=made)
    if isinstance(params.protect, RedesignSpec) and params.protect.cheapest is not None:
        query = replace(query, merges={**query.merges, **_cheapest(params, query, source, context)})
    keyed = params.protect if isinstance(params.protect, CellKeySpec) else None
    ptable = _ptable(keyed, source)
    places = largest_needed(params)
    built = build(query, source, places, context)
    below = None
    if query.per is not None:
        below = build(replace(query, value=query.per), source, places, context)
    entries, notes_read = _apriori_entries(params, source, built.table)
    return TableCounts(
        built.table,
        built.behind,
        None,
        (*built.notes, *notes_read, *_weight_notes(params, source)),
        built.keys,
        key_parts=built.key_parts,
        count_keys=built.count_keys,
        entries=entries,
        records=built.records,
        costs=built.costs,
        merges=query.merges,
        missing=built.missing,
        ptable=ptable,
        below=below,
        codes=built.codes,
        numbers=built.numbers,
        shadow=built.shadow,
        without=built.without,
        varying=built.varying,
    )


def _weight_notes(params: TableParams, source: Source) -> Iterator[Problem]:
    """A table of records that have weights says so where it leaves these out."""
    weights = tuple(variable.name for variable in source.data.with_role("weight"))
    if weights and params.weight is None and params.count == "records":
        yield note("table.weight_left_out", Place(key="params.weight"), variables=weights)


def _refuse_varying(params: TableParams, varying: tuple[str, ...], records: Records | None) -> None:
    """Raises :class:`Refused` where a method needs numbers of persons that add up and these do not, or a rule
    the weights of persons and their records have different ones.
    """
    if varying and params.protect is not None and not isinstance(params.protect, CellKeySpec):
        raise Refused(error("persons.not_additive", Place(key="params.count"), variables=varying))
    weighted = any(isinstance(rule, ThresholdSpec) and rule.weighted for rule in params.rules)
    persons = weights_vary(records) if weighted and records is not None else 0
    if persons:
        raise Refused(error("persons.weight_varies", Place(key="params.weight"), persons=persons))


def _ptable(spec: CellKeySpec | None, source: Source) -> PerturbationTable | None:
    """The perturbation table of the file that the plan names. Raises :class:`Refused`."""
    if spec is None or spec.ptable is None:
        return None
    path = source.base / spec.ptable
    return read_table(file_text(path), path.name)


def largest_needed(params: TableParams) -> int:
    """How many of the largest contributions are needed: by the rules, and by the noise of amounts."""
    needed = places_of(params.rules)
    spec = params.protect
    return max(needed, spec.top) if isinstance(spec, CellKeySpec) and params.value is not None else needed


def _apriori_entries(
    params: TableParams, source: Source, table: Table
) -> tuple[tuple[AprioriEntry, ...], tuple[Problem, ...]]:
    """The entries of the a-priori file, and what of it has no effect. Raises :class:`Refused`."""
    protect = params.protect
    if not isinstance(protect, SuppressionSpec | RoundingSpec | AdjustmentSpec) or protect.apriori is None:
        return (), ()
    path = source.base / protect.apriori
    return read_apriori_entries(file_text(path), table, path.name)


def _cheapest(params: TableParams, query: Question, source: Source, context: JobContext) -> Merges:
    """The cheapest merge of the variable named. Raises :class:`Refused`, Cancelled."""
    assert isinstance(params.protect, RedesignSpec)
    name = params.protect.cheapest
    assert name is not None
    built = build(query, source, places_of(params.rules), context)
    _refuse_varying(params, built.varying, built.records)
    assert built.records is not None
    axis = [dimension.variable for dimension in params.dimensions].index(name)
    dimensions, rules = built.table.dimensions, params.rules
    judging = built.records if built.shadow is None else built.shadow.records
    merge = cheapest_merge(judging, dimensions, axis, rules, params.zeros_unsafe, context)
    return {name: merge}


def has_amounts(params: TableParams, counted: TableCounts) -> bool:
    """Whether the values are amounts; those of a table that is given are, unless they count contributors."""
    table, behind = counted.table, counted.behind
    if params.table is None or behind is None:
        return params.value is not None
    return table.unit != 1 or not np.array_equal(table.values, behind.contributors)


def _manual_levels(params: TableParams, table: Table, cell: int) -> Levels:
    """The levels of a cell that is unsafe by the analyst's decision alone."""
    distance = Fraction(str(params.manual_range)) / 100 * abs(int(table.values[cell]))
    return Levels(distance, distance).at_least_a_unit()


def judged(params: TableParams, counted: TableCounts) -> Judged:
    """Every cell judged by the rules, then by the analyst's own entries. Raises :class:`Refused`."""
    _refuse_varying(params, counted.varying, counted.records)
    table, instance = counted.table, counted.instance
    by_rule, levels = None, {}
    unsafe = np.zeros(len(table), dtype=np.bool_)
    frozen = table.empty | (table.values == 0)
    if instance is not None:
        unsafe, frozen = instance.unsafe.copy(), instance.frozen.copy()
        levels = {cell: level.at_least_a_unit() for cell, level in instance.levels.items()}
    if counted.behind is not None and (instance is None or params.rules):
        exempt = missing_cells(table, counted.missing) if params.missing_safe else None
        zeros = params.zeros_unsafe
        values, shadow = counted.behind, counted.shadow
        behind, cast_by = (values, None) if shadow is None else (shadow.behind, values)
        by_rule = sensitivity(
            params.rules,
            behind,
            zeros_unsafe=zeros,
            exempt=exempt,
            own=cast_by,
            amounts=has_amounts(params, counted),
        )
        unsafe = by_rule.unsafe
        levels = {cell: by_rule.levels(cell) for cell in np.flatnonzero(unsafe).tolist()}
    before = unsafe.copy() if instance is None else unsafe | instance.unsafe
    required = dict(levels)
    manual = np.zeros(len(table), dtype=np.bool_)
    costs = np.full(len(table), np.nan)
    set_to: dict[int, str] = {}
    places = [("params.protect.apriori", entry) for entry in counted.entries]
    places += [(f"params.cells[{place}].cell", entry) for place, entry in enumerate(params.cells)]
    called: dict[int, tuple[str, ...]] = {}
    for key, entry in places:
        cell = cell_at(table, entry.cell, key)
        if entry.status is not None:
            own = tuple(map(str, entry.cell))
            if set_to.get(cell, entry.status) != entry.status and called[cell] != own:
                where, names = Place(key=key), (" / ".join(called[cell]), " / ".join(own))
                raise Refused(error("table.two_statuses", where, cell=names[0], other=names[1]))
            called[cell] = own
            set_to[cell] = entry.status
            frozen[cell] = entry.status == "frozen"
            manual[cell] = unsafe[cell] = entry.status == "unsafe"
        if entry.cost is not None:
            costs[cell] = entry.cost
        if unsafe[cell]:
            before_it = levels.get(cell) or _manual_levels(params, table, cell)
            upper, lower = (
                old if level is None else Fraction(str(level)) / Fraction(table.unit)
                for level, old in ((entry.upper, before_it.upper), (entry.lower, before_it.lower))
            )
            levels[cell] = Levels(upper, lower, before_it.sliding)
    least = least_known(params.lowest, table, np.ones(len(table), dtype=np.bool_))
    below = np.flatnonzero(table.values < least)
    if len(below) and params.lowest is not None:  # an intruder cannot know what is not so
        where, name = Place(key="params.lowest"), table.cell_name(int(below[0]))
        raise Refused(error("audit.bound_excludes_value", where, cell=name, number=len(below)))
    levels = {cell: _reachable(table, cell, levels[cell], least) for cell in sorted(levels) if unsafe[cell]}
    if instance is None:
        frozen |= table.values == 0  # suppressed in vain, whatever the entries
    lowered = np.zeros(len(table), dtype=np.bool_)
    for cell in required.keys() & levels.keys():
        lowered[cell] = _is_below(levels[cell], _reachable(table, cell, required[cell], least))
    return Judged(
        unsafe,
        frozen & ~unsafe,
        levels,
        by_rule,
        manual,
        costs,
        before & ~unsafe,
        lowered,
        least,
        params.lowest is not None,
        set_to,
    )


def _is_below(levels: Levels, required: Levels) -> bool:
    """Whether these levels allow a closer estimate of a cell than those required."""
    return levels.upper < required.upper or levels.lower < required.lower or levels.sliding < required.sliding


def _reachable(table: Table, cell: int, levels: Levels, least: int) -> Levels:
    """Everyone knows that a value is not below the lowest that is known to be possible."""
    distance = int(table.values[cell]) - least
    if levels.lower <= distance:
        return levels
    return Levels(levels.upper, Fraction(distance), levels.sliding)


def missing_cells(table: Table, declared: Sequence[frozenset[str]]) -> Flags:
    """The cells (cells,) of a missing code: an empty text, or one that the variable declares missing; and
    the cells of categories that have no other part.
    """
    flags = np.zeros(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        codes = declared[axis] if declared else frozenset[str]()
        leaves = {place for label, place in dimension.places.items() if not label.strip() or label in codes}
        places = [place for place, below in enumerate(dimension.below) if below <= leaves]
        flags |= np.isin(table.codes[:, axis], places)
    return flags
