"""Next month's file compared with a plan before anything runs: what is missing, new or in another form.

Cell values are in :class:`Difference` only; its problem counts them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.beside import ENDING, RECORD_ENDINGS, beside
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.detect import Texts, level_of, look_at, not_numbers, number_pattern
from sdc_desktop.engine.data.formats import DecimalMark, Dialect, DialectHints, format_of
from sdc_desktop.engine.data.hierarchies.hierarchy import category_labels
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.roles import with_roles_reported
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.running.variables_used import jobs_using
from sdc_desktop.engine.spec import VariableSpec

STEP_COMPARE = "data.compare"
LISTED = 20  # values that are shown of each variable; the rest are counted
_NOW = {
    "dates": "next_file.now_dates",
    "numbers": "next_file.now_numbers",
    "texts": "next_file.now_texts",
}
_Test = Callable[[str], bool]
_READ_AS = (
    "delimiter",
    "quote",
    "encoding",
    "decimal",
    "header",
    "first_row",
    "header_rows",
    "row_names",
    "na_unquoted",
)


@dataclass(frozen=True)
class Difference:
    """One thing that a plan expects and a file has not, or the other way round.

    ``jobs`` are the jobs that use the variable; ``values`` the first of the values it is about.
    """

    problem: Problem
    jobs: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """``opened``: the file under what the plan says, as far as it fits; ``opened.spec`` is what the plan's
    data becomes where the file is used. ``expected`` is what it is now.
    """

    expected: DataSpec
    opened: Opened
    differences: tuple[Difference, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is reported before anything runs; an error where the jobs cannot run."""
        return tuple(difference.problem for difference in self.differences)


def compare(
    plan: Plan,
    file: str,
    base: Path,
    context: JobContext,
    *,
    before: Opened | None = None,
    hints: Mapping[str, object] | None = None,
) -> Comparison:
    """Read a file instead of the plan's, and say how it differs from what the plan expects.

    `file` is its path as the plan would say it, relative to `base`; `before` is the file that was open until
    now, for which the levels found are compared too; `told` says where the records are, where this is not
    as the plan says. Raises :class:`Refused` where the plan names no data or the file cannot be read,
    Cancelled.
    """
    spec = plan.data
    if spec is None:
        raise Refused(error("plan.no_data", Place(key="data")))
    found, described_again = _open(spec, file, hints or {}, base, context.within(0.0, 0.7))
    jobs = jobs_using(plan.jobs, {name: VariableSpec() for name in spec.hierarchies} | spec.variables)
    looks = _Looks(spec, found, base, jobs, before, context.within(0.7, 1.0))
    differences = tuple(looks.differences(described_again))
    return Comparison(spec, looks.opened, differences)


def _open(
    spec: DataSpec, file: str, hints: Mapping[str, object], base: Path, context: JobContext
) -> tuple[Opened, bool]:
    """The file with every level detected again; whether its form differs from the one in the plan.

    The plan's settings of the form are used for a file of the same kind; where they do not fit, it is
    detected.
    """
    bare = spec.model_copy(update={"path": file, "variables": {}, "hierarchies": {}, "sha256": None})
    bare = bare.model_copy(update=dict(hints))
    anew = {
        **dict.fromkeys(("format", "fields", "sheet", "metadata", "catalog", "forms", *_READ_AS)),
        **hints,
    }
    if not _is_same_kind(file, spec):
        return open_data(bare.model_copy(update=anew), base, context), False
    if spec.metadata is not None and beside(base / file, (ENDING,)) is not None:
        bare = bare.model_copy(update={"metadata": None})  # the new file brings a description of its own
    found_again = bare.model_copy(update=dict.fromkeys(_READ_AS))
    try:
        opened = _read(_fitting_sheet(bare, base), base, context.within(0.0, 0.5))
    except Refused as refusal:
        if found_again == bare:
            raise
        try:
            return _read(found_again, base, context.within(0.5, 1.0)), True
        except Refused:
            raise refusal from None
    if opened.format == "csv" and found_again != bare and _known(opened, spec) < len(spec.variables):
        try:
            other = _read(found_again, base, context.within(0.5, 1.0))
        except Refused:
            return opened, False
        if _known(other, spec) > _known(opened, spec):
            return other, True
    return opened, False


