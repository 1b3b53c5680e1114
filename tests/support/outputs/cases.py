"""Submitted outputs for tests: the golden cases as text, made into files again, and a check of any files."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.submission.check import judge_outputs
from sdc_desktop.engine.submission.comparing.compare import compared, known_table, table_name
from sdc_desktop.engine.submission.comparing.systems import KnownTable
from sdc_desktop.engine.submission.gathering import gathered
from sdc_desktop.engine.submission.received import Settings, read_outputs
from sdc_desktop.engine.submission.releasing.project_ledger import released_tables, table_entry
from sdc_desktop.engine.submission.submission import CheckedFile, CheckedTable, Submission

GOLDEN = Path(__file__).resolve().parents[2] / "engine" / "submission" / "golden"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


@cache
def golden(name: str) -> Any:
    """One of the golden files."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def zipped(parts: Mapping[str, str]) -> bytes:
    """An archive of these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return made.getvalue()


def golden_bytes(name: str) -> bytes:
    """A golden file as it was submitted."""
    parts, texts = golden("parts"), golden("texts")
    if name in parts:
        return zipped(parts[name])
    return str(texts[name]).encode("latin-1" if name == "german.csv" else "utf-8")


def write_files(folder: Path, files: Mapping[str, str | Mapping[str, str]]) -> tuple[str, ...]:
    """The names of the files of a golden case, once written: texts, or the parts of archives."""
    for name, content in files.items():
        data = content.encode("utf-8") if isinstance(content, str) else zipped(content)
        (folder / name).write_bytes(data)
    return tuple(files)


def write_session(folder: Path, name: str) -> None:
    """A peer's session folder, without its pictures."""
    folder.mkdir(parents=True)
    for file, text in golden("acro")[name].items():
        (folder / file).write_text(text, encoding="utf-8")


def checked(
    base: Path,
    paths: Sequence[str],
    settings: Settings | None = None,
    evidence: Sequence[str] = (),
    released: Sequence[KnownTable] | None = None,
) -> Submission:
    """The submission of these paths below a folder, judged and compared."""
    settings = settings or Settings()
    sources = (*gathered(paths, base), *gathered(evidence, base, evidence=True))
    outputs = read_outputs(sources, settings, JobContext())
    submission, judging = judge_outputs(outputs, settings, JobContext(), released or ())
    return compared(submission, judging, settings.rules, JobContext(), with_ledger=released is not None)


def check_texts(folder: Path, settings: Settings | None = None, **texts: str) -> Submission:
    """Texts as files `name.csv`, judged together; a name with an ending as `name_html`."""
    paths = []
    for name, text in texts.items():
        stem, _, ending = name.rpartition("_")
        known = ending in ("csv", "html", "txt", "log", "tsv", "smcl")
        path = f"{stem}.{ending}" if known else f"{name}.csv"
        (folder / path).write_text(text, encoding="utf-8")
        paths.append(path)
    return checked(folder, paths, settings)


def codes(table: CheckedTable) -> dict[str, list[str]]:
    """The findings of a table: addresses of cells by code, ordered; "" for the table as a whole."""
    found: dict[str, list[tuple[tuple[int, int], str]]] = {}
    for spot in table.judged.spots:
        address = table.table.cell(spot.row, spot.column) if spot.row >= 0 else ""
        found.setdefault(spot.code, []).append(((spot.row, spot.column), address))
    return {code: [address for _, address in sorted(cells)] for code, cells in sorted(found.items())}


def file_codes(file: CheckedFile) -> list[str]:
    """The findings of a file itself, as code or code:where."""
    return [f"{one.code}:{one.where}" if one.where else one.code for one in file.findings]


def only_table(submission: Submission) -> CheckedTable:
    """The table of a submission that has one."""
    (table,) = submission.tables()
    return table


# workbooks ------------------------------------------------------------------------------------------------


def workbook(
    sheets: Mapping[str, Mapping[str, Any]],
    *,
    styles: str = "",
    parts: Mapping[str, str] | None = None,
    sheet_xml: Mapping[str, str] | None = None,
) -> bytes:
    """A workbook with cells by address: a text, a number, or (number, style number). ``sheet_xml``: what else
    a sheet has before its cells, by name.
    """
    made = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": (
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
    }
    listed = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(sheets, 1)
    )
    made["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{listed}</sheets></workbook>'
    )
    targets = "".join(
        f'<Relationship Id="rId{number}" Type="{LINKS}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number, _ in enumerate(sheets, 1)
    )
    made["xl/_rels/workbook.xml.rels"] = (
        f'<Relationships xmlns="{PACKAGE}/relationships">{targets}</Relationships>'
    )
    if styles:
        made["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>'
    for number, (name, cells) in enumerate(sheets.items(), 1):
        made[f"xl/worksheets/sheet{number}.xml"] = _sheet(cells, (sheet_xml or {}).get(name, ""))
    return zipped(made | dict(parts or {}))


def _sheet(cells: Mapping[str, Any], before: str) -> str:
    rows: dict[int, list[str]] = {}
    for address, value in cells.items():
        row = int(address.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        rows.setdefault(row, []).append(_cell(address, value))
    body = "".join(f'<row r="{row}">{"".join(found)}</row>' for row, found in sorted(rows.items()))
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData>{body}</sheetData></worksheet>'


def _cell(address: str, value: Any) -> str:
    style = ""
    if isinstance(value, tuple):
        value, number = value
        style = f' s="{number}"'
    if isinstance(value, str):
        return f'<c r="{address}" t="inlineStr"{style}><is><t>{value}</t></is></c>'
    return f'<c r="{address}"{style}><v>{value}</v></c>'


def grid(rows: Sequence[Sequence[Any]], first: str = "A1") -> dict[str, Any]:
    """Rows of values as cells by address; None leaves a cell out."""
    column, row = ord(first[0]) - 65, int(first[1:])
    return {
        f"{chr(65 + column + j)}{row + i}": value
        for i, line in enumerate(rows)
        for j, value in enumerate(line)
        if value is not None
    }


# cases of hidden counts -------------------------------------------------------------------------------------

_DOCUMENT = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.'
        'openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="'
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{LINKS}/'
        'officeDocument" Target="word/document.xml"/></Relationships>'
    ),
}


def write_case(folder: Path, name: str) -> tuple[list[str], list[str]]:
    """A case of hidden counts as files: those that are submitted, and those released before."""
    for path, content in golden("hidden")[name]["files"].items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            target.write_text(content, encoding="utf-8")
        else:
            target.write_bytes(zipped(content if "_rels/.rels" in content else {**_DOCUMENT, **content}))
    paths = list(golden("hidden")[name]["files"])
    earlier = [path for path in paths if path.startswith("earlier/")]
    return [path for path in paths if path not in earlier], earlier


def released_from(base: Path, paths: Sequence[str], settings: Settings | None = None) -> list[KnownTable]:
    """The tables of these files as a ledger gives them back."""
    submission = checked(base, paths, settings)
    tables = [
        known_table(table, table_name(submission, table), submission.definitions[table.id])
        for table in submission.tables()
    ]
    entry = {"what": "packaged", "n": 2, "at": "2026-01-02", "tables": [table_entry(one) for one in tables]}
    return list(released_tables([json.loads(json.dumps(entry))], base / "ledger"))
