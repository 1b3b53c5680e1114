"""The report as PDF: PDF/A-2a and PDF/UA-1, tagged, bundled fonts embedded, and the same bytes on every run.

typst sets it from the template `resources/report/report.typ`; no other file is read but the font that a site
policy names, and nothing is fetched.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from sdc_desktop.report import model
from sdc_desktop.report.site_font import copied_alone, site_font
from sdc_desktop.report.typst_json import report_json
from sdc_desktop.resources import resource_path

if TYPE_CHECKING:
    import typst

_CATALOGUE = re.compile(rb"(\d+) 0 obj\n(<</Type/Catalog.*?>>)\nendobj", re.DOTALL)
_TRAILER = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n(\d+)\n%%EOF\s*$", re.DOTALL)


def pdf_bytes(report: model.Report) -> bytes:
    """The report set as PDF. The same report gives the same bytes."""
    moment = datetime.combine(report.date, time(12), UTC)
    with _compiler(report) as compiler:
        written = compiler.compile(format="pdf", pdf_standards=["a-2a", "ua-1"], timestamp=moment)
    assert isinstance(written, bytes)
    return with_open_bookmarks(written)


def page_pictures(report: model.Report, dots_per_inch: float) -> tuple[bytes, ...]:
    """The pages of the PDF as PNG pictures: the same document, set by the same template."""
    with _compiler(report) as compiler:
        pages = compiler.compile(format="png", ppi=dots_per_inch)
    if isinstance(pages, bytes):
        return (pages,)
    return tuple(pages or ())


@contextmanager
def _compiler(report: model.Report) -> "Iterator[typst.Compiler]":
    import typst

    font = site_font(report.font) if report.font else None
    with ExitStack() as stack:
        folders = [resource_path("fonts")]
        if font is not None:
            folders.append(stack.enter_context(copied_alone(font.path)))
        folder = resource_path("report")
        fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
        text = report_json(report) if font is None else report_json(report, font.family, font.codes)
        yield typst.Compiler(
            folder / "report.typ",
            root=folder,
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"report": text},
        )


def with_open_bookmarks(written: bytes) -> bytes:
    """The PDF with its bookmarks shown when it is opened, as an incremental update (ISO 32000-1, 7.5.6).

    A file that is not built as typst builds it stays unchanged.
    """
    catalogue, trailer = _CATALOGUE.search(written), _TRAILER.search(written)
    if catalogue is None or trailer is None or b"/ObjStm" in written or b"/PageMode" in catalogue[2]:
        return written
    number = int(catalogue[1])
    body = written if written.endswith(b"\n") else written + b"\n"
    place = len(body)
    changed = catalogue[2][:-2] + b"/PageMode/UseOutlines>>"
    body += b"%d 0 obj\n%s\nendobj\n" % (number, changed)
    table = len(body)
    body += b"xref\n%d 1\n%010d 00000 n\r\n" % (number, place)
    body += b"trailer\n<<%s/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (trailer[1], int(trailer[2]), table)
    return body
