"""What an ``audit`` job found: what a published table discloses, and by which equations."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.tables.cells import counted_once
from sdc_desktop.sheets.blocks import Finding, Heading, KeyFigure, KeyFigures, Paragraph
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, INTERNAL, PAPER, About, For
from sdc_desktop.sheets.tables import but, intervals_figure, intervals_table, proof_paragraphs
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.figures import decimals_of, number_text
from sdc_desktop.words.tables.tables import NOTHING, cell_name, ends, risk
from sdc_desktop.words.words import N_, Words, whole

_MOST_PROOFS = 5  # equations that are listed; result.json has all


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, then inside the suppressed cells and how cells are disclosed."""
    result: AuditResult = about.result
    yield For(Finding(_finding(result, words)), INSIDE)
    yield For(Finding(_outcome(result, words)), EXTERNAL)
    yield For(_key_figures(result, words), INTERNAL)
    cells = counted_once(result.cells)
    hidden = [cell for cell in cells if cell.possible is not None or cell.risk is not None]
    if hidden:
        proven = [cell for cell in hidden if cell.proof][:_MOST_PROOFS]
        for block in (
            Heading(words.say(N_("Disclosure audit"))),
            *intervals_figure(hidden, words),
            intervals_table(hidden, words.say(N_("Unpublished cells")), decimals_of(result).bound, words),
            *proof_paragraphs(proven, words),
        ):
            yield For(block, INTERNAL)
    if result.insider is not None:
        yield For(_insider(result, words), INTERNAL)
    for note in result.notes:
        yield For(Paragraph(sentence(note, words).message, words.say(N_("Note."))), PAPER)


def _outcome(result: AuditResult, words: Words) -> str:
    """What the published table discloses, without a count: for readers outside the organisation."""
    if not result.unpublished:
        return words.say(N_("Every cell is published; there is nothing to audit."))
    if result.disclosed or result.failures:
        return words.say(N_("Unpublished cells can be derived exactly or too closely."))
    return _joined(words.say(N_("No unpublished cell can be derived exactly.")), result, words)


def _finding(result: AuditResult, words: Words) -> str:
    """What the published table discloses, in one sentence."""
    if not result.unpublished:
        return words.say(N_("Every cell is published; there is nothing to audit."))
    if result.disclosed:
        return words.say_many(
            N_("{number} of {all} suppressed cells exactly disclosed."),
            N_("{number} of {all} suppressed cells exactly disclosed."),
            result.disclosed,
            all=whole(result.unpublished),
        )
    if result.failures:
        return words.say_many(
            N_("{number} unpublished cell can be derived more closely than its protection level allows."),
            N_("{number} unpublished cells can be derived more closely than their protection levels allow."),
            result.failures,
        )
    nothing = words.say_many(
        N_("The {number} suppressed cell is not exactly disclosed."),
        N_("None of the {number} suppressed cells is exactly disclosed."),
        result.unpublished,
    )
    return _joined(nothing, result, words)


def _joined(nothing: str, result: AuditResult, words: Words) -> str:
    return " ".join((nothing, *but(result.below_max_risk is False, result.insider, words)))


def _key_figures(result: AuditResult, words: Words) -> KeyFigures:
    of_all = words.say(N_("of {cells} {cells:cell|cells}"), cells=whole(len(counted_once(result.cells))))
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


def _insider(result: AuditResult, words: Words) -> Paragraph:
    found = result.insider
    assert found is not None
    text = words.say(
        N_(
            "A contributor of {own} to {cell} knows another contribution to lie at {ends} (possible values: "
            "{possible}, risk: {risk})."
        ),
        own=number_text(found.own, words),
        cell=cell_name(found.cell, words),
        ends=ends(found, decimals_of(result).bound, words),
        possible=NOTHING if found.possible is None else whole(found.possible),
        risk=risk(found, words),
    )
    return Paragraph(text, words.say(N_("Insider.")))
