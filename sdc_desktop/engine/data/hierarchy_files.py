"""The hierarchies a plan names, read from their files or built from their description; files of levels."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.codes import hierarchy_of, parse_cdl, parse_hrc
from sdc_desktop.engine.data.argus.grc import RecodedLevel, parse_grc
from sdc_desktop.engine.data.argus.places import file_text, found_file, path_beside
from sdc_desktop.engine.data.csv.read import read_csv
from sdc_desktop.engine.data.csv.write import write_rows
from sdc_desktop.engine.data.formats import Dialect, DialectHints
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, from_grouping, from_table
from sdc_desktop.engine.data.hierarchies.kinds import described
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, LevelsSpec
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning


def load_hierarchies(
    opened: Opened, base: Path, context: JobContext
) -> tuple[Mapping[str, Hierarchy], Mapping[str, str]]:
    """All hierarchies of the data, and the SHA-256 of each file read by its path in the plan.

    Raises :class:`Refused` with the problems of all of them.
    """
    hierarchies: dict[str, Hierarchy] = {}
    read: dict[str, str] = {}
    problems: list[Problem] = []
    for variable, spec in opened.spec.hierarchies.items():
        try:
            order = opened.data.variable(variable).order
            hierarchy, digests = load_hierarchy(variable, spec, opened.dialect, base, context, order)
        except Refused as refusal:
            problems += refusal.problems
            continue
        hierarchies[variable] = hierarchy
        read |= digests
    if problems:
        raise Refused(problems)
    return hierarchies, read


def load_hierarchy(
    variable: str,
    spec: HierarchySpec,
    dialect: Dialect,
    base: Path,
    context: JobContext,
    order: Sequence[str] | None = None,
) -> tuple[Hierarchy, Mapping[str, str]]:
    """One hierarchy, and the SHA-256 of its file where it has one. `dialect` is the data's, `order` the
    variable's where it was declared. Raises :class:`Refused`.
    """
    if not isinstance(spec, LevelsSpec):
        return described(variable, spec, dialect.decimal, order), {}
    if spec.is_recoding:
        return _recoding(variable, spec.path, dialect.decimal, base)
    if spec.indent is not None:
        path = base / spec.path
        nodes = parse_hrc(file_text(path), spec.indent, spec.path)
        return hierarchy_of(variable, nodes, (), spec.path), {spec.path: sha256_of(path, spec.path)}
    hints = DialectHints(
        delimiter=spec.delimiter or dialect.delimiter,
        quote=spec.quote,
        encoding=spec.encoding,
        header=spec.header,
    )
    table = read_csv(base / spec.path, spec.path, hints, context)
    rows = [row for batch in table.relation.batches(context) for row in batch]
    if not rows:
        raise Refused(error("hierarchy.empty", Place(file=spec.path, variable=variable)))
    names = table.scan.names if spec.header else tuple(str(i + 1) for i in range(len(rows[0])))
    found = from_table(variable, rows, names, spec.path)
    return replace(found, header=names[0] if spec.header else None), {spec.path: table.scan.sha256}


def _recoding(variable: str, path: str, decimal: str, base: Path) -> tuple[Hierarchy, Mapping[str, str]]:
    """The level of a recode file, with the labels of its code list."""
    found = parse_grc(file_text(base / path), path, decimal)
    where = Place(file=path, variable=variable)
    if found.cut:
        raise Refused(error("argus.tree_recoding", where))
    if not found.groups:
        raise Refused(error("hierarchy.empty", where))
    notes, read = list(found.notes), {path: sha256_of(base / path, path)}
    groups = tuple(code for code in found.missing if code in found.groups)
    if groups:
        notes.append(warning("argus.groups_not_missing", where, values=groups))
    others = tuple(code for code in found.missing if code not in groups)
    if others:
        notes.append(note("argus.missing_kept", where, values=others))
    listed: Mapping[str, str] = {}
    if found.labels is not None:
        try:
            file = found_file((base / path).parent, found.labels)
            listed = {
                code.strip(): label.strip('"')
                for code, label in parse_cdl(file_text(file), file.name).items()
            }
            beside = path_beside(path, file)
            read[beside] = sha256_of(file, beside)
        except Refused:
            notes.append(warning("argus.labels_unread", where, file=found.labels))
    words = {code: listed.get(code, "") for code in found.groups}
    hierarchy = from_grouping(variable, RecodedLevel(found))
    return replace(hierarchy, notes=tuple(notes), words=words), read


def write_levels(path: Path, rows: Sequence[Sequence[str]], delimiter: str, context: JobContext) -> None:
    """Export a file of levels in the form of ARX: one row per value, fine to coarse, no header, UTF-8. It is
    complete or not made at all. Texts are unchanged: an apostrophe before a formula would make another value.

    `levels_spec` gives the settings to read it again. Raises :class:`Refused` where it cannot be saved.
    """
    write_rows(path, rows, _dialect(delimiter), context)


def levels_spec(path: str, delimiter: str) -> LevelsSpec:
    """How a plan names a file that `write_levels` wrote; nothing is left to be detected."""
    dialect = _dialect(delimiter)
    return LevelsSpec(
        kind="levels",
        path=path,
        delimiter=dialect.delimiter,
        quote=dialect.quote,
        header=dialect.header,
        encoding=dialect.encoding,
    )


def _dialect(delimiter: str) -> Dialect:
    return Dialect(delimiter=delimiter, quote="'" if delimiter == '"' else '"', header=False)
