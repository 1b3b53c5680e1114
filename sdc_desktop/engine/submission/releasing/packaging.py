"""The package: approved tables and files alone, with a manifest and a seal, read again before it counts."""

import csv
import hashlib
import hmac
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import atomic_path, sha256_of
from sdc_desktop.engine.output.zip_parts import zip_part
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.submission.judging.rules import Severity, carried_severity
from sdc_desktop.engine.submission.reader import Reader
from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.pictures import jpeg_again, png_again
from sdc_desktop.engine.submission.releasing.decisions import Decision, Item, items_of
from sdc_desktop.engine.submission.releasing.workbook_again import workbook_of
from sdc_desktop.engine.submission.sheets import MASKED, UNSEEN, Box, Cell, ReadFile, Sheet, Unreadable
from sdc_desktop.engine.submission.submission import CheckedFile, Submission

Form = Literal["as_is", "anew", "csv"]
MANIFEST, SEAL = "manifest.json", "manifest.hmac"
_LEAST_KEY = 32


@dataclass(frozen=True)
class Packed:
    """A file of a package: its path in it, its bytes, the items that it releases, and how it was made."""

    path: str
    data: bytes
    items: tuple[str, ...]
    form: Literal["as_is", "anew"]
    source: str
    grids: Mapping[str, Mapping[tuple[int, int], str]] = field(default_factory=dict)  # wanted, by sheet


@dataclass(frozen=True)
class Plan:
    """What a package would hold: files, and the items that stay with the reason (a decision, or carried)."""

    files: tuple[Packed, ...]
    staying: tuple[tuple[str, str], ...]


Load = Callable[[str], bytes]  # the bytes of a submitted file by its path


def planned(
    submission: Submission,
    decisions: Sequence[Decision],
    form: Form,
    load: Load,
    context: JobContext,
    of_case: Callable[[str], bool] = lambda path: True,
) -> Plan:
    """The files of a package, made in memory. ``of_case``: whether a file, by its path, is of its researcher.
    Raises :class:`Refused` where a file changed since it was checked, or where an item cannot be saved.
    """
    verdicts = {one.item: one.verdict for one in decisions}
    by_file: dict[int, list[Item]] = {}
    staying: list[tuple[str, str]] = []
    for item in items_of(submission):
        if not of_case(submission.files[item.file].path):
            continue
        verdict = verdicts.get(item.id, "undecided")
        if verdict == "release":
            by_file.setdefault(item.file, []).append(item)
        else:
            staying.append((item.id, verdict))
    files: list[Packed] = []
    with Reader() as reader:
        for number, items in sorted(by_file.items()):
            context.checkpoint()
            file = submission.files[number]
            data = load(file.path)
            if hashlib.sha256(data).hexdigest() != file.sha256:
                raise Refused(error("output_check.changed", Place(file=file.path)))
            whole = len(items) == sum(item.file == number for item in items_of(submission))
            files += _packed(file, data, items, whole, form, reader, context)
    return Plan(tuple(_distinct(files)), tuple(staying))


def _packed(
    file: CheckedFile,
    data: bytes,
    items: Sequence[Item],
    whole: bool,
    form: Form,
    reader: Reader,
    context: JobContext,
) -> Iterator[Packed]:
    path = _inside(file.path)
    ids = tuple(item.id for item in items)
    if whole and form == "as_is" and not file.carried and not any(table.not_table for table in file.tables):
        yield Packed(path, data, ids, "as_is", file.path)
        return
    if file.is_picture:
        yield Packed(path, _picture_again(file, data), ids, "anew", file.path)
        return
    read = reader.read(file.path, data, context).read
    if read.refused:
        raise Refused(error("output_check.changed", Place(file=file.path)))
    grids = _grids(file, read, items)
    if not grids:
        raise Refused(error("output_check.not_rewritable", Place(file=file.path)))
    stem = path.rpartition(".")[0] or path
    if form == "csv":
        for name, grid in grids.items():
            harmless = {at: _harmless(text) for at, text in grid.items()}
            yield Packed(f"{stem}_{_safe(name)}.csv", _csv(harmless), ids, "anew", file.path, {"": harmless})
    else:
        made = workbook_of(grids)
        yield Packed(
            f"{stem}.xlsx", made, ids, "anew", file.path, {name[:31]: g for name, g in grids.items()}
        )


def _picture_again(file: CheckedFile, data: bytes) -> bytes:
    try:
        if file.format == "png":
            return png_again(data)
        if file.format == "jpg":
            return jpeg_again(data)
    except Unreadable:
        pass
    if file.carried:
        raise Refused(error("output_check.not_rewritable", Place(file=file.path)))
    return data  # svg and pdf that carry nothing


