"""Plans whose records hold values that must never be told, and how tests read reports back."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdf

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.running.judging import products_in
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.model import Edition, Report, Section
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.sections.verdict import job_verdict
from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.words import Words
from tests.support.secret import digits

STATES = ("zq-single", "zq-married", "zq-widowed")
FIELDS = ReportFields(
    title="Patients of the northern clinics",
    purpose="For the research centre, under contract.",
    officer="Ada Lovelace",
    reviewer="Κώστας Παπαδόπουλος",
    decision="conditions",
    reason="The recipient is bound by contract.",
    date="2025-03-14",
)


def records() -> list[tuple[str, str, str, str]]:
    """Forty records: a direct identifier, two key variables and a sensitive one."""
    return [
        (f"secret-id-{n}", str(1961 + n % 11), STATES[n * n % 7 % 3], f"secret-ill-{n % 7}")
        for n in range(40)
    ]


def write_data(folder: Path, names: tuple[str, str, str, str] = ("id", "yob", "ms", "disease")) -> None:
    """The records and the files of their hierarchies."""
    head = ";".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = [";".join(record) for record in records()]
    (folder / "people.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    levels = ["value;been married;all", *(f"{state};{state != STATES[0]};*" for state in STATES)]
    (folder / "ms.csv").write_text("\n".join(levels) + "\n", encoding="utf-8")
    ills = ["value;kind", *(f"secret-ill-{n};secret-kind-{n % 2}" for n in range(7))]
    (folder / "ill.csv").write_text("\n".join(ills) + "\n", encoding="utf-8")


def plan_json(names: tuple[str, str, str, str] = ("id", "yob", "ms", "disease")) -> dict[str, object]:
    """A plan with a job of every recoding kind; the second reads what the first made."""
    direct, year, state, ill = names
    return {
        "schema": 2,
        "data": {
            "path": "people.csv",
            "variables": {
                direct: {"role": "direct_identifier"},
                year: {"role": "key", "level": "ordinal"},
                state: {"role": "key"},
                ill: {"role": "sensitive"},
            },
            "hierarchies": {
                year: {"kind": "intervals", "start": 1961, "widths": [2, 4, 12], "end": 1972},
                state: {"kind": "levels", "path": "ms.csv"},
                ill: {"kind": "levels", "path": "ill.csv"},
            },
        },
        "secrets": {"*": digits()},
        "jobs": [
            {
                "name": "protect",
                "kind": "anopi",
                "params": {"alpha": 0.75, "user_points": {year: 60, state: 40}},
                "output": {"path": "protected.csv", "order": "random"},
            },
            {"name": "by hand", "kind": "recode", "params": {"levels": {year: 1, state: 0}}},
        ],
    }


POINT = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")  # a figure with a decimal point
NO_TEXT = {"key", "kind", "mark", "align", "alt", "begins", "edition", "language", "page_of", "producer"}
VOID = {"meta", "line", "rect", "circle", "polygon", "polyline"}


def texts(part: object) -> Iterator[str]:
    """Every text that a reader of the model's part should find; charts are drawn, not told."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for entry in part:
            yield from texts(entry)
    elif is_dataclass(part) and not type(part).__name__.endswith("Chart"):
        for field in fields(part):
            if field.name not in NO_TEXT:
                yield from texts(getattr(part, field.name))


def sentences(report: Report) -> list[str]:
    """All texts of a report, without blanks, longest first."""
    found = {
        squeezed(text)
        for part in (report.fields, report.verdict, report.figures, report.sections)
        for text in texts(part)
    }
    found |= {squeezed(text) for text in (report.title, report.subject, report.recommendation)}
    return sorted(filter(None, found), key=len, reverse=True)


def subject_of(result: PlanResult, name: str, edition: Edition = "internal") -> Subject:
    """What a job's module is written from."""
    jobs = [result.opened.plan.job(done.name) for done in result.jobs]
    results = {done.name: done for done in result.jobs}
    number, done = next((n, one) for n, one in enumerate(result.jobs, start=1) if one.name == name)
    job, products = result.opened.plan.job(name), products_in(result.opened.plan, jobs)
    return Subject(number, job, done, result.opened, edition, result.released, results, name in products)


def section_of(
    result: PlanResult, name: str, edition: Edition = "internal", words: Words | None = None
) -> Section:
    """What the module of a job tells, with the verdict in place of its finding."""
    words, subject = words or Words(), subject_of(result, name, edition)
    return with_verdict(subject, chapter_of(subject.job.kind).sections(subject, words), words)


def with_verdict(subject: Subject, written: tuple[Section, ...], words: Words) -> Section:
    """The one section of a job's module with its finding replaced by the verdict, to be set alone."""
    (section,) = written
    found = next(block for block in section.blocks if isinstance(block, Finding))
    verdict = job_verdict(subject, found.text, words)
    return replace(section, blocks=tuple(verdict if one is found else one for one in section.blocks))


def squeezed(text: str) -> str:
    """The text without any blank or break, because lines break differently here and there."""
    return re.sub(r"[\s\u200b]", "", text)


def pdf_pages(written: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(written)).pages]


def pdf_text(written: bytes) -> str:
    """The text of all pages without blanks, running heads and feet left where they stand."""
    return squeezed("".join(pdf_pages(written)))


def pdf_everything(written: bytes) -> str:
    """All that a PDF tells, without blanks: text of pages, alternative texts, bookmarks and metadata."""
    with pikepdf.open(BytesIO(written)) as pdf:
        alts = " ".join(str(element.Alt) for element in structure(pdf) if "/Alt" in element)
        marks = " ".join(bookmarks(pdf))
        about = pdf.Root.Metadata.read_bytes().decode("utf-8")
        facts = " ".join(str(value) for value in pdf.docinfo.values())
    return pdf_text(written) + squeezed(" ".join((alts, marks, about, facts)))


def structure(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every element of the structure tree, from the root on, in reading order."""
    for child in pdf.Root.StructTreeRoot.K:
        yield from below(child)


def below(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """An element of the structure tree, and all elements in it, in reading order."""
    yield element
    found = element.get("/K", None)
    for child in found if isinstance(found, pikepdf.Array) else [] if found is None else [found]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield from below(child)


def bookmarks(pdf: pikepdf.Pdf) -> list[str]:
    """The titles of the bookmarks, in order."""
    found: list[str] = []

    def walk(items: Iterable[pikepdf.OutlineItem]) -> None:
        for item in items:
            found.append(item.title)
            walk(item.children)

    with pdf.open_outline() as outline:
        walk(outline.root)
    return found


def shown(written: str) -> str:
    """The texts of an HTML report, cell apart from cell, drawings included, without the program's version."""
    body = re.sub(r"<style>.*?</style>", "", written, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", body)).replace(ENGINE_VERSION, "")


class HtmlPage(HTMLParser):
    """An HTML file taken apart; fails where tags are not balanced."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(written)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data
