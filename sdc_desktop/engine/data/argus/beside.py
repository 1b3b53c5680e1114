"""Records of mu-ARGUS and tau-ARGUS: a text file in fixed or free format, and the .rda file that describes
it. Here the description becomes what a plan says of its data; `foreign/argus_read.py` reads the records.

Source: the manuals of mu-ARGUS 5.1 and tau-ARGUS 4.2 (Statistics Netherlands), chapters on metadata.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TypeVar

from sdc_desktop.engine.data.argus.codes import parse_cdl, parse_hrc
from sdc_desktop.engine.data.argus.grc import ENDING as GRC
from sdc_desktop.engine.data.argus.grc import parse_grc
from sdc_desktop.engine.data.argus.places import file_text, found_file, path_beside
from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable, parse_rda
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.hierarchies.spec import LEAD, LONGEST_CODE, HierarchySpec, LevelsSpec, MaskSpec
from sdc_desktop.engine.data.rdata.recognised import is_file_of_r
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning
from sdc_desktop.engine.spec import Level, Role, VariableSpec

P = TypeVar("P", bound=PurePath)
ENDING = ".rda"
RECORD_ENDINGS = (".asc", ".dat", ".txt", ".csv")
_NUMBERS = ("NUMERIC", "WEIGHT")


def is_described(path: str) -> bool:
    """Whether a path names a description, not the records themselves."""
    return path.lower().endswith(ENDING)


def argus_paths(path: P) -> tuple[P, P]:
    """Where the records and their description go, whichever of the two a path names."""
    if is_described(path.name):
        return path.with_suffix(RECORD_ENDINGS[0]), path
    return path, path.with_suffix(ENDING)


def beside(path: Path, endings: Sequence[str]) -> Path | None:
    """The file of the same name with one of these endings, the first there is, case apart."""
    try:
        files = sorted(other for other in path.parent.iterdir() if other.is_file())
    except OSError:
        return None
    for ending in endings:
        for other in files:
            if other.stem.casefold() == path.stem.casefold() and other.suffix.casefold() == ending:
                return other
    return None


def settled(spec: DataSpec, base: Path) -> DataSpec:
    """The settings of such data with both files named. Raises :class:`Refused` where a file is absent."""
    if is_described(spec.path):
        records = beside(base / spec.path, RECORD_ENDINGS)
        if records is None:
            if not (base / spec.path).is_file():
                raise Refused(error("csv.no_such_file", Place(file=spec.path)))
            raise Refused(error("argus.no_records", Place(file=spec.path)))
        paths = {"path": path_beside(spec.path, records), "metadata": spec.path}
    elif spec.metadata is not None:
        paths = {}
    else:
        described = beside(base / spec.path, (ENDING,))
        if described is None:
            raise Refused(error("argus.no_metadata", Place(file=spec.path)))
        paths = {"metadata": path_beside(spec.path, described)}
    return spec.model_copy(update={"format": "rda", **paths})


def metadata_of(path: Path, shown: str) -> Metadata:
    """The description in a file. Raises :class:`Refused` with file and line of what is malformed in it."""
    if is_file_of_r(path):
        raise Refused(error("argus.of_r", Place(file=shown)))
    found = parse_rda(file_text(path), shown)
    problems = tuple(_unsound(found, shown))
    if problems:
        raise Refused(problems)
    return found


def _unsound(found: Metadata, shown: str) -> Iterator[Problem]:
    where = Place(file=shown)
    seen: set[str] = set()
    for variable in found.variables:
        if variable.name in seen:
            yield error("data.name_twice", where, name=variable.name)
        seen.add(variable.name)
        if found.separator is None and not variable.length:
            yield error("tauargus.malformed", where, text=variable.name)


def described(spec: DataSpec, found: Metadata, base: Path) -> tuple[DataSpec, tuple[Problem, ...]]:
    """What a plan says, with role and level of each variable that it does not name, and its hierarchy; and
    notes. A plan that was made with these data, or names all variables, says itself which have hierarchies.
    """
    assert spec.metadata is not None
    graded = any(_grade(variable) is not None for variable in found.variables)
    variables = {v.name: VariableSpec(role=_role(v, graded), level=_level(v)) for v in found.variables}
    notes = list(found.notes)
    hierarchies: dict[str, HierarchySpec] = {}
    if spec.sha256 is None and not set(variables) <= set(spec.variables):
        for variable in found.variables:
            if variable.name not in spec.hierarchies:
                taken, hierarchy_notes = _hierarchy(variable, spec.metadata, base)
                hierarchies |= {} if taken is None else {variable.name: taken}
                notes += [] if hierarchy_notes is None else [hierarchy_notes]
    given = {"variables": variables | spec.variables, "hierarchies": hierarchies | spec.hierarchies}
    return spec.model_copy(update=given), tuple(notes)


def _hierarchy(
    variable: RdaVariable, metadata: str, base: Path
) -> tuple[HierarchySpec | None, Problem | None]:
    """The hierarchy that a description names for a variable, if any, and what must be reported of it."""
    place = Place(file=metadata, variable=variable.name)
    listed = variable.argument("HIERCODELIST")
    recoding = variable.argument("RECODE") or ""
    if not listed and recoding.lower().endswith(GRC):
        listed = recoding
    if listed:
        lead = None if listed.lower().endswith(GRC) else variable.argument("HIERLEADSTRING") or LEAD
        try:
            path = found_file((base / metadata).parent, listed)
            if lead is None:
                parse_grc(file_text(path), path.name)
            else:
                parse_hrc(file_text(path), lead, path.name)
        except Refused as refusal:
            gone = refusal.problems[0].code == "tauargus.no_file"
            code = "argus.hierarchy_gone" if gone else "argus.hierarchy_unread"
            return None, warning(code, place, name=variable.name, file=listed)
        spec = LevelsSpec(kind="levels", path=path_beside(metadata, path), lead=lead)
        return spec, note("argus.hierarchy_taken", place, name=variable.name)
    widths = [int(part) for part in variable.arguments("HIERLEVELS") if part.isdecimal() and int(part)]
    if len(widths) < 2 or sum(widths) > LONGEST_CODE:
        return None, None
    fields = {"kind": "mask", "length": sum(widths), "steps": tuple(reversed(widths)), "fill": True}
    return MaskSpec.model_validate(fields), note("argus.hierarchy_taken", place, name=variable.name)


def _grade(variable: RdaVariable) -> int | None:
    """How strongly a variable identifies by the metadata of mu-ARGUS: 0 (not) to 5; None where not stated."""
    graded = variable.argument("IDLEVEL")
    return int(graded) if graded is not None and graded.isdecimal() else None


def _role(variable: RdaVariable, graded: bool) -> Role | None:
    """Where no variable is graded, those that may be recoded are the keys. None where nothing is said."""
    if "WEIGHT" in variable.tags:
        return "weight"
    if {"HOUSE_ID", "HOLDING"} & set(variable.tags):
        return "household"
    grade = _grade(variable)
    if graded:
        return "key" if grade else None
    return "key" if {"RECODEABLE", "RECODABLE"} & set(variable.tags) else None


def _level(variable: RdaVariable) -> Level | None:
    if any(tag in variable.tags for tag in _NUMBERS):
        return "continuous"
    return "nominal" if {"RECODEABLE", "RECODABLE"} & set(variable.tags) else None


def columns_of(found: Metadata, folder: Path) -> tuple[Column, ...]:
    """The description of each variable apart from its values. Code lists that are absent or cannot be read
    give no labels.
    """
    return tuple(_column(variable, folder) for variable in found.variables)


def _column(variable: RdaVariable, folder: Path) -> Column:
    numeric = any(tag in variable.tags for tag in _NUMBERS)
    missing = tuple(dict.fromkeys(code.strip() for code in variable.missing if code.strip()))
    labels = tuple(_labels(variable, folder).items())
    return Column(variable.name, type="number" if numeric else "text", labels=labels, missing=missing)


def _labels(variable: RdaVariable, folder: Path) -> Mapping[str, str]:
    name = variable.argument("CODELIST")
    if not name:
        return {}
    try:
        listed = found_file(folder, name)
        return {code.strip(): label for code, label in parse_cdl(file_text(listed), listed.name).items()}
    except Refused:
        return {}
