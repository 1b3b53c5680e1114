"""The door through which a plan's data is opened."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.beside import described, metadata_of, settled
from sdc_desktop.engine.data.classifications import is_classification
from sdc_desktop.engine.data.closing_lines import closing_lines
from sdc_desktop.engine.data.csv.packed import packed_problem
from sdc_desktop.engine.data.csv.read import read_csv
from sdc_desktop.engine.data.csv.text import LISTED
from sdc_desktop.engine.data.csv.unquoted import NA, Unquoted
from sdc_desktop.engine.data.detect import Texts, level_of, look_at, not_numbers, suspicion_of
from sdc_desktop.engine.data.fixed import looks_fixed, settle_fixed
from sdc_desktop.engine.data.fixed_spec import FixedField
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import (
    CATALOG,
    DecimalMark,
    Dialect,
    DialectHints,
    Format,
    format_of,
    unsupported,
)
from sdc_desktop.engine.data.forms.columns import Misfits, read_columns, readings_of
from sdc_desktop.engine.data.forms.forms import DATE_FORMS, NUMBER_FORMS, TEXT, Form
from sdc_desktop.engine.data.free_text import is_free_text
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.missing_codes import TEXT_FORMATS, codes_of, with_numeric_codes
from sdc_desktop.engine.data.rdata.recognised import is_file_of_r
from sdc_desktop.engine.data.roles import with_roles_reported
from sdc_desktop.engine.data.seeming_roles import seeming_role
from sdc_desktop.engine.data.spec import DataSpec, PersonsSpec
from sdc_desktop.engine.data.store.store import Relation
from sdc_desktop.engine.output.files import refuse_unreachable, sha256_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.spec import Level, VariableSpec

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description


@dataclass(frozen=True)
class Style:
    """The form of saved records: delimited text, or what their source states about its variables."""

    dialect: Dialect = field(default_factory=Dialect)
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True)
class Opened:
    """A file that was read whole and found sound."""

    data: Microdata
    spec: DataSpec  # the officer's, with every guess written in
    dialect: Dialect
    detected: tuple[tuple[str, str], ...]  # (key path in the plan, what was found), in the plan's order
    notes: tuple[Problem, ...]  # warnings and notes; never errors
    path: Path
    sha256: str
    format: Format = "csv"
    columns: tuple[Column, ...] = ()  # what a file of another program says of its variables
    files: tuple[tuple[Path, str], ...] = ()  # those that were read, with their SHA-256
    counted: "Description | None" = None  # of a counts file, what it says of itself
    levels: tuple[str, ...] = ()  # in the window: what distinguishes the hierarchy files from changed ones

    @property
    def mark(self) -> str:
        """A text that changes when the file or one of its hierarchy files does."""
        return " ".join((self.sha256, *self.levels))

    @property
    def data_sha256(self) -> str:
        """The SHA-256 of the file of records; on a counts file of the one that was counted."""
        return self.sha256 if self.counted is None else self.counted.data.sha256

    @property
    def style(self) -> Style:
        """The form for records made from these. Delimited text gets names unless its source has none."""
        dialect = self.dialect if self.format == "csv" else replace(self.dialect, header=True)
        return Style(dialect, self.columns)


STEP_LEVELS = "data.levels"
_USUAL = {"first_row": 1, "header_rows": 1}  # what a plan need not say of a sheet


def open_data(spec: DataSpec, base: Path, context: JobContext, *, propose: bool = False) -> Opened:
    """Open the data of a plan; `base` is the folder that its path is relative to.

    What the plan does not state is detected and stated in the returned spec. `propose`: texts that look
    like missing codes become missing codes; otherwise they stay values, with a warning. Codes of
    classifications become nominal, and weights and households are detected. Dates and numbers in a form that
    is certain are read by it. Raises :class:`Refused` with every problem of the file and of what the plan
    says of it, Cancelled when stopped.
    """
    if not _is_folder_of_parts(spec, base):
        refuse_unreachable(base / spec.path, spec.path)
    _refuse_formats(spec, base)
    spec = _of_r(spec, base)
    if spec.fields is not None and format_of(spec.path, spec.format) != "fixed":
        raise Refused(error("fixed.not_given", Place(key="data.fields", file=spec.path)))
    notes: tuple[Problem, ...] = ()
    described_by: tuple[tuple[Path, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()
    if format_of(spec.path, spec.format) == "rda":
        spec = settled(spec, base)
        about = base / str(spec.metadata)
        described_by = ((about, sha256_of(about, str(spec.metadata))),)
        spec, notes = described(spec, metadata_of(about, str(spec.metadata)), base)
    if format_of(spec.path, spec.format) == "sas7bdat":
        catalog = spec.catalog or catalog_beside(base / spec.path, spec.path)
        if catalog is not None:
            named = () if spec.catalog is not None else (("data.catalog", catalog),)
            spec = spec.model_copy(update={"catalog": catalog})
            described_by = ((base / catalog, sha256_of(base / catalog, catalog)),)
    if format_of(spec.path, spec.format) == "counts":
        return _open_counts(spec, base, context)
    path = base / spec.path
    table = _read(spec, path, context.within(0.0, 0.8), base, propose)
    problems = tuple(_unknown(spec, table.names))
    if problems:
        raise Refused(problems)
    spec, table = _by_forms(spec, table, propose, context.within(0.8, 0.85))
    table = replace(table, notes=(*table.notes, *_doubts(spec, table, context.within(0.85, 0.85))))
    variables = tuple(_variables(spec, table, propose, context.within(0.85, 1.0)))
    return Opened(
        data=Microdata(table.relation, variables, table.dialect.decimal).with_persons(spec.persons),
        spec=_completed(spec, table, variables),
        dialect=table.dialect,
        detected=(*named, *_detected(spec, table, variables)),
        notes=with_roles_reported((*notes, *table.notes), variables),
        path=path,
        sha256=table.sha256,
        format=table.format,
        columns=table.columns,
        files=((path, table.sha256), *described_by),
    )


def open_beside(spec: DataSpec, base: Path, own: Microdata, context: JobContext) -> Microdata:
    """The records of a file that is compared with others or joined to them. Where a variable of `own` has
    dates in a form, those of the same name are read by it. Raises as :func:`open_data` does.
    """
    found = open_data(spec, base, context).data
    of_own = {one.name: one.form for one in own.variables if one.form in DATE_FORMS}
    forms = {place: form for place, name in enumerate(found.names) if (form := of_own.get(name))}
    missing = {place: found.variables[place].missing for place in forms}
    return replace(found, relation=read_columns(found.relation, forms, missing, found.decimal, context)[0])


def _open_counts(spec: DataSpec, base: Path, context: JobContext) -> Opened:
    """Opens a counts file. Raises :class:`Refused`."""
    from sdc_desktop.engine.data.counts.variables import read_counts

    path = base / spec.path
    table = read_counts(path, spec.path, spec.variables, spec.missing, context)
    names = tuple(variable.name for variable in table.variables)
    problems = tuple(_unknown(spec, names))
    if problems:
        raise Refused(problems)
    declared = {}
    for variable in table.variables:
        given = spec.variables.get(variable.name, VariableSpec())
        found: dict[str, object] = {"level": variable.level, "order": variable.order}
        if not variable.unsaid:
            found["role"] = variable.role
        if given.missing is None and variable.missing != spec.missing:
            found["missing"] = variable.missing
        declared[variable.name] = given.model_copy(update=found)
    dialect = Dialect(decimal=table.decimal)
    return Opened(
        data=Microdata(table.relation, table.variables, table.decimal).with_persons(spec.persons),
        spec=spec.model_copy(update={"format": "counts", "variables": declared}),
        dialect=dialect,
        detected=() if spec.format else (("data.format", "counts"),),
        notes=with_roles_reported(table.notes, table.variables),
        path=path,
        sha256=table.file.sha256,
        format="counts",
        files=((path, table.file.sha256),),
        counted=table.description,
    )


def _of_r(spec: DataSpec, base: Path) -> DataSpec:
    """The settings of a file that ends as a description of ARGUS does, and is one of R by its content."""
    if format_of(spec.path, spec.format) == "rda" and is_file_of_r(base / spec.path):
        return spec.model_copy(update={"format": "rds"})
    return spec


def _is_folder_of_parts(spec: DataSpec, base: Path) -> bool:
    """Whether the data are a folder of Parquet files, as clusters write them."""
    return format_of(spec.path, spec.format) == "parquet" and (base / spec.path).is_dir()


def catalog_beside(path: Path, shown: str) -> str | None:
    """The catalogue of formats beside a SAS data set, as a plan calls it: of the same name, else SAS's usual
    one; None where there is neither.
    """
    names = (path.stem.casefold(), "formats")
    try:
        files = sorted(one for one in path.parent.iterdir() if one.suffix.casefold() == CATALOG)
    except OSError:
        return None
    for name in names:
        for one in files:
            if one.stem.casefold() == name:
                return shown[: max(shown.rfind("/"), shown.rfind("\\")) + 1] + one.name
    return None


def _refuse_formats(spec: DataSpec, base: Path) -> None:
    """Refuses files of programs whose formats are not read, by name, and compressed files of any but text."""
    where = Place(file=spec.path)
    whose = unsupported(spec.path) if spec.format is None else None
    if whose is not None:
        raise Refused(error("data.unsupported", where, whose=whose, ending=PurePath(spec.path).suffix))
    problem = packed_problem(base / spec.path, spec.path, format_of(spec.path, spec.format))
    if problem is not None:
        raise Refused(problem)


@dataclass(frozen=True)
class _Table:
    """The records of a file. ``line(record)``: where in the file a record, counted from 0, stands."""

    format: Format
    relation: Relation
    names: tuple[str, ...]
    dialect: Dialect
    columns: tuple[Column, ...]
    detected: tuple[tuple[str, str], ...]
    notes: tuple[Problem, ...]
    sha256: str
    line: Callable[[int], int]
    fields: tuple[FixedField, ...] = ()
    settled: Mapping[str, object] = field(default_factory=dict)  # where in the file the records are
    unquoted: Unquoted | None = None  # where NA without quotation marks is missing
    texts: frozenset[int] = frozenset()  # columns of dates or numbers that stay as written


def _read(spec: DataSpec, path: Path, context: JobContext, base: Path, propose: bool) -> _Table:
    format = format_of(spec.path, spec.format)
    if format == "csv":
        if spec.format is None and spec.delimiter is None:
            question = looks_fixed(path, spec.path, hints_of(spec))
            if question is not None:
                raise Refused(question)
        table = read_csv(path, spec.path, hints_of(spec), context, large=spec.large, propose=propose)
        scan = table.scan
        read_as, notes = list(scan.detected), list(scan.notes)
        if table.unquoted is not None:
            if spec.na_unquoted is None:
                read_as.append(("na_unquoted", "true"))
            emptied = tuple(scan.names[column] for column in sorted(table.unquoted.emptied))
            if emptied:
                notes.append(note("csv.na_emptied", Place(file=spec.path), names=emptied))
        return _Table(
            format,
            table.relation,
            scan.names,
            scan.dialect,
            (),
            tuple(read_as),
            tuple(notes),
            scan.sha256,
            scan.line,
            unquoted=table.unquoted,
        )
    from sdc_desktop.engine.data.foreign.load import read_foreign

    if format == "fixed":
        return _read_fixed(spec, path, context)
    found = read_foreign(path, spec.path, format, _options(spec, format, base), spec.large, context)
    names = tuple(column.name for column in found.columns)
    detected: tuple[tuple[str, str], ...] = () if spec.format else (("format", format),)
    settled = {key: value for key, value in found.settled.items() if value != _USUAL.get(key)}
    detected += tuple((key, str(value)) for key, value in settled.items() if getattr(spec, key) is None)
    dialect = Dialect()
    if format == "rda":
        dialect = Dialect(decimal=spec.decimal or _decimal_of(found.relation, found.columns, context))
    first = sum(found.settled.get(key, 1) for key in _USUAL) if format == "xlsx" else 1
    return _Table(
        format,
        found.relation,
        names,
        dialect,
        found.columns,
        detected,
        found.notes,
        found.sha256,
        lambda record: record + first,
        settled=settled,
    )


def _read_fixed(spec: DataSpec, path: Path, context: JobContext) -> _Table:
    from sdc_desktop.engine.data.foreign.load import read_foreign

    layout = settle_fixed(path, spec.path, hints_of(spec), spec.fields, context.within(0.0, 0.1))
    dialect = layout.dialect
    options = {"fields": layout.fields, "encoding": dialect.encoding, "header": dialect.header}
    found = read_foreign(path, spec.path, "fixed", options, spec.large, context.within(0.1, 1.0))
    first = 1 + dialect.header
    return _Table(
        "fixed",
        found.relation,
        tuple(str(field.name) for field in layout.fields),
        dialect,
        (),
        layout.detected,
        found.notes,
        found.sha256,
        lambda record: record + first,
        layout.fields,
    )


def _decimal_of(relation: Relation, columns: Sequence[Column], context: JobContext) -> DecimalMark:
    """A comma where the numbers that a description names are numbers with a comma only."""
    commas = 0
    for number, column in enumerate(columns):
        if column.type != "number":
            continue
        missing = ("", *column.missing)
        with_point, with_comma = (
            not_numbers(relation, number, missing, mark, 1, context)[0] for mark in (".", ",")
        )
        commas += (with_comma < with_point) - (with_point < with_comma)
    return "," if commas > 0 else "."


def _options(spec: DataSpec, format: Format, base: Path) -> dict[str, object]:
    """What a plan tells the reader of a format."""
    if format == "rda":
        return {"metadata": str(base / str(spec.metadata))}
    if format == "xlsx":
        return {"sheet": spec.sheet, "first_row": spec.first_row, "header_rows": spec.header_rows}
    if format in ("xpt", "rds"):
        return {"sheet": spec.sheet, "encoding": spec.encoding}
    if format in ("parquet", "arrow"):
        return {}
    options: dict[str, object] = {"format": format, "encoding": spec.encoding}
    if format == "sas7bdat" and spec.catalog is not None:
        options["catalog"] = str(base / spec.catalog)
    return options


def hints_of(spec: DataSpec) -> DialectHints:
    """The form of the file as far as the spec states it."""
    return DialectHints(**{one.name: getattr(spec, one.name) for one in fields(DialectHints)})


def _unknown(spec: DataSpec, names: tuple[str, ...]) -> Iterator[Problem]:
    persons = spec.persons or PersonsSpec()
    time = () if persons.time is None else (persons.time,)
    named: tuple[tuple[str, Iterable[str]], ...] = (
        *(("variables." + name, (name,)) for name in spec.variables),
        *(("forms." + name, (name,)) for name in spec.forms or {}),
        *(("hierarchies." + name, (name,)) for name in spec.hierarchies),
        *(("persons.repeats." + name, (name,)) for name in persons.repeats),
        ("persons.time", time),
    )
    for part, specs in named:
        for name in specs:
            if name not in names:
                where = Place(key=f"data.{part}", file=spec.path)
                near = tuple(_near(name, names))
                code = "data.unknown_variable_near" if near else "data.unknown_variable"
                yield error(code, where, name=name, near=near)


def _near(name: str, names: Iterable[str]) -> list[str]:
    folded: dict[str, str] = {}
    for other in names:
        folded.setdefault(other.casefold().strip(), other)
    return [folded[key] for key in get_close_matches(name.casefold().strip(), folded)]


def _by_forms(spec: DataSpec, table: _Table, propose: bool, context: JobContext) -> tuple[DataSpec, _Table]:
    """The records with dates and numbers read by the forms given, and by those that are certain where forms
    are proposed; both are added to the spec. Raises :class:`Refused` with the values of another form.
    """
    forms, notes, undecided = dict(spec.forms or {}), [], set[int]()
    detected = list(table.detected)
    decimal = table.dialect.decimal
    missing = {column: _missing(spec, table, column) for column in range(len(table.names))}
    for column, name in enumerate(table.names):
        if not propose or table.format not in TEXT_FORMATS or name in forms:
            continue
        seen = readings_of(table.relation, column, missing[column], decimal, context)
        found, where = seen.forms, _form_place(spec, table, column, seen.misfits)
        if _is_typed(table, column) and set(found) & set(NUMBER_FORMS):
            continue
        if len(found) == 1:
            forms[name] = found[0]
            detected.append((f"forms.{name}", found[0]))
        elif found:
            undecided.add(column)
            notes.append(warning("forms.ambiguous", where, name=name, forms=found))
        elif seen.misfits is not None:
            number, lines = seen.misfits.number, _lines(table, seen.misfits)
            code, form = "forms.contradicted", seen.expected
            notes.append(warning(code, where, name=name, form=form, number=number, lines=lines))
    undecided |= {column for column, name in enumerate(table.names) if forms.get(name) == TEXT}
    table = replace(table, texts=frozenset(undecided))
    if not forms:
        return spec, replace(table, notes=(*table.notes, *notes))
    chosen: dict[int, Form] = {
        column: forms[name] for column, name in enumerate(table.names) if forms.get(name, TEXT) != TEXT
    }
    relation, others = read_columns(table.relation, chosen, missing, decimal, context)
    problems = []
    for column, form in chosen.items():
        name, one = table.names[column], others.get(column)
        where = _form_place(spec, table, column, one)
        if one is not None:
            lines = _lines(table, one)
            code = "forms.misfits" if one.number <= LISTED else "forms.misfits_many"
            problems.append(
                error(code, where, name=name, form=form, number=one.number, lines=lines, listed=len(lines))
            )
        code = "forms.dates" if form in DATE_FORMS else "forms.numbers"
        notes.append(note(code, where, name=name, form=form))
    if problems:
        raise Refused(problems)
    table = replace(table, relation=relation, detected=tuple(detected), notes=(*table.notes, *notes))
    return spec.model_copy(update={"forms": forms}), table


def _form_place(spec: DataSpec, table: _Table, column: int, misfits: Misfits | None) -> Place:
    name = table.names[column]
    line = None if misfits is None else table.line(misfits.records[0])
    return Place(key=f"data.forms.{name}", file=spec.path, line=line, column=column + 1, variable=name)


def _lines(table: _Table, misfits: Misfits) -> tuple[str, ...]:
    return tuple(str(table.line(record)) for record in misfits.records)


def _is_typed(table: _Table, column: int) -> bool:
    """Whether the file itself says that the values of a column are numbers, as a sheet does."""
    return bool(table.columns) and table.columns[column].type in ("integer", "number")


def _doubts(spec: DataSpec, table: _Table, context: JobContext) -> Iterator[Problem]:
    """What looks wrong in a text or sheet that can be read all the same: its encoding, its last lines."""
    place, doubt = Place(file=spec.path), table.dialect.doubt
    if doubt is not None:
        code = "csv.encoding_doubtful" if doubt else "csv.encoding_unclear"
        where = replace(place, key="data.encoding")
        yield warning(code, where, encoding=table.dialect.encoding, others=doubt)
    if table.format not in TEXT_FORMATS or any(one.code == "data.sheet_notes" for one in table.notes):
        return
    missing = {column: _missing(spec, table, column) for column in range(len(table.names))}
    number = closing_lines(table.relation, missing, table.dialect.decimal, context)
    if number:
        first = table.line(table.relation.records - number)
        yield warning("data.closing_lines", replace(place, line=first), number=number)


def _missing(spec: DataSpec, table: _Table, column: int) -> tuple[str, ...]:
    """The missing codes of a column: those of its variable, else of all data and of its file."""
    given = spec.variables.get(table.names[column], VariableSpec()).missing
    unquoted: tuple[str, ...] = ()
    if table.unquoted is not None and column in table.unquoted.missing | table.unquoted.emptied:
        unquoted = (NA,) if column in table.unquoted.missing else ("",)
    if given is not None:
        return tuple(dict.fromkeys((*given, *unquoted)))
    own = table.columns[column].missing if table.columns else ()
    return tuple(dict.fromkeys((*spec.missing, *own, *unquoted)))


def _variables(spec: DataSpec, table: _Table, propose: bool, context: JobContext) -> Iterator[Variable]:
    """Each variable as declared, its level detected where it is not. Raises :class:`Refused` at the end."""
    names = table.names
    problems: list[Problem] = []
    for column, name in enumerate(names):
        context.progress(column / len(names), STEP_LEVELS)
        given = spec.variables.get(name, VariableSpec())
        missing = _missing(spec, table, column)
        looks = _Column(table, column, name, missing, spec.path)
        level, texts = given.level, None
        order = given.order or _stated_order(table, column, given)
        if level is None:
            texts = look_at(table.relation, column, missing, table.dialect.decimal, context)
            level = "ordinal" if given.order is not None else level_of(texts)
            if column in table.texts and given.order is None:
                level = "nominal"
            elif table.columns and given.order is None:
                level = _stated_level(table.columns[column], level, texts.distinct)
            elif propose and given.order is None and _is_code(name, texts):
                level = "nominal"
        elif level == "continuous":
            problems.extend(_not_continuous(looks, context))
        codes = None
        if given.missing is None and table.format in TEXT_FORMATS and _may_have_codes(level, texts):
            values = (NA,) if table.unquoted is not None and column not in table.unquoted.missing else ()
            codes = codes_of(table.relation, column, missing, table.dialect.decimal, level, context, values)
        if propose and given.missing is None and table.format in TEXT_FORMATS:
            codes = with_numeric_codes(
                codes, table.relation, column, name, missing, table.dialect.decimal, level, context
            )
        if propose and codes is not None and not codes.ambiguous:
            missing, texts = (*missing, *codes.codes), None
            if given.level is None and given.order is None and column not in table.texts:
                level = codes.level
        seems = None
        if propose and given.role is None:
            texts = texts or look_at(table.relation, column, missing, table.dialect.decimal, context)
            seems = seeming_role(
                table.relation, column, names, texts, missing, table.dialect.decimal, context
            )
        suspected = suspicion_of(table.relation, column, name, level, missing, texts, context, given.role)
        unsaid = given.role is None
        worded = level == "nominal" and is_free_text(table.relation, column, missing, context)
        role, follows = given.settled_role, given.followed
        variable = Variable(name, role, level, order, missing, unsaid, suspected, worded, codes, follows)
        yield replace(variable, seems=seems, form=(spec.forms or {}).get(name))
    if problems:
        raise Refused(problems)


def _is_code(name: str, texts: Texts) -> bool:
    """Whether whole numbers are the codes of a classification, by their name."""
    return 0 < texts.distinct == texts.whole and is_classification(name)


def _may_have_codes(level: Level, texts: Texts | None) -> bool:
    """Whether a column can have values that are neither numbers nor dates; no code is either."""
    if texts is None:
        return level != "continuous"
    return texts.distinct not in (texts.numbers, texts.dates)


def _stated_order(table: _Table, column: int, given: VariableSpec) -> tuple[str, ...] | None:
    """The order of the categories of an ordered factor, unless the plan states another level."""
    if not table.columns or given.level not in (None, "ordinal"):
        return None
    stated = table.columns[column]
    return stated.levels if stated.levels and stated.measure == "ordinal" else None


def _stated_level(column: Column, found: Level, distinct: int) -> Level:
    """The level that the file states (SPSS), else the one found. A scale with words for its values, or with
    two of them, is none: other programs call every number so.
    """
    if column.measure in ("nominal", "ordinal"):
        return column.measure
    if column.measure == "scale" and column.type in ("integer", "number"):
        worded = any(text not in column.missing for text, _ in column.labels)
        return "continuous" if not worded and distinct > 2 else found
    return found


@dataclass(frozen=True)
class _Column:
    table: _Table
    number: int
    name: str
    missing: tuple[str, ...]
    shown: str


def _not_continuous(column: _Column, context: JobContext) -> Iterator[Problem]:
    scan = column.table
    number, records = not_numbers(
        column.table.relation, column.number, column.missing, scan.dialect.decimal, LISTED, context
    )
    if number:
        lines = tuple(str(scan.line(record)) for record in records)
        where = Place(
            key=f"data.variables.{column.name}.level",
            file=column.shown,
            line=scan.line(records[0]),
            column=column.number + 1,
            variable=column.name,
        )
        code = "data.not_numbers" if number <= LISTED else "data.not_numbers_many"
        yield error(code, where, number=number, lines=lines, listed=len(lines), decimal=scan.dialect.decimal)


def _completed(spec: DataSpec, table: _Table, variables: tuple[Variable, ...]) -> DataSpec:
    """The spec completed with what was found; what was given is unchanged."""
    found = _as_read(table)
    absent = {key: value for key, value in found.items() if getattr(spec, key) is None}
    if table.fields:
        absent["fields"] = table.fields  # with the names that were found for those without
    return spec.model_copy(
        update=absent | {"variables": {v.name: _declared(spec, table, v) for v in variables}}
    )


def _as_read(table: _Table) -> dict[str, object]:
    dialect = table.dialect
    if table.format == "fixed":
        written = {"encoding": dialect.encoding, "decimal": dialect.decimal, "header": dialect.header}
        return {"format": "fixed", "fields": table.fields, **written}
    if table.format == "rda" and dialect.decimal != Dialect().decimal:
        return {"format": table.format, "decimal": dialect.decimal}
    if table.format != "csv":
        return {"format": table.format, **table.settled}
    return {
        "delimiter": dialect.delimiter,
        "quote": dialect.quote,
        "encoding": dialect.encoding,
        "decimal": dialect.decimal,
        "header": dialect.header,
        "first_row": dialect.first_row if dialect.first_row > 1 else None,
        "row_names": bool(dialect.row_names) or None,
        "na_unquoted": True if table.unquoted is not None else None,
    }


def _declared(spec: DataSpec, table: _Table, variable: Variable) -> VariableSpec:
    """The description of a variable, with its level, and the missing codes that its file names."""
    given = spec.variables.get(variable.name, VariableSpec())
    found: dict[str, object] = {"level": variable.level}
    if given.missing is None and variable.missing != spec.missing:
        found["missing"] = variable.missing
    if given.order is None and variable.order is not None:
        found["order"] = variable.order
    return given.model_copy(update=found)


def _detected(spec: DataSpec, table: _Table, variables: tuple[Variable, ...]) -> Iterator[tuple[str, str]]:
    for key, found in table.detected:
        yield f"data.{key}", found
    for variable in variables:
        if spec.variables.get(variable.name, VariableSpec()).level is None:
            yield f"data.variables.{variable.name}.level", variable.level