def _read(spec: DataSpec, base: Path, context: JobContext) -> Opened:
    """The file in a plan's form. A variable that is gone needs no form: it is reported as the others are."""
    try:
        return open_data(spec, base, context)
    except Refused as refusal:
        forms = spec.forms or {}
        gone = {one.where.key for one in refusal.problems if one.code.startswith("data.unknown_variable")}
        kept = {name: form for name, form in forms.items() if f"data.forms.{name}" not in gone}
        if len(forms) - len(kept) < len(refusal.problems):
            raise
    return open_data(spec.model_copy(update={"forms": kept or None}), base, context)


def _is_same_kind(file: str, spec: DataSpec) -> bool:
    """Whether a file is of the plan's format; records of ARGUS and text in fixed width end as text does."""
    expected = format_of(spec.path, spec.format)
    if expected == "fixed":
        return format_of(file) == "csv"
    return format_of(file) == expected or (expected == "rda" and file.lower().endswith(RECORD_ENDINGS[:3]))


def _known(opened: Opened, spec: DataSpec) -> int:
    return len(set(opened.data.names) & set(spec.variables))


def _fitting_sheet(spec: DataSpec, base: Path) -> DataSpec:
    """Another month's sheet has another name: of a workbook with one sheet it is that one."""
    if spec.sheet is None or format_of(spec.path, spec.format) != "xlsx":
        return spec
    from sdc_desktop.engine.data.foreign.sheet_extent import sheet_names

    names = sheet_names(base / spec.path)
    return spec.model_copy(update={"sheet": None}) if len(names) == 1 and spec.sheet not in names else spec


