"""What a report contains, apart from how it is set; nothing here knows a page.

A `Report` has a cover (`Verdict`, `Product`, `KeyFigure`, `CoverField`) and `Section`s, which are its
numbered chapters; a section has the blocks of `sheets.blocks`.

A job's module in `chapters` writes one section with a `Finding` first, which becomes the job's `Verdict`, and
headings of `report.parts.HEADINGS`: what is below them goes to the chapters on what was done, risk, utility
and limits. `typst_json` turns all of it into what the PDF's template reads, `html` into the twin. Alternative
texts of figures are made from their charts (`report.alt`), never by a chapter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from sdc_desktop.sheets.blocks import Block, CoverField, Figure, Heading, KeyFigure, Mark, Verdict

Edition = Literal["internal", "external"]


@dataclass(frozen=True)
class Product:
    """What will be released: its name, its file, its grade and what is recommended."""

    name: str
    file: str
    mark: Mark
    mark_name: str
    recommendation: str


Break = Literal["none", "page", "half", "whole"]


Wide = Literal["", "portrait", "landscape"]


@dataclass(frozen=True)
class Section:
    """A chapter of the report. `key` is unique in it and names bookmark and link. `begins`: on a page of its
    own, on a new one where more than half of the page is full, or where the whole chapter has no room.
    `wide`: it is set on one page with narrow margins, upright or turned, which its published table needs.
    """

    title: str
    blocks: tuple[Block | Heading, ...]
    key: str
    begins: Break = "none"
    wide: Wide = ""


@dataclass(frozen=True)
class Labels:
    """The few words that the typesetting itself needs, in the language of the report."""

    contents: str
    page_of: str  # with {page} and {pages}
    edition: str
    edition_label: str  # for whom this edition is
    rows_left_out: str  # with {left}: of a table too long for paper
    verdict: str  # what the grade on the cover is of
    products: tuple[str, str, str, str]  # title and heads of the products' table
    further_products: str  # with {number}: of products that have no room on the cover
    skip: str  # the link past the contents
    scrolls: str  # with {title}: the name of a region that scrolls
    producer: str
    language: str
    decimal_mark: str  # what is before the decimals of a figure
    lacking_glyphs: str = ""  # the note on characters that no font has


@dataclass(frozen=True)
class Report:
    """A whole report, ready to be set."""

    title: str
    subject: str  # what it is about
    author: str
    edition: Edition
    fields: tuple[CoverField, ...]
    verdict: Verdict  # on all that is released
    sections: tuple[Section, ...]
    labels: Labels
    date: date  # of the report: the only date in the PDF
    recommendation: str = ""
    figures: tuple[KeyFigure, ...] = ()
    products: tuple[Product, ...] = ()
    organisation: str = ""
    keywords: tuple[str, ...] = ()
    further: tuple[Figure, ...] = ()  # of steps that have no room, for the annex
    font: str = ""  # the file of a further font, of the site policy
    kept: tuple[KeyFigure, ...] = ()  # of the utility, one of each product that has one; among `figures` one

    def blocks(self) -> Iterator[Block | Heading]:
        """Every block in order."""
        for section in self.sections:
            yield from section.blocks
