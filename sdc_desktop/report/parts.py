"""What the job's module states, sorted by the chapters of the report that it goes to.

A module of `chapters` writes one section: a `Finding`, key figures, and blocks below the headings that are
named here. What is above the first heading, and below any other heading, is about the risk.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath, PureWindowsPath
from typing import Literal

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.report.balance import Balance, balance_of
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.sections.verdict import job_verdict, only_measures
from sdc_desktop.sheets.blocks import Block, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Verdict
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name

PartName = Literal["done", "risk", "utility", "limits"]
HEADINGS: Mapping[PartName, str] = {
    "done": N_("Method"),
    "utility": N_("Utility loss"),
    "limits": N_("Limits and assumptions"),
}
Blocks = tuple[Block | Heading, ...]


@dataclass(frozen=True)
class JobReport:
    """What a job reports: its verdict with the finding, its key figures, and the blocks of each part."""

    subject: Subject
    title: str
    verdict: Verdict
    figures: tuple[KeyFigure, ...]
    done: Blocks
    risk: Blocks
    utility: Blocks
    limits: Blocks
    balance: Balance | None

    kind: str  # what its method is called
    short_name: str  # of its grade, for a narrow column

    @property
    def is_product(self) -> bool:
        """Whether its file will be released."""
        return self.subject.is_product


def job_report(subject: Subject, words: Words) -> JobReport:
    """What a job's module reports, by part."""
    (section,) = chapter_of(subject.job.kind).sections(subject, words)
    parts: dict[PartName, list[Block | Heading]] = {"done": [], "risk": [], "utility": [], "limits": []}
    names = {words.say(text): name for name, text in HEADINGS.items()}
    figures: list[KeyFigure] = []
    finding = ""
    now: PartName = "risk"
    for block in section.blocks:
        if isinstance(block, Finding):
            finding = block.text
        elif isinstance(block, Heading) and block.text in names:
            now = names[block.text]
        elif isinstance(block, Heading):
            now = "risk"
            parts[now].append(block)
        elif isinstance(block, KeyFigures) and now == "risk" and not figures:
            figures += block.figures
        else:
            parts[now].append(block)
    return JobReport(
        subject,
        section.title,
        job_verdict(subject, finding, words),
        tuple(figures),
        tuple(parts["done"]),
        tuple(parts["risk"]),
        tuple(parts["utility"]),
        tuple(parts["limits"]),
        balance_of(subject, words),
        words.say(method_of(subject.job.kind).title),
        _short(subject, words),
    )


def _short(subject: Subject, words: Words) -> str:
    verdict = subject.result.verdict
    if only_measures(verdict):
        return words.say(N_("Measured"))
    if verdict.grade is Grade.RESERVATIONS:
        return words.say(N_("Reservations"))
    return grade_name(verdict.grade, words)


def paragraphs(blocks: Blocks) -> tuple[Paragraph, ...]:
    """The paragraphs among blocks."""
    return tuple(block for block in blocks if isinstance(block, Paragraph))


def file_name(path: str) -> str:
    """The last part of a path of any system: folders could reveal what readers must not know."""
    return PureWindowsPath(PurePath(path).name).name
