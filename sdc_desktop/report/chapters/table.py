"""What a ``table`` job did: which cells were unsafe, how they were protected, what it cost."""

from collections.abc import Iterator
from dataclasses import replace

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.cells import CellResult, counted_once
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.cell_keys import certainty_blocks, limits_of_noise, noise_losses
from sdc_desktop.report.chapters.tables import (
    MOST_ROWS,
    intervals_figure,
    intervals_table,
    shown_count,
    table_limits,
)
from sdc_desktop.report.model import (
    Block,
    Column,
    Finding,
    Heading,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
)
from sdc_desktop.report.sections.confidential import (
    is_confidential,
    names_of,
    numbered_told,
    without_amounts,
)
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.tables import (
    BY_CONTRIBUTOR,
    NOTHING,
    cell_name,
    number_text,
    optimality,
    reason,
    status,
    table_outcome,
    verdict,
)
from sdc_desktop.words.words import whole

_MOST_NAMED = 6  # cells that one other protects; a report is read, result.json has all


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what can be derived, what it cost."""
    result, hidden = _told(subject)
    blocks: list[Block | Heading] = [
        Finding(verdict(result, words) if subject.is_internal else table_outcome(result, words)),
        _key_figures(subject, result, words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(result, words, internal=subject.is_internal),
        *(numbered_told(hidden, words) if subject.is_internal else ()),
    ]
    if subject.is_internal:
        blocks += _unsafe(result, words)
        once = counted_once(result.cells)
        derived = [cell for cell in once if cell.possible is not None or cell.risk is not None]
        if derived:
            blocks.append(Heading(words.say(N_("Disclosure audit"))))
            blocks += intervals_figure(derived, words)
            blocks.append(intervals_table(derived, words.say(N_("Cells not published as they are")), words))
        blocks += certainty_blocks(result, words)
        # how far published cells are from the true ones is an equation for those who want these
        blocks += [Heading(words.say(N_("Utility loss"))), _losses(result, words)]
        told = not is_confidential(subject, getattr(getattr(subject.job, "params", None), "value", None))
        blocks += noise_losses(result, words, amounts_told=told)
    blocks += [
        Heading(words.say(N_("Limits and assumptions"))),
        *table_limits(words),
        *limits_of_noise(result, words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: TableResult, words: Words) -> Balance:
    """The row of risk and utility: unsafe cells, and how many cells are as they were."""
    losses, risks = result.losses, result.risks
    lost = (losses.cells_lost + losses.cells_changed) / losses.cells if losses.cells else 0.0
    left = risks.unsafe if result.method is None else max(risks.failures or 0, risks.disclosed)
    left += len(getattr(result, "contributors_derive", ()))
    return Balance(
        words.say(N_("cells that tell too much")),
        shown_count(subject, risks.unsafe, words),
        shown_count(subject, left, words),
        words.say(N_("cells published as they are")),
        words.percent(1),
        words.percent(1 - lost),
    )


def _told(subject: Subject) -> tuple[TableResult, tuple[str, ...]]:
    """The result with nothing confidential in it, and the dimensions whose categories are numbered."""
    result: TableResult = subject.result.result
    params = getattr(subject.job, "params", None)
    names = names_of(subject, result.dimensions, result.cells, getattr(params, "total_code", "Total"))
    cells = names.cells(result.cells) if names.hidden else result.cells
    if is_confidential(subject, getattr(params, "value", None)):
        cells = without_amounts(cells)
    notes = tuple(map(names.problem, result.notes)) if names.hidden else result.notes
    return replace(result, cells=cells, notes=notes), names.hidden


def _key_figures(subject: Subject, result: TableResult, words: Words) -> KeyFigures:
    losses = result.losses
    of_all = words.say(N_("of {cells} cells"), cells=whole(losses.cells))
    unsafe = KeyFigure(words.say(N_("Unsafe")), whole(result.risks.unsafe), of_all)
    lost = KeyFigure(
        words.say(N_("Value lost")),
        words.percent(losses.value_lost),
        words.say(N_("of the sum of the finest cells")),
    )
    return KeyFigures(
        (
            *((unsafe,) if subject.is_internal else ()),
            KeyFigure(words.say(N_("Not published")), whole(losses.cells_lost), of_all),
            KeyFigure(words.say(N_("Changed")), whole(losses.cells_changed), of_all),
            *((lost,) if subject.is_internal else ()),
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
        told = words.say(N_("The cells suppressed to protect others cost {cost}."), cost=cost)
        yield Paragraph(f"{told} {optimality(result, words)}", words.say(N_("Cost.")))
    for problem in result.notes if internal else ():  # they name cells, and protection levels
        yield Paragraph(sentence(problem, words).message, words.say(N_("Note.")))


def _unsafe(result: TableResult, words: Words) -> Iterator[Table]:
    columns = (
        Column(words.say(N_("Cell")), share=2),
        Column(words.say(N_("Status")), share=1.5),
        Column(words.say(N_("Why")), share=4),
    )
    found = [cell for cell in counted_once(result.cells) if cell.reason or cell.protects]
    rows = []
    for cell in found[:MOST_ROWS]:
        why = " ".join(reason(told, words) for told in cell.reason)
        if cell.by_contributor:
            why = f"{why} {words.say(BY_CONTRIBUTOR)}"
        why = protects_told(cell, words) if cell.protects else why
        rows.append((cell_name(cell.coordinates), status(cell, words), why or NOTHING))
    left = len(found) - len(rows)
    note = words.say(N_("{left} more cells are in result.json."), left=whole(left)) if left else ""
    if rows:
        yield Table(words.say(N_("Cells and their reasons")), columns, tuple(rows), note)


def protects_told(cell: CellResult, words: Words) -> str:
    """The first cells that a cell protects by name; of very many only how many more there are."""
    named = [cell_name(told.primary) for told in cell.protects]
    text = words.say(N_("It protects {cells}."), cells="; ".join(named[:_MOST_NAMED]))
    more = len(named) - _MOST_NAMED
    if more <= 0:
        return text
    one, many = N_("It protects {number} more cell."), N_("It protects {number} more cells.")
    return f"{text} {words.say_many(one, many, more)}"


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
