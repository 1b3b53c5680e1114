"""Writing the report beside the window. No Qt: this only calls the report's own door."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy import Policy
from sdc_desktop.project.project import Edition, KeptStrategy, ReportFields
from sdc_desktop.words import N_, Words


@dataclass(frozen=True)
class Choice:
    """What an entry of the save dialog means: the endings it allows, its own first, and the edition."""

    suffixes: tuple[str, ...]
    edition: Edition


def report_choices(words: Words, first: Edition = "internal") -> Mapping[str, Choice]:
    """The entries of the save dialog, by their text. PDF of the edition `first` is the first."""
    pdf, html = (".pdf", ".html"), (".html", ".pdf")
    entries = {
        words.say(N_("PDF, internal edition (*.pdf)")): Choice(pdf, "internal"),
        words.say(N_("PDF, external edition without sensitive details (*.pdf)")): Choice(pdf, "external"),
        words.say(N_("HTML, internal edition (*.html)")): Choice(html, "internal"),
        words.say(N_("HTML, external edition without sensitive details (*.html)")): Choice(html, "external"),
    }
    return dict(sorted(entries.items(), key=lambda entry: entry[1].edition != first))


def report_work(
    plan: Plan,
    base: Path,
    path: Path,
    fields: ReportFields,
    words: Words,
    *,
    edition: Edition | None = None,
    held_to: Policy | None = None,
    strategies: Sequence[KeptStrategy] = (),
    read: Sequence[tuple[Path, str]] = (),
) -> Callable[[JobContext], Path]:
    """Work that runs the plan and writes its report, as the batch command does; gives `path`.
    Without an `edition` it is the one that the project is for. ``read``: the files as the window read them,
    with their SHA-256.
    """

    def work(context: JobContext) -> Path:
        from sdc_desktop.report.assemble import report_plan

        report_plan(
            plan,
            base,
            path,
            fields,
            words,
            context,
            edition=edition or fields.edition,
            held_to=held_to,
            strategies=strategies,
            read=read,
        )
        return path

    return work
