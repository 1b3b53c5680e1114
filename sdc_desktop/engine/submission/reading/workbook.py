"""Workbooks in Office Open XML: sheets, shared texts, charts, comments, and what they carry unseen."""

import posixpath
import re
from collections.abc import Iterator, Mapping

from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.charts import chart_sheet
from sdc_desktop.engine.submission.reading.default_names import is_sheet_name
from sdc_desktop.engine.submission.reading.links import Link, unseen_links
from sdc_desktop.engine.submission.reading.markup import Node, local, parse, tree
from sdc_desktop.engine.submission.reading.office_parts import links_of, office_carried, relations_of
from sdc_desktop.engine.submission.reading.workbook_sheet import SheetContent, SheetReader
from sdc_desktop.engine.submission.reading.workbook_styles import read_styles
from sdc_desktop.engine.submission.sheets import MOST_CELLS, UNSEEN, Carried, ReadFile, Sheet, Unreadable

MOST_SHEETS = 1000
_SHEET_PART = re.compile(r"xl/(?:worksheets|chartsheets)/[^/]*\.xml", re.IGNORECASE)
_REFERENCE = re.compile(r"^[^\"]*(?:\$?[A-Z]{1,3}\$?\d+|#REF!|\$[A-Z]{1,3}:\$[A-Z]{1,3}|\$\d+:\$\d+|\[\S*\])")


def read_workbook(data: bytes, format: str) -> ReadFile:
    """The sheets of a workbook. Raises :class:`Unreadable`."""
    archive = Archive(data)
    path = next((one.target for one in relations_of(archive, "") if one.kind == "officeDocument"), "")
    if path not in archive:
        path = "xl/workbook.xml"
    if path not in archive:
        raise Unreadable("not_its_format")
    workbook = tree(archive.read(path))
    links = {one.id: one for one in relations_of(archive, path)}
    folder = posixpath.dirname(path)
    styles = read_styles(_part(archive, folder, "styles.xml"), _part(archive, folder, "theme/theme1.xml"))
    texts = _shared_texts(_part(archive, folder, "sharedStrings.xml"))
    carried: dict[Carried, None] = {}
    sheets: list[Sheet] = []
    names: dict[str, str] = {}  # of sheets, by their part
    used: set[int] = set()
    contents: dict[str, SheetContent] = {}
    listed = list(_sheets_of(workbook))
    if len(listed) > MOST_SHEETS:
        raise Unreadable("too_large")
    room = MOST_CELLS
    for name, state, link in listed:
        target = links[link].target if link in links else ""
        names[target] = name
        if links.get(link) is not None and links[link].kind in ("xlMacrosheet", "xlIntlMacrosheet"):
            carried.setdefault(Carried("macros", name))
        if target not in archive:
            raise Unreadable("damaged")
        content = SheetReader(name, texts, styles, room).read(archive.read(target))
        room -= len(content.cells)
        used |= content.used
        contents[target] = content
        if state != "visible":
            carried.setdefault(Carried("hidden_sheet", name))
            content.cells = {
                at: cell._replace(flags=cell.flags | UNSEEN) for at, cell in content.cells.items()
            }
        carried.update(dict.fromkeys(Carried(code, where) for code, where in content.carried))
        sheets.append(Sheet(name, content.cells, tuple(content.merges), state))
    carried.update(dict.fromkeys(Carried("style_name", name) for name in styles.named))
    sheets_apart = (name for name in archive.names if _SHEET_PART.fullmatch(name) and name not in names)
    carried.update(dict.fromkeys(Carried("unknown_part", name) for name in sheets_apart))
    filled = {sheet.name for sheet in sheets if sheet.cells}
    empty = (name for name, _, _ in listed if name not in filled and not is_sheet_name(name))
    carried.update(dict.fromkeys(Carried("sheet_name", name) for name in empty))
    carried.update(dict.fromkeys(_of_names(workbook)))
    unused = sum(bool(text.strip()) for number, (text, _) in enumerate(texts) if number not in used)
    if unused:
        carried.setdefault(Carried("unused_strings", str(unused)))
    carried.update(dict.fromkeys(office_carried(archive, names)))
    unseen = unseen_links(_links(archive, names, contents), sheets)
    carried.update(dict.fromkeys(Carried("link_target", where) for where in unseen))
    charts = [chart_sheet(archive.read(name), name) for name in _charts(archive)]
    return ReadFile(format, (*sheets, *filter(None, charts)), tuple(carried))


def _links(
    archive: Archive, names: Mapping[str, str], contents: Mapping[str, SheetContent]
) -> Iterator[Link]:
    """All links: targets by the relations of parts, places and tips by the elements of sheets."""
    at: dict[tuple[str, str], str] = {}
    for part, content in contents.items():
        for id, ref, texts in content.links:
            at[part, id] = where = f"{names[part]}!{ref}"
            yield Link(where, texts)
    for part, id, link in links_of(archive, names):
        yield link._replace(where=at.get((part, id), link.where))


def _sheets_of(workbook: Node) -> Iterator[tuple[str, str, str]]:
    """Name, state and relation of each sheet."""
    listed = workbook.first("sheets")
    for sheet in () if listed is None else listed.children:
        link = next((value for key, value in sheet.attributes.items() if key.endswith(" id")), "")
        yield sheet.get("name"), sheet.get("state") or "visible", link


def _part(archive: Archive, folder: str, name: str) -> bytes | None:
    path = posixpath.join(folder, name)
    return archive.read(path) if path in archive else None


def _charts(archive: Archive) -> Iterator[str]:
    return (name for name in archive.names if re.fullmatch(r"xl/charts/chart\w*\.xml", name))


def _shared_texts(data: bytes | None) -> list[tuple[str, bool]]:
    """The shared texts, each with whether all of it is seen."""
    texts: list[tuple[str, bool]] = []
    if data is None:
        return texts
    parts: list[str] = []
    into: list[str] | None = None
    seen, phonetic = True, 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal into, seen, phonetic
        tag = local(name)
        if tag == "si":
            parts.clear()
            seen = True
            if len(texts) >= MOST_CELLS:
                raise Unreadable("too_many_cells")
        elif tag == "t":
            into = parts
        elif tag == "rPh":
            phonetic += 1
            seen = False
        elif tag == "color" and (
            attributes.get("rgb", "").upper().endswith("FFFFFF") or attributes.get("theme") == "0"
        ):
            seen = False

    def end(name: str) -> None:
        nonlocal into, phonetic
        tag = local(name)
        if tag == "t":
            into = None
        elif tag == "rPh":
            phonetic -= 1
        elif tag == "si":
            texts.append(("".join(parts), seen))

    def text(data: str) -> None:
        if into is not None:
            into.append(data)

    parse(data, start, end, text)
    return texts


def _of_names(workbook: Node) -> Iterator[Carried]:
    """Defined names that hold constants, or are kept from view."""
    for one in workbook.all("definedName"):
        name, text = one.get("name"), one.whole_text().strip()
        if text and (not _REFERENCE.match(text) or '"' in text):
            yield Carried("constant_name", name)
        elif one.get("hidden") in ("1", "true") and not name.startswith("_xlnm."):
            yield Carried("hidden_name", name)
