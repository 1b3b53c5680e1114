"""The card Release: its middle of checklist, records, codebook, report and comparison, and its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.verdict import Reason, Verdict
from sdc_desktop.project.report_fields import with_fields
from sdc_desktop.ui.dialogs.report import Preview, ReportView
from sdc_desktop.ui.dialogs.report_fields import ReportDetailsDialog
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.tabs.microdata.exports import Exports
from sdc_desktop.ui.tabs.microdata.release.checklist import ACCEPT, ChecklistPage, Item, met_in, reasons_of
from sdc_desktop.ui.tabs.microdata.release.compare import ComparePages
from sdc_desktop.ui.tabs.microdata.release.file_pages import CodebookPage, RecordsPage
from sdc_desktop.ui.tabs.microdata.release.settings import ReleaseSettings
from sdc_desktop.ui.tabs.microdata.release.work import shown_file
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.recipients import recipients_of
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.verdict_bar import Link, VerdictBar
from sdc_desktop.words import N_
from sdc_desktop.words.program.languages import words_in
from sdc_desktop.words.program.report_fields import EDITIONS, field_label
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
    from sdc_desktop.ui.tabs.microdata.release.work import ShownFile


class Release(QObject):
    """Composes the card and follows the plan while the card is chosen."""

    requested = Signal()  # the card should be shown

    def __init__(
        self,
        presenter: MicrodataPresenter,
        tools: Tools,
        bar: VerdictBar,
        verdict: Callable[[], Verdict | None],
        parent: QWidget,
    ) -> None:
        """``verdict`` gives the verdict on the exported file; None: not found yet."""
        super().__init__(parent)
        self._controller, self._words = controller, words = tools.controller, tools.words
        self._bar, self._verdict, jobs = bar, verdict, tools.jobs
        self._window = parent
        self._chosen = False
        self.report = ReportView(controller, jobs, self._plan, words, in_place=True)
        self.settings = ReleaseSettings(words)
        self.exports = Exports(presenter, tools, verdict, self.report, self.settings, parent)
        self.checklist, self.records = ChecklistPage(words), RecordsPage(words)
        self.codebook = CodebookPage(words)
        self.compare = ComparePages(tools)
        self.details: ReportDetailsDialog | None = None
        self._file = PageAnswer(jobs, words, self._key, self)
        self.middle = self._pages()
        self._connect()

    def _pages(self) -> FoldingTabs:
        say = self._words.say
        tabs = FoldingTabs("release_card", say(N_("Pages of the release")))
        for page, title in (
            (self.checklist, N_("Checklist")),
            (self.records, N_("Protected records")),
            (self.codebook, N_("Codebook")),
            (self.report, N_("Report")),
            (self.compare, N_("Compare")),
        ):
            tabs.addTab(page, say(title))
        return tabs

    def _connect(self) -> None:
        controller, settings, exports = self._controller, self.settings, self.exports
        controller.steps.changed.connect(self.follow)
        controller.history_changed.connect(self.follow)
        controller.settle_requested.connect(settings.settle)
        controller.project_begun.connect(self._forget)
        self.report.made.connect(self._on_made)
        self.report.changed.connect(self.show_now)
        self._file.changed.connect(self.show_now)
        exports.changed.connect(self.show_now)
        exports.release_requested.connect(self.requested)
        exports.report_requested.connect(self.show_report)
        settings.edition.chosen.connect(self._on_edition)
        settings.language.chosen.connect(self._on_language)
        settings.officer.settled.connect(self._on_officer)
        settings.details_requested.connect(self.show_details)
        self.checklist.ticked.connect(exports.tick)
        self.checklist.followed.connect(self._on_link)
        self.checklist.preview_requested.connect(self.turn_to)

    # what is shown -----------------------------------------------------------------------------------

    def look(self, chosen: bool) -> None:
        """Whether the card is chosen: only then what it shows is made."""
        self._chosen = chosen
        self.exports.look(chosen)
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Have what is shown made of the current plan, once its steps have been applied."""
        if self._chosen and (self._controller.steps.current or self._counted):
            self.report.refresh()
            if not self._counted and not self._file.current and not self._file.awaited:
                recipients = recipients_of(self._controller, self._words)
                self._file.request(shown_file(self.exports.steps(), recipients))
        self.show_now()

    @property
    def _counted(self) -> bool:
        """Whether the records are at a site, and only their counts are here."""
        opened = self._controller.opened
        return opened is not None and opened.counted is not None

    def _plan(self) -> Plan:
        return self._controller.plan

    def _key(self) -> object:
        """All that the records and the codebook shown depend on."""
        controller = self._controller
        if not controller.steps.current:
            return None
        return id(controller.steps.trail), controller.whole_plan, controller.project.decisions

    @Slot()
    def show_now(self) -> None:
        """Show what is known."""
        if not self._chosen:
            return
        self.exports.show_settings()
        self.settings.show_fields(self._controller.project.decisions)
        known = self._file.current and not self.exports.sampled
        shown: ShownFile | None = self._file.found if known else None
        state = self._state()
        self.records.show_file(shown, state)
        self.codebook.show_file(shown, recipients_of(self._controller, self._words), state)
        self._show_checklist(shown)

    def _state(self) -> str:
        say, steps = self._words.say, self._controller.steps
        if self._counted:
            return say(N_("The records are at the site. The run there exports the protected file."))
        if sampled := self.exports.sampled:
            return sampled
        if not steps.steps:
            return say(N_("Nothing to release yet. Add a step first."))
        if steps.problems:
            return failure_text(steps.problems, self._words)
        return self._file.refusal or say(N_("Applying the steps…"))

    def _show_checklist(self, shown: ShownFile | None) -> None:
        say, preview = self._words.say, self.report.preview
        items: tuple[Item, ...] = ()
        verdict = self._verdict()
        if verdict is not None:
            items = reasons_of(verdict, self._links, self._accepted(), self._words)
        if preview is not None:
            items += met_in(preview.made.report, self._words)
        waiting = say(N_("Checking what is met…")) if self.report.running else self.report.state.text()
        self.checklist.show_items(items, "" if preview is not None else waiting or self._state())
        self.checklist.files.setVisible(not self._counted)
        self._show_files(shown, preview)
        self.checklist.show_kept(self._kept(preview))

    def _accepted(self) -> dict[tuple[str, str], str]:
        """By code and rule the reasons for which reservations on the exported file are accepted."""
        jobs = ("", *(job.name for job in self._controller.steps.steps[-1:]))
        accepted = self._controller.project.decisions.accepted
        return {(one.code, one.rule): one.reason for one in accepted if one.job in jobs}

    def _links(self, reason: Reason) -> tuple[Link, ...]:
        return tuple(self._bar.links_of(reason))

    def _show_files(self, shown: ShownFile | None, preview: Preview | None) -> None:
        words, exports = self._words, self.exports
        edition = words.say(EDITIONS[self._controller.project.decisions.edition])
        records = (
            ""
            if shown is None
            else words.say_many(N_("{number} record"), N_("{number} records"), shown.records)
        )
        pages = (
            ""
            if preview is None
            else words.say_many(N_("{number} page"), N_("{number} pages"), len(preview.pages))
        )
        about = {
            "file": records,
            "codebook": words.say(N_("codebook, also as CSV")),
            "report": ", ".join(filter(None, (edition, pages))),
            "annex": words.say(N_("settings, cells and figures")),
        }
        for name, text in about.items():
            self.checklist.show_file(
                name,
                exports.name_of(name),
                text,
                ticked=exports.is_ticked(name),
                enabled=exports.can_tick(name),
            )

    def _kept(self, preview: Preview | None) -> tuple[tuple[str, str], ...]:
        """Values changed, records left, and what the report has on utility; nothing that is not known."""
        say, steps = self._words.say, self._controller.steps
        found: list[tuple[str, str]] = []
        if steps.current and steps.trail is not None:
            first, last = steps.trail.steps[0], steps.trail.steps[-1]
            if last.changed is not None:
                share = self._words.percent(last.changed / max(last.values, 1))
                text = say(N_("{number} ({share})"), number=whole(last.changed), share=share)
                found.append((say(N_("Values changed")), text))
            left = say(N_("{number} of {of}"), number=whole(last.records), of=whole(first.records))
            found.append((say(N_("Records left")), left))
        if preview is not None:
            found += [(one.label, one.value) for one in preview.made.report.kept]
        return tuple(found)

    @Slot(object)
    def _on_made(self, found: Preview) -> None:
        self.checklist.show_page(found.pages, self._words.say(N_("Page {number}"), number=1))
        if self.details is not None:
            self.details.form.show_verdict(found.made.result.verdict)

    @Slot()
    def _forget(self) -> None:
        self._file.forget()
        self.checklist.show_page((), "")

    # what is done ------------------------------------------------------------------------------------

    @Slot(object)
    def turn_to(self, name: str) -> None:
        """Show a page of the middle: of the file, its codebook or the report."""
        pages = {"file": self.records, "codebook": self.codebook, "report": self.report}
        self.middle.setCurrentWidget(pages.get(name, self.checklist))

    @Slot()
    def show_report(self) -> None:
        """Show the card with the pages of the report."""
        self.requested.emit()
        self.turn_to("report")

    def show_comparison(self) -> None:
        """Show the card with the strategies side by side."""
        self.requested.emit()
        self.middle.setCurrentWidget(self.compare)
        self.compare.compare()

    @Slot()
    def show_details(self) -> None:
        """Show all that the report says of itself, to be filled in."""
        if self.details is None:
            self.details = ReportDetailsDialog(self._controller, self._words, self._window.window())
        if self.report.preview is not None:
            self.details.form.show_verdict(self.report.preview.made.result.verdict)
        self.details.show()
        self.details.raise_()

    @Slot(object)
    def _on_link(self, link: Link) -> None:
        if link.target == ACCEPT:
            self.show_details()
        else:
            self._bar.follow(link)

    @Slot(object)
    def _on_edition(self, edition: str) -> None:
        self._decide("edition", edition)

    @Slot(object)
    def _on_officer(self, text: str) -> None:
        self._decide("officer", text.strip())

    def _decide(self, name: str, value: str) -> None:
        try:
            fields = with_fields(self._controller.project.decisions, {name: value})
        except Refused as refusal:
            self.exports.report.report_not_written(refusal.problems)
            return
        self._controller.decide(field_label(name, value, self._words), decisions=fields)

    @Slot(object)
    def _on_language(self, language: str) -> None:
        self.report.speak(words_in(language))
