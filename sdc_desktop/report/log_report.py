"""The report on a release log: its end, by which it can be compared later, its rules, its releases."""

from sdc_desktop.engine.output.ledger import Head
from sdc_desktop.engine.release.live import LiveRelease, verdict_on_log
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import labels, report_date
from sdc_desktop.report.model import Report, Section
from sdc_desktop.report.sections.closing import sign_off
from sdc_desktop.report.sections.cover import fields_of
from sdc_desktop.report.sections.verdict import mark_of
from sdc_desktop.sheets.blocks import Block, Column, Heading, KeyFigure, KeyFigures, Paragraph, Table, Verdict
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.release.release import degrees_text, join_text, policy_text, test_name
from sdc_desktop.words.release.release_live import setup_text, state_text
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts
from sdc_desktop.words.words import whole


def log_report(live: LiveRelease, name: str, fields: ReportFields, words: Words) -> Report:
    """The internal report on an open log; `name` is its file's name. Nothing of it comes from the clock."""
    found = _verdict(live, words)
    end = _end(live.head, words)
    blocks: list[Block | Heading] = [
        _numbers(live, words),
        Heading(words.say(N_("End of the log"))),
        end,
        Paragraph(
            words.say(
                N_(
                    "If the head of this log is lost, both figures are needed to open it. A log that has "
                    "fewer lines, or another checksum in this line, is not the one reported here."
                )
            )
        ),
        Heading(words.say(N_("Rules of the log"))),
        *_rules(live, words),
        *(Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in live.notes),
        *sign_off(fields, words),
    ]
    title = words.say(N_("Release log: {name}"), name=name)
    return Report(
        title=fields.title or words.say(N_("Report on a release log")),
        subject=name,
        author=fields.officer,
        edition="internal",
        fields=fields_of(fields, None, words),
        verdict=found,
        sections=(Section(title, tuple(blocks), "log", "page"),),
        labels=labels("internal", words),
        date=report_date(fields),
        keywords=(words.say(N_("statistical disclosure control")),),
    )


def _verdict(live: LiveRelease, words: Words) -> Verdict:
    judged = verdict_on_log(live)
    text = state_text(len(live.released()), len(live.waiting()), len(live.denied()), words)
    return Verdict(text, mark_of(judged), grade_name(judged.grade, words), reason_texts(judged, words))


def _numbers(live: LiveRelease, words: Words) -> KeyFigures:
    figures = (
        (N_("Released"), live.released()),
        (N_("Waiting"), live.waiting()),
        (N_("Denied"), live.denied()),
    )
    return KeyFigures(tuple(KeyFigure(words.say(label), whole(len(what))) for label, what in figures))


def _end(head: Head, words: Words) -> Table:
    columns = (Column(words.say(N_("Figure"))), Column(words.say(N_("Value")), share=3, code=True))
    rows = (
        (words.say(N_("Lines")), str(head.n)),
        (words.say(N_("Checksum of the last line")), head.hash),
        (words.say(N_("Checksum of the first line")), head.ledger),
    )
    return Table(words.say(N_("Lines and checksums (SHA-256)")), columns, rows)


def _rules(live: LiveRelease, words: Words) -> tuple[Paragraph, ...]:
    setup = live.setup
    texts = [policy_text(setup.policy, words), degrees_text(setup.rules.degrees, words)]
    if "CST" in setup.tests:
        texts.append(join_text(setup.rules.join, words))
    name = N_("{name}:")
    tests = (
        Paragraph(f"{(text := test_name(test, words))[:1].upper()}{text[1:]}.", words.say(name, name=test))
        for test in setup.tests
    )
    return (Paragraph(f"{setup_text(setup, words)}."), *tests, Paragraph(" ".join(texts)))