class _Looks:
    """Compares one file with one plan. ``opened``: the file as the plan declares it, where that fits."""

    def __init__(
        self,
        spec: DataSpec,
        found: Opened,
        base: Path,
        jobs: Mapping[str, tuple[str, ...]],
        before: Opened | None,
        context: JobContext,
    ) -> None:
        self._spec, self._found, self._base, self._jobs = spec, found, base, jobs
        self._before, self._context = before, context
        self._data: Microdata = found.data
        self._levels: dict[str, Difference] = {}
        self.opened = self._declared()

    def differences(self, described_again: bool) -> Iterator[Difference]:
        """All differences: the file as a whole, then its variables in the plan's order, then new ones."""
        yield from self._of_the_file(described_again)
        yield from self._missing()
        for number, name in enumerate(self._kept):
            self._context.progress(number / len(self._kept), STEP_COMPARE)
            if name in self._levels:
                yield self._levels[name]
            yield from self._of_values(name)
        for name in self._new:
            near = tuple(get_close_matches(name, self._absent, 1))
            code = "next_file.new_near" if near else "next_file.new"
            yield Difference(warning(code, self._place(name), name=name, near=near))

    @property
    def _expected(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._spec.variables, *self._spec.hierarchies)))

    @property
    def _kept(self) -> tuple[str, ...]:
        return tuple(name for name in self._expected if name in self._data.names)

    @property
    def _absent(self) -> tuple[str, ...]:
        return tuple(name for name in self._expected if name not in self._data.names)

    @property
    def _unsaid(self) -> tuple[str, ...]:
        return tuple(name for name in self._data.names if name not in self._expected)

    @property
    def _new(self) -> tuple[str, ...]:
        """Plans made by the window name every variable; a plan edited by hand may omit any."""
        if self._before is not None:
            return tuple(name for name in self._unsaid if name not in self._before.data.names)
        return self._unsaid if self._spec.sha256 is not None else ()

    def _place(self, name: str) -> Place:
        return Place(file=self._found.spec.path, variable=name)

    def _of_the_file(self, described_again: bool) -> Iterator[Difference]:
        spec, found = self._spec, self._found
        place = Place(file=found.spec.path)
        same = spec.sha256 == found.sha256
        if spec.sha256 is not None and not same and found.spec.path == spec.path:
            yield Difference(note("next_file.changed", place))
        if found.format != format_of(spec.path, spec.format):
            before = format_of(spec.path, spec.format)
            yield Difference(note("next_file.format", place, found=found.format, said=before))
        if described_again:
            yield Difference(note("next_file.read_anew", place))

    def _missing(self) -> Iterator[Difference]:
        for name in self._absent:
            jobs, role = self._jobs.get(name, ()), self._spec.variables.get(name, VariableSpec()).role
            near = tuple(get_close_matches(name, self._unsaid, 1))
            place = self._place(name)
            if jobs:
                code = "next_file.needed_near" if near else "next_file.needed"
                yield Difference(error(code, place, name=name, near=near, jobs=jobs), jobs)
            elif role == "direct_identifier" and self._unsaid:
                # under its new name it would be released as any other variable
                near = near or self._unsaid[:1]
                yield Difference(error("next_file.identifier_gone", place, name=name, near=near))
            elif role == "not_released" and self._unsaid:
                near = near or self._unsaid[:1]
                yield Difference(error("next_file.withheld_gone", place, name=name, near=near))
            else:
                yield Difference(warning("next_file.not_there", place, name=name))

    # what the plan declares --------------------------------------------------------------------------

    def _declared(self) -> Opened:
        spec, found = self._spec, self._found
        variables = tuple(self._variable(number, v) for number, v in enumerate(found.data.variables))
        declared = {v.name: self._declaration(v) for v in variables}
        completed = found.spec.model_copy(
            update={
                "variables": declared,
                "hierarchies": {n: self._tree(h) for n, h in spec.hierarchies.items() if n in declared},
                "sha256": found.sha256,
            }
        )
        keys = {f"data.variables.{name}.level" for name in spec.variables}
        detected = tuple(guess for guess in found.detected if guess[0] not in keys)
        data = found.data.with_variables(variables).with_persons(spec.persons)
        self._data = data
        notes = with_roles_reported(found.notes, variables)
        return replace(found, data=data, spec=completed, detected=detected, notes=notes)

    def _tree(self, spec: HierarchySpec) -> HierarchySpec:
        """Files of levels are separated as the plan's data were, whatever the new file's separator."""
        if not isinstance(spec, LevelsSpec) or spec.delimiter is not None or not spec.is_table:
            return spec
        text = format_of(self._spec.path, self._spec.format) == "csv"
        delimiter = self._spec.delimiter if text else Dialect().delimiter
        return spec.model_copy(update={"delimiter": delimiter or self._found_delimiter(spec)})

    def _found_delimiter(self, levels: LevelsSpec) -> str | None:
        """The separator of a file of levels where neither it nor the plan's data say theirs: the new file's
        where that occurs in it, else what is found.
        """
        hints = DialectHints(quote=levels.quote, encoding=levels.encoding, header=levels.header)
        ours = self._found.dialect.delimiter
        try:
            if len(preview(self._base / levels.path, replace(hints, delimiter=ours)).names) > 1:
                return ours
            return preview(self._base / levels.path, hints).dialect.delimiter
        except Refused:
            return None

    def _declaration(self, variable: Variable) -> VariableSpec:
        given = self._spec.variables.get(variable.name)
        if given is not None:
            return given.model_copy(update={"level": variable.level})
        missing = None if variable.missing == self._spec.missing else variable.missing
        return VariableSpec(level=variable.level, missing=missing)

    def _variable(self, number: int, found: Variable) -> Variable:
        """A variable as the plan declares it; its level as found where its values are no numbers any more."""
        given = self._spec.variables.get(found.name)
        if given is None:
            return found
        declared = found.declared(given.missing, found.missing)
        missing = declared.missing
        unsaid = given.role is None
        declared = replace(
            declared,
            role=given.settled_role,
            unsaid=unsaid,
            order=given.order,
            follows=given.followed,
        )
        if not self._found.data.relation.holds(number):  # not among what was counted
            return replace(declared, level=given.level or found.level)
        looks = self._look(self._found, number, missing)
        level = level_of(looks)
        if given.level == "continuous" and looks.numbers < looks.distinct:
            self._note_texts(number, found.name, missing)
            return replace(declared, level=level)
        if given.order is None:
            self._note_form(found.name, given.level, looks)
        return replace(declared, level=given.level or ("ordinal" if given.order is not None else level))

    def _look(self, opened: Opened, number: int, missing: Sequence[str]) -> Texts:
        return look_at(opened.data.relation, number, missing, opened.dialect.decimal, self._context)

    def _note_texts(self, number: int, name: str, missing: Sequence[str]) -> None:
        relation, decimal = self._found.data.relation, self._found.dialect.decimal
        records, _ = not_numbers(relation, number, missing, decimal, 1, self._context)
        values, _ = relation.frequencies(number, self._context)
        is_number = re.compile(number_pattern(decimal))
        wrong = [v for v in values if v not in missing and not is_number.fullmatch(v)]
        jobs = self._jobs.get(name, ())
        make = error if jobs else warning
        problem = make(
            "next_file.not_numbers", self._place(name), name=name, records=records, decimal=decimal
        )
        self._levels[name] = Difference(problem, jobs, tuple(wrong[:LISTED]))

    def _note_form(self, name: str, stated: str | None, looks: Texts) -> None:
        """The plan may well say another level than is found: it counts whether values are numbers, dates or
        texts as before. Where no file before is known, an ordinal variable without order was no text.
        """
        now, before = _form(looks), self._before
        if before is not None and name in before.data.names:
            number = before.data.index(name)
            if not before.data.relation.holds(number):
                return
            was = _form(self._look(before, number, before.data.variables[number].missing))
        else:
            was = "numbers" if stated == "ordinal" and now == "texts" else now
        if not now or not was or was == now:
            return
        jobs = self._jobs.get(name, ())
        self._levels[name] = Difference(warning(_NOW[now], self._place(name), name=name), jobs)

    # what the values are -----------------------------------------------------------------------------

    def _of_values(self, name: str) -> Iterator[Difference]:
        variable = self._data.variable(name)
        if not self._data.relation.holds(self._data.index(name)):
            return
        if name in self._spec.hierarchies:
            yield from self._hierarchy(variable)
        if variable.order is not None:
            known = {*variable.order, *variable.missing}
            yield from self._lacking("next_file.order_lacks", variable, lambda value: value not in known)
        if variable.role == "weight":
            yield from self._lacking("next_file.weights", variable, _no_weight(self._data.decimal))
        if variable.role == "household":
            yield from self._household(variable)

    def _hierarchy(self, variable: Variable) -> Iterator[Difference]:
        spec = self.opened.spec.hierarchies[variable.name]
        try:
            hierarchy, _ = load_hierarchy(
                variable.name, spec, self._found.dialect, self._base, self._context, variable.order
            )
        except Refused as refusal:
            yield from (
                Difference(problem, self._jobs.get(variable.name, ())) for problem in refusal.problems
            )
            return
        values, _ = self._data.relation.frequencies(self._data.index(variable.name), self._context)
        labels = category_labels(hierarchy, values, variable.missing)
        lacking = {value for value, found in zip(values, labels, strict=True) if found is None}
        yield from self._lacking("next_file.hierarchy_lacks", variable, lambda value: value in lacking)

    def _lacking(self, code: str, variable: Variable, is_wrong: _Test) -> Iterator[Difference]:
        number = self._data.index(variable.name)
        values, frequencies = self._data.relation.frequencies(number, self._context)
        wrong = [place for place, value in enumerate(values) if is_wrong(value)]
        if wrong:
            records = int(frequencies[wrong].sum())
            shown = tuple(values[place] for place in wrong[:LISTED])
            where = self._place(variable.name)
            problem = warning(code, where, name=variable.name, number=len(wrong), records=records)
            yield Difference(problem, self._jobs.get(variable.name, ()), shown)

    def _household(self, variable: Variable) -> Iterator[Difference]:
        missing = set(variable.missing)
        yield from self._lacking("next_file.no_household", variable, lambda value: value in missing)
        values, _ = self._data.relation.frequencies(self._data.index(variable.name), self._context)
        if len(values) == self._data.records > 1:
            problem = warning("next_file.households_alone", self._place(variable.name), name=variable.name)
            yield Difference(problem, self._jobs.get(variable.name, ()))


def _form(looks: Texts) -> str:
    """What the values are: dates, numbers or texts; empty where there are none."""
    if not looks.distinct:
        return ""
    if looks.dates == looks.distinct:
        return "dates"
    return "numbers" if looks.numbers == looks.distinct else "texts"


def _no_weight(decimal: DecimalMark) -> _Test:
    is_number = re.compile(number_pattern(decimal))

    def wrong(text: str) -> bool:
        return not is_number.fullmatch(text) or not 0 < float(text.replace(decimal, ".")) < float("inf")

    return wrong
