"""Parts of Office Open XML files: relations, and which parts carry what no reader sees."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sdc_desktop.engine.submission.reading.archive import Archive
from sdc_desktop.engine.submission.reading.markup import Node, tree
from sdc_desktop.engine.submission.sheets import Carried, Unreadable

# What a part is by its name; the first pattern that fits. "" is part of every file and carries nothing.
_PARTS = tuple(
    (re.compile(pattern, re.IGNORECASE), code)
    for pattern, code in (
        (r"\[Content_Types\]\.xml|(.*/)?_rels/[^/]*\.rels", ""),
        (r"docProps/(app|core)\.xml", "properties"),
        (r"docProps/custom\.xml", "custom_properties"),
        (r"docMetadata/.*", "metadata"),
        (r"docProps/thumbnail.*", "thumbnail"),
        (r"(xl|word)/vba.*|.*/macrosheets/.*|.*vbaProject.*|.*/intlMacrosheets/.*", "macros"),
        (r"xl/(workbook|styles|sharedStrings|calcChain)\.xml", ""),
        (r"xl/worksheets/[^/]*\.xml|xl/chartsheets/[^/]*\.xml", ""),
        (r"(xl|word)/theme/[^/]*\.xml", ""),
        (r"xl/tables/[^/]*\.xml", ""),
        (r"(xl|word)/charts/chart\w*\.xml", "chart"),
        (r"(xl|word)/charts/(style|colors)\w*\.xml", ""),
        (r"xl/pivotCache/.*|xl/pivotTables/.*", "pivot_cache"),
        (r"xl/(slicers|slicerCaches|timelines|timelineCaches)/.*", "pivot_cache"),
        (r"xl/model/.*", "data_model"),
        (r"xl/connections\.xml|xl/queryTables/.*|xl/queries/.*|xl/xmlMaps\.xml", "connection"),
        (r"xl/externalLinks/.*", "external_link"),
        (r".*/embeddings/.*|.*/activeX/.*|.*/ctrlProps/.*|.*/attachedToolbars.*", "embedded_file"),
        (r"xl/comments.*|xl/threadedComments/.*|word/comments.*\.xml", "comment"),
        (r"xl/persons/.*|word/people\.xml", "persons"),
        (r"xl/drawings/vml.*|xl/drawings/comments.*|xl/comments/.*\.vml", "drawing"),
        (r"(xl|word)/drawings/[^/]*\.(xml|vml)", "drawing"),
        (r"(xl|word)/media/.*", "picture"),
        (r"customXml/.*", "custom_xml"),
        (r"xl/revisions/.*|xl/userNames.*", "revisions"),
        (r"xl/printerSettings/.*", "printer_settings"),
        (r"xl/richData/.*|xl/metadata\.xml", "rich_data"),
        (r"word/(document|styles|settings|webSettings|fontTable|numbering|footnotes|endnotes)\.xml", ""),
        (r"word/stylesWithEffects\.xml", ""),
        (r"word/(header|footer)\d*\.xml", "header_footer"),
    )
)
_READ = {"properties", "chart", "drawing", "comment", "header_footer"}  # by their content
_NAMED = {"chart", "picture", "metadata", "printer_settings"}
_WRITERS = ("openpyxl", "xlsxwriter", "python-docx", "un-named", "apache poi")  # programs, not persons
_MOST_READ = 5 * 2**20


@dataclass(frozen=True)
class Relation:
    """One relation of a part: its id, the last word of its type, its target, whether that is outside."""

    id: str
    kind: str
    target: str
    outside: bool


def relations_of(archive: Archive, part: str) -> tuple[Relation, ...]:
    """The relations of a part; of the package for "". Raises :class:`Unreadable`."""
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    if path not in archive:
        return ()
    found = []
    for node in tree(archive.read(path)).all("Relationship"):
        outside = node.get("TargetMode") == "External"
        target = node.get("Target")
        if not outside:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        found.append(Relation(node.get("Id"), node.get("Type").rpartition("/")[2], target, outside))
    return tuple(found)


def office_carried(archive: Archive, sheets: Mapping[str, str]) -> Iterator[Carried]:
    """What the parts of a file carry. `sheets`: names of sheets by their part. Raises :class:`Unreadable`."""
    owners = _owners(archive, sheets)
    for name in archive.names:
        code = part_code(name)
        if code in _READ:
            yield from _of_part(archive, name, code, owners.get(name, ""))
        elif code:
            yield Carried(code, name.rpartition("/")[2] if code in _NAMED else "")
    for name in archive.names:
        if name.endswith(".rels"):
            yield from _outside(archive, name)
    if archive.has_more:
        yield Carried("bytes_between")


def part_code(name: str) -> str:
    """What a part carries by its name; `unknown_part` where no program of ours knows it."""
    return next((code for pattern, code in _PARTS if pattern.fullmatch(name)), "unknown_part")


def _outside(archive: Archive, name: str) -> Iterator[Carried]:
    """Relations to files elsewhere; addresses of links in the text are seen."""
    for node in tree(archive.read(name)).all("Relationship"):
        kind = node.get("Type").rpartition("/")[2]
        if node.get("TargetMode") == "External" and kind != "hyperlink":
            yield Carried("external_link", kind)


def _owners(archive: Archive, sheets: Mapping[str, str]) -> dict[str, str]:
    """The sheet that a comment or a drawing belongs to."""
    owners: dict[str, str] = {}
    for part, name in sheets.items():
        for relation in relations_of(archive, part) if part else ():
            owners.setdefault(relation.target, name)
    return owners


def _of_part(archive: Archive, name: str, code: str, owner: str) -> Iterator[Carried]:
    data = archive.read(name)
    if len(data) > _MOST_READ:
        yield Carried("unknown_part", name)
        return
    try:
        root = tree(data)
    except Unreadable:
        if name.lower().endswith(".vml"):  # not always well-formed; comments have a part of their own
            yield Carried("comment", owner)
            return
        raise
    prefix = f"{owner}!" if owner else ""
    if code == "properties":
        yield from _of_properties(root)
    elif code == "chart":
        yield Carried("chart", name.rpartition("/")[2])
    elif code == "comment":
        refs = [node.get("ref") for node in root.all("comment")] + [
            node.get("ref") for node in root.all("threadedComment")
        ]
        yield from (Carried("comment", prefix + ref) for ref in refs or [""])
    elif code == "header_footer":
        if root.whole_text().strip():
            yield Carried("header_footer")
    else:
        yield from _of_drawing(root, prefix)


def _of_drawing(root: Node, prefix: str) -> Iterator[Carried]:
    for node in root.all("cNvPr"):
        if node.get("descr").strip() or node.get("title").strip():
            yield Carried("alt_text", prefix + node.get("name"))
        if node.get("hidden") in ("1", "true"):
            yield Carried("hidden_drawing", prefix + node.get("name"))
    bodies = [*root.all("txBody"), *root.all("textbox"), *root.all("txbxContent")]
    if any(body.whole_text().strip() for body in bodies):
        yield Carried("drawing_text", prefix.rstrip("!"))


def _of_properties(root: Node) -> Iterator[Carried]:
    """Names, companies and free texts; not which program wrote the file, and when."""
    personal = (
        "creator",
        "lastModifiedBy",
        "Company",
        "Manager",
        "title",
        "subject",
        "description",
        "keywords",
    )
    for key in personal:
        node = root.first(key)
        text = "" if node is None else node.whole_text().strip()
        if text and text.lower() not in _WRITERS:
            yield Carried("metadata", key)
    for key in ("HyperlinkBase", "category", "contentStatus", "identifier"):
        node = root.first(key)
        if node is not None and node.whole_text().strip():
            yield Carried("custom_properties", key)
