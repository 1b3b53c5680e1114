"""What a ``table`` job did: which cells were unsafe, how they were protected, what it cost."""

from collections.abc import Iterator
from dataclasses import replace

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.cell_keys import certainty_blocks, limits_of_noise, noise_losses
from sdc_desktop.report.chapters.tables import (
    shown_count,
    table_limits,
)
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Finding, Heading, KeyFigure, KeyFigures, Paragraph
from sdc_desktop.sheets.confidential import names_of, without_amounts
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.tables import (
    number_text,
    optimality,
    table_outcome,
    verdict,
)
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, what was done, what it cost. The cells are in the chapter on the table."""
    result = _shows_amounts(subject)
    blocks: list[Block | Heading] = [
        Finding(verdict(result, words) if subject.is_internal else table_outcome(result, words)),
        _key_figures(subject, result, words),
        *(certainty_blocks(result, words) if subject.is_internal else ()),
        Heading(words.say(N_("Method"))),
        *_what_was_done(result, words, internal=subject.is_internal),
    ]
    if not subject.is_internal:
        blocks += [Heading(words.say(N_("Utility loss"))), _shown(result, words)]
    else:
        # how far published cells are from the true ones is an equation for those who want these
        blocks += [Heading(words.say(N_("Utility loss"))), _shown(result, words)]
        blocks += [_losses(result, words)] if result.losses.distance else []
        value = getattr(getattr(subject.job, "params", None), "value", None)
        shows_amounts = value not in subject.confidential
        blocks += noise_losses(result, words, shows_amounts=shows_amounts)
    blocks += [
        Heading(words.say(N_("Limits and assumptions"))),
        *table_limits(words),
        *limits_of_noise(result, words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: TableResult, words: Words) -> Balance:
    """The row of risk and utility: unsafe cells, and how many cells are unchanged."""
    losses, risks = result.losses, result.risks
    gone = losses.cells_lost + (losses.cells_changed if subject.is_internal else 0)
    lost = gone / losses.cells if losses.cells else 0.0
    left = risks.unsafe if result.method is None else max(risks.failures or 0, risks.disclosed)
    left = max(left, result.open_jointly)
    left += max(len(getattr(result, "contributors_derive", ())), result.derived_jointly)
    return Balance(
        words.say(N_("cells that disclose too much")),
        shown_count(subject, risks.unsafe, words),
        shown_count(subject, left, words),
        words.say(N_("cells published unchanged") if subject.is_internal else N_("cells published")),
        words.percent(1),
        words.percent(1 - lost),
    )


def _shows_amounts(subject: Subject) -> TableResult:
    """The result with nothing confidential in it."""
    result: TableResult = subject.result.result
    params = getattr(subject.job, "params", None)
    names = names_of(subject.confidential, result.dimensions, result.cells, subject.total_code)
    cells = names.cells(result.cells) if names.hidden else result.cells
    if getattr(params, "value", None) in subject.confidential:
        cells = without_amounts(cells)
    notes = tuple(map(names.problem, result.notes)) if names.hidden else result.notes
    return replace(result, cells=cells, notes=notes)


def _key_figures(subject: Subject, result: TableResult, words: Words) -> KeyFigures:
    losses = result.losses
    of_all = words.say(N_("of {cells} cells"), cells=whole(losses.cells))
    unsafe = KeyFigure(words.say(N_("Unsafe")), whole(result.risks.unsafe), of_all)
    lost = KeyFigure(
        words.say(N_("Value lost")),
        words.percent(losses.value_lost),
        words.say(N_("of the sum of the finest cells")),
    )
    changed = KeyFigure(words.say(N_("Changed")), whole(losses.cells_changed), of_all)
    return KeyFigures(
        (
            *((unsafe,) if subject.is_internal else ()),
            KeyFigure(words.say(N_("Not published")), whole(losses.cells_lost), of_all),
            *((changed, lost) if subject.is_internal else ()),
        )
    )


def _what_was_done(result: TableResult, words: Words, *, internal: bool) -> Iterator[Paragraph]:
    names = ", ".join(result.dimensions)
    yield Paragraph(
        words.say(
            N_("The table has the dimensions {names} and the unit {unit}."),
            names=names,
            unit=number_text(result.unit, words),
        )
    )
    if isinstance(result, SuppressedTable) and internal:  # the cost can be a sum of suppressed values
        cost = number_text(result.cost, words)
        cost_text = words.say(N_("The cells suppressed to protect others cost {cost}."), cost=cost)
        yield Paragraph(f"{cost_text} {optimality(result, words)}", words.say(N_("Cost.")))
    for problem in result.notes if internal else ():  # they name cells, and protection levels
        yield Paragraph(sentence(problem, words).message, words.say(N_("Note.")))


def _shown(result: TableResult, words: Words) -> KeyFigures:
    """How many cells are published."""
    losses = result.losses
    label, all_cells = words.say(N_("Cells published")), whole(losses.cells)
    shown = words.say(N_("{number} of {all}"), number=whole(losses.cells - losses.cells_lost), all=all_cells)
    share = words.percent((losses.cells - losses.cells_lost) / losses.cells if losses.cells else 0.0, 0)
    return KeyFigures((KeyFigure(label, share, shown),))


def _losses(result: TableResult, words: Words) -> Paragraph:
    return Paragraph(
        words.say(
            N_(
                "Published cells differ from the true ones by {distance} in all; the mean squared error is "
                "{error}."
            ),
            distance=number_text(result.losses.distance, words),
            error=number_text(result.losses.mean_squared_error, words),
        )
    )
