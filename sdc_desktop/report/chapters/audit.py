"""What an ``audit`` job found: what a published table discloses, and by which equations."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.tables.cells import counted_once
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.tables import (
    intervals_figure,
    intervals_table,
    proof_paragraphs,
    shown_count,
    table_limits,
)
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Finding, Heading, KeyFigure, KeyFigures, Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.tables import (
    NOTHING,
    audit_outcome,
    audit_verdict,
    cell_name,
    ends,
    number_text,
    risk,
)
from sdc_desktop.words.words import whole

_MOST_PROOFS = 5  # equations that are listed; result.json has all


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then every suppressed cell, then how cells are disclosed."""
    result: AuditResult = subject.result.result
    cells = counted_once(result.cells)
    hidden = [cell for cell in cells if cell.possible is not None or cell.risk is not None]
    blocks: list[Block | Heading] = [
        Finding(audit_verdict(result, words) if subject.is_internal else audit_outcome(result, words)),
        *((_key_figures(result, words),) if subject.is_internal else ()),
    ]
    if subject.is_internal and hidden:
        blocks.append(Heading(words.say(N_("Disclosure audit"))))
        blocks += intervals_figure(hidden, words)
        blocks.append(intervals_table(hidden, words.say(N_("Unpublished cells")), words))
        blocks += proof_paragraphs([cell for cell in hidden if cell.proof][:_MOST_PROOFS], words)
    blocks += [
        *_insider(subject, result, words),
        *(Paragraph(sentence(note, words).message, words.say(N_("Note."))) for note in result.notes),
        Heading(words.say(N_("Limits and assumptions"))),
        *table_limits(words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: AuditResult, words: Words) -> Balance:
    """The row of risk: an audit has no before."""
    measure = words.say(N_("unpublished cells that can be derived exactly"))
    return Balance(measure, NOTHING, shown_count(subject, result.disclosed, words))


def _key_figures(result: AuditResult, words: Words) -> KeyFigures:
    of_all = words.say(N_("of {cells} cells"), cells=whole(len(counted_once(result.cells))))
    highest = NOTHING if result.highest_risk is None else words.figure(result.highest_risk, 3)
    independent = NOTHING if result.rank is None else whole(result.rank)
    return KeyFigures(
        (
            KeyFigure(words.say(N_("Not published")), whole(result.unpublished), of_all),
            KeyFigure(
                words.say(N_("Disclosed")), whole(result.disclosed), words.say(N_("one possible value"))
            ),
            KeyFigure(words.say(N_("Highest risk")), highest, words.say(N_("of the others"))),
            KeyFigure(
                words.say(N_("Relations")),
                independent,
                words.say(
                    N_("independent among unpublished cells; {all} in all"), all=whole(result.relations)
                ),
            ),
        )
    )


def _insider(subject: Subject, result: AuditResult, words: Words) -> Iterator[Paragraph]:
    found = result.insider
    if found is None or not subject.is_internal:
        return
    text = words.say(
        N_(
            "A contributor of {own} to {cell} knows another contribution to lie at {ends} (possible values: "
            "{possible}, risk: {risk})."
        ),
        own=number_text(found.own, words),
        cell=cell_name(found.cell),
        ends=ends(found, words),
        possible=NOTHING if found.possible is None else whole(found.possible),
        risk=risk(found, words),
    )
    yield Paragraph(text, words.say(N_("Insider.")))
