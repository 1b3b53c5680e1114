"""Workbooks as no spreadsheet program writes them, and a process that reads one and says what it took."""

import subprocess
import sys
import zipfile
from pathlib import Path

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
SHEET = "xl/worksheets/sheet1.xml"
EMPTY = '<table:table-cell table:number-columns-repeated="16384"/>'
RECORDS = (
    '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'
)
_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
_READ = """
import resource, sys
from pathlib import Path
from sdc_desktop.engine.data.foreign import sheets
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
import python_calamine
begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    said = f"read {sum(len(rows) for rows, _ in sheets.read(Path(sys.argv[1])).blocks)}"
except Unreadable as refusal:
    said = refusal.code
print(said, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begun) // 1024)
"""


def write_xlsx(path: Path, rows: str, before: str = "") -> None:
    """A workbook with one sheet of these rows; `before` stands before its root."""
    sheet = f'{before}<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (_PARTS | {SHEET: sheet}).items():
            archive.writestr(name, text)


def write_ods(path: Path, rows: str) -> None:
    """An OpenDocument sheet of these rows."""
    spaces = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="S">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0"/>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)


def cell(text: str, times: int = 1) -> str:
    """A cell of an OpenDocument sheet."""
    return (
        f'<table:table-cell office:value-type="string" table:number-columns-repeated="{times}">'
        f"<text:p>{text}</text:p></table:table-cell>"
    )


def row(cells: str, times: int = 1) -> str:
    """A row of it."""
    return f'<table:table-row table:number-rows-repeated="{times}">{cells}</table:table-row>'


def read_alone(path: Path) -> tuple[str, int]:
    """What a process of its own says of a workbook (records read, or why not), and the megabytes it took."""
    done = subprocess.run(
        [sys.executable, "-c", _READ, str(path)], capture_output=True, text=True, timeout=300, check=True
    )
    text, _, took = done.stdout.strip().rpartition(" ")
    return text, int(took)