def _grids(file: CheckedFile, read: ReadFile, items: Sequence[Item]) -> dict[str, dict[tuple[int, int], str]]:
    """The released tables as texts by place, each with its headers, labels, title and notes; then models."""
    made: dict[str, dict[tuple[int, int], str]] = {}
    for item in items:
        if item.table is not None:
            table = item.table.table
            sheet = read.sheets[table.number]
            made[f"Table {len(made) + 1}"] = _table_grid(sheet, item)
        else:
            for model, _ in file.models:
                made[f"Model {len(made) + 1}"] = _moved(_shown(read.sheets[0], model.box))
    return {name: grid for name, grid in made.items() if grid}


def _table_grid(sheet: Sheet, item: Item) -> dict[tuple[int, int], str]:
    assert item.table is not None
    table = item.table.table
    top, left, bottom, right = table.body
    first_row = min((*table.header_rows, top))
    first_column = min((*table.label_columns, left))
    grid = _moved(_shown(sheet, (first_row, first_column, bottom, right)))
    if not table.label_columns and any(table.rows):  # labels of a table to its left
        start = top - first_row
        grid = {(row, column + 1): text for (row, column), text in grid.items()}
        for number, place in enumerate(table.row_places):
            grid[place - top + start, 0] = table.rows[number]
    lines = [line for line in table.title.splitlines() if line.strip()]
    shift = len(lines) + bool(lines)
    grid = {(row + shift, column): text for (row, column), text in grid.items()}
    for number, line in enumerate(lines):
        grid[number, 0] = line
    last = max(row for row, _ in grid) + 2
    for number, line in enumerate(line for line in table.notes.splitlines() if line.strip()):
        grid[last + number, 0] = line
    return grid


def _shown(sheet: Sheet, box: Box) -> dict[tuple[int, int], str]:
    """The texts that a box shows: of a figure only if its format hides nothing."""
    found = {}
    for row in range(box[0], box[2] + 1):
        for column in range(box[1], box[3] + 1):
            cell = sheet.cells.get((row, column))
            if cell is not None and cell.shown and not cell.flags & UNSEEN and not _is_hidden(cell):
                found[row, column] = cell.shown
    return found


def _is_hidden(cell: Cell) -> bool:
    return bool(cell.flags & MASKED) and any(sign.isdigit() for sign in cell.shown)


def _moved(grid: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    if not grid:
        return {}
    top, left = min(row for row, _ in grid), min(column for _, column in grid)
    return {(row - top, column - left): text for (row, column), text in grid.items()}


def _harmless(text: str) -> str:
    """A text that no spreadsheet runs as a formula."""
    risky = text[:1] in ("=", "@") or (text[:1] in ("+", "-") and not any(map(str.isdigit, text[1:2])))
    return f"'{text}" if risky and len(text) > 1 else text


def _csv(grid: Mapping[tuple[int, int], str]) -> bytes:
    made = io.StringIO(newline="")
    writer = csv.writer(made, lineterminator="\r\n")
    width = max(column for _, column in grid) + 1
    for row in range(max(row for row, _ in grid) + 1):
        writer.writerow([grid.get((row, column), "") for column in range(width)])
    return made.getvalue().encode("utf-8")


def _inside(path: str) -> str:
    """A submitted path as one below the package's root."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(part.replace(":", "_") for part in parts)


def _safe(name: str) -> str:
    return "".join(sign if sign.isalnum() else "_" for sign in name)


def _distinct(files: Sequence[Packed]) -> Iterator[Packed]:
    """Files with names of their own, caseless."""
    taken: set[str] = {MANIFEST, SEAL}
    for file in files:
        stem, dot, ending = file.path.rpartition(".")
        path, number = file.path, 2
        while path.casefold() in taken:
            path = f"{stem or ending} ({number}){dot}{ending if stem else ''}"
            number += 1
        taken.add(path.casefold())
        yield Packed(path, file.data, file.items, file.form, file.source, file.grids)


# writing and reading again ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Package:
    """A saved package: its file, SHA-256, and whether it is sealed."""

    path: str
    sha256: str
    files: tuple[tuple[str, str], ...]  # paths within, each with its SHA-256
    sealed: bool
    staying: tuple[tuple[str, str], ...]


def manifest(plan: Plan, facts: Mapping[str, Any]) -> bytes:
    """The manifest: what is in the package, what was decided, by whose policy, and the ledger's end."""
    files = [
        {
            "path": file.path,
            "sha256": hashlib.sha256(file.data).hexdigest(),
            "bytes": len(file.data),
            "form": file.form,
            "source": file.source,
            "tables": list(file.items),
        }
        for file in sorted(plan.files, key=lambda one: one.path)
    ]
    data = {"format": "sdc-desktop output package", "version": 1, **facts, "files": files}
    return (json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False) + "\n").encode()


