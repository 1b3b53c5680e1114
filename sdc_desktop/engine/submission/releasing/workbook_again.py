"""Tables as one plain workbook of texts: no formats, no formulas, no properties, the same bytes."""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from sdc_desktop.engine.output.zip_parts import zip_part
from sdc_desktop.engine.submission.sheets import column_name

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_RELATIONS = "application/vnd.openxmlformats-package.relationships+xml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

Grid = Mapping[tuple[int, int], str]


def workbook_of(grids: Mapping[str, Grid]) -> bytes:
    """A workbook with a sheet for each grid of texts."""
    names = [name[:31] for name in grids]
    numbers = range(1, len(names) + 1)
    sheets = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, names, strict=True)
    )
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{_LINKS}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPES}.worksheet+xml"/>'
        for number in numbers
    )
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            f'<Default Extension="rels" ContentType="{_RELATIONS}"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
            f"{overrides}</Types>"
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{_LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets>{sheets}</sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>'
        ),
    }
    for number, grid in zip(numbers, grids.values(), strict=True):
        parts[f"xl/worksheets/sheet{number}.xml"] = _sheet(grid)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zip_part(name), _HEAD + text)
    return made.getvalue()


def _sheet(grid: Grid) -> str:
    rows: dict[int, list[tuple[int, str]]] = {}
    for (row, column), text in sorted(grid.items()):
        rows.setdefault(row, []).append((column, text))
    body = "".join(
        f'<row r="{row + 1}">{"".join(_cell(row, column, text) for column, text in cells)}</row>'
        for row, cells in sorted(rows.items())
    )
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData></worksheet>'


def _cell(row: int, column: int, text: str) -> str:
    bare = "".join(sign for sign in text if sign >= " " or sign in "\t\n")
    place = f"{column_name(column)}{row + 1}"
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(bare)}</t></is></c>'