def read_key(path: Path, shown: str) -> bytes:
    """The secret for a site's seal. Raises :class:`Refused` where it is unreadable or too short."""
    try:
        key = path.read_bytes().strip()
    except OSError as failure:
        raise Refused(error("file.unreadable", Place(file=shown), reason=failure.strerror or "")) from None
    if len(key) < _LEAST_KEY:
        raise Refused(error("output_check.short_key", Place(file=shown), least=_LEAST_KEY))
    return key


@dataclass(frozen=True)
class Wanted:
    """A package to be made: what it holds, where to, and the facts of its manifest."""

    plan: Plan
    target: Path
    facts: Mapping[str, Any]


def write_packages(
    wanted: Sequence[Wanted],
    key: bytes | None,
    entered: Callable[[Sequence[str]], None],
    context: JobContext,
) -> tuple[Package, ...]:
    """Write packages, read them again, and put them in place when `entered` has their SHA-256 in the ledger.

    Raises :class:`Refused`; then there is no file at any target. An existing file is never overwritten.
    """
    _refuse_existing(wanted)
    for one in wanted:
        if not one.plan.files:
            raise Refused(error("output_check.nothing_to_package", Place(file=one.target.name)))
    hashes: list[str] = []
    began = False  # to put them in place: what is at a target before that is another's
    try:
        with ExitStack() as placing:
            for one in wanted:
                part = placing.enter_context(atomic_path(one.target))
                hashes.append(_fill(part, one, key, context))
            _refuse_existing(wanted)
            entered(hashes)
            began = True
    except BaseException:
        if began:
            _remove(wanted, hashes)
        raise
    for one, sha256 in zip(wanted, hashes, strict=True):
        if sha256_of(one.target) != sha256:
            raise Refused(error("output_check.package_differs", Place(file=one.target.name)))
    return tuple(_made(one, sha256, key) for one, sha256 in zip(wanted, hashes, strict=True))


def _refuse_existing(wanted: Sequence[Wanted]) -> None:
    for one in wanted:
        if one.target.exists():
            raise Refused(error("file.exists", Place(file=one.target.name)))


def _remove(wanted: Sequence[Wanted], hashes: Sequence[str]) -> None:
    """Remove the packages that were put in place before another one could not be."""
    for one, sha256 in zip(wanted, hashes, strict=True):
        if one.target.is_file() and sha256_of(one.target) == sha256:
            one.target.unlink()


def _fill(part: Path, one: Wanted, key: bytes | None, context: JobContext) -> str:
    """Fill a file with a package, and read it again; its SHA-256."""
    about = manifest(one.plan, one.facts)
    parts = [(file.path, file.data) for file in one.plan.files] + [(MANIFEST, about)]
    if key is not None:
        parts.append((SEAL, hmac.new(key, about, hashlib.sha256).hexdigest().encode() + b"\n"))
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(parts):
            archive.writestr(zip_part(name, rights=0o644), data)
    data = part.read_bytes()
    verify(data, one.plan, about, key, context)
    return hashlib.sha256(data).hexdigest()


def _made(one: Wanted, sha256: str, key: bytes | None) -> Package:
    files = tuple((file.path, hashlib.sha256(file.data).hexdigest()) for file in one.plan.files)
    return Package(one.target.name, sha256, files, key is not None, one.plan.staying)


def verify(data: bytes, plan: Plan, about: bytes, key: bytes | None, context: JobContext) -> None:
    """Read a package again by the same readers. Raises :class:`Refused` where it does not hold exactly the
    cells that are wanted, or carries anything.
    """
    try:
        archive = Archive(data)
        wanted = {file.path: file for file in plan.files}
        names = set(archive.names)
        extra = {MANIFEST} | ({SEAL} if key is not None else set())
        if names != set(wanted) | extra or archive.has_more or archive.read(MANIFEST) != about:
            raise Refused(error("output_check.package_differs"))
        with Reader() as reader:
            for path, file in wanted.items():
                inner = archive.read(path)
                if inner != file.data:
                    raise Refused(error("output_check.package_differs", Place(file=path)))
                _verify_file(path, inner, file, reader, context)
    except Unreadable:
        raise Refused(error("output_check.package_differs")) from None


def _verify_file(path: str, data: bytes, file: Packed, reader: Reader, context: JobContext) -> None:
    read = reader.read(path, data, context).read
    carried = [one.code for one in read.carried if carried_severity(one.code) is Severity.REFUSE]
    if read.refused or carried:
        codes = tuple(carried) or (read.refused,)
        raise Refused(error("output_check.package_carries", Place(file=path), codes=codes))
    if file.form == "anew" and file.grids:
        found = {sheet.name: {at: cell.shown for at, cell in sheet.cells.items()} for sheet in read.sheets}
        wanted = {
            name: {at: text.strip() for at, text in grid.items() if text.strip()}
            for name, grid in file.grids.items()
        }
        if found != wanted:
            raise Refused(error("output_check.package_differs", Place(file=path)))
