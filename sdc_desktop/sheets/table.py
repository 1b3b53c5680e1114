"""What a ``table`` job did: which cells were unsafe, how they were protected, what it cost."""

from collections.abc import Iterator
from dataclasses import replace

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.sheets.blocks import Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.cell_keys import certainty, noise_losses, ratios
from sdc_desktop.sheets.confidential import names_of, without_amounts
from sdc_desktop.sheets.recomputed_totals import LISTED_NOTE, recomputed_text, recomputed_totals
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, INTERNAL, PAPER, WINDOW, About, For, running_text
from sdc_desktop.sheets.tables import but
from sdc_desktop.sheets.tables_together import is_joint, own_notes
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.tables.figures import number_text
from sdc_desktop.words.tables.linked import audit_line, derived_text, found_together
from sdc_desktop.words.tables.tables import NOTHING, cell_name, nearest, optimality
from sdc_desktop.words.words import N_, Words, whole

_LEVELS_OPEN = N_(
    "No unsafe cell can be derived exactly. Protection levels were not judged: values are below zero, and no "
    "lowest possible value is set."
)


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, what was done, what it cost. The cells are in the chapter on the table."""
    yield from _findings(about.result, words)
    result = _without_values(about)
    yield from _key_figures(result, words)
    yield from certainty(result, words)
    yield from ratios(result, words)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from _what_was_done(result, words)
    yield from _set_by_hand(about, result, words)
    yield from recomputed_totals(about, result, words)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(_shown(result, words), PAPER)
    # how far published cells are from the true ones is an equation for those who want these
    if result.losses.distance:
        yield For(_losses(result, words), INTERNAL)
    shows_amounts = getattr(about.params, "value", None) not in about.confidential
    yield from noise_losses(result, words, shows_amounts=shows_amounts)


def _findings(result: TableResult, words: Words) -> Iterator[For]:
    """What was found and what is against it, with the value lost in the window; without a count outside."""
    above = result.method is not None and result.risks.below_max_risk is False
    against = tuple(but(above, result.insider, words))
    recomputed = recomputed_text(result, words)
    yield For(Finding(" ".join((_finding(result, words), *recomputed, *against))), INSIDE)
    if isinstance(result, SuppressedTable) and result.losses.value_lost:
        yield For(Finding(running_text((KeyFigures((_lost(result, words),)),))), WINDOW)
    sums = isinstance(result, SuppressedTable) and bool(result.unsafe_sums)
    own = (words.say(N_("There are unsafe unions of suppressed cells.")),) if sums else ()
    yield For(Finding(" ".join((_outcome(result, words), *own, *against))), EXTERNAL)


def _finding(result: TableResult, words: Words) -> str:
    """What was found. Whether the table is safe is the verdict's to say."""
    if isinstance(result, SuppressedTable):
        return " ".join(_found(result, words))
    if result.method is None:
        if not result.judged:
            return words.say(N_("No rule states which cells are unsafe."))
        return words.say_many(
            N_("{number} of {cells} cells is unsafe; the table is not protected yet."),
            N_("{number} of {cells} cells are unsafe; the table is not protected yet."),
            result.unsafe_cells,
            cells=whole(result.losses.cells),
        )
    if result.risks.disclosed:
        return words.say_many(
            N_("{number} cell can be derived exactly."),
            N_("{number} cells can be derived exactly."),
            result.risks.disclosed,
        )
    if result.risks.failures:
        return words.say_many(
            N_(
                "{number} unsafe cell has a feasibility interval narrower than its protection level requires."
            ),
            N_(
                "{number} unsafe cells have feasibility intervals narrower than their protection levels "
                "require."
            ),
            result.risks.failures,
        )
    return _nothing_derived(result, words)


def _found(result: SuppressedTable, words: Words) -> Iterator[str]:
    """The audits of a suppressed table, and what contributors derive."""
    if result.linked is not None and found_together(result.linked):
        yield audit_line(result.linked, words)
    if result.audited and not result.levels_judged:
        yield words.say(_LEVELS_OPEN)
    elif result.audited:
        yield words.say_many(
            N_("Full audit passed: {number} unsafe cell, {others} secondary suppressions."),
            N_("Full audit passed: {number} unsafe cells, {others} secondary suppressions."),
            result.primaries,
            others=whole(result.secondaries),
        )
    else:
        yield words.say_many(
            N_("Full audit failed: {number} unsafe cell can still be estimated too closely."),
            N_("Full audit failed: {number} unsafe cells can still be estimated too closely."),
            result.risks.failures or 0,
        )
    if result.overruled:
        yield words.say_many(
            N_("{number} further unsafe cell is not protected: its status was set manually."),
            N_("{number} further unsafe cells are not protected: their status was set manually."),
            len(result.overruled),
        )
    yield from _contributors(result, words)


def _contributors(result: SuppressedTable, words: Words) -> Iterator[str]:
    """What singletons derive, and unsafe unions of cells; empty where there is neither."""
    if result.contributors_derive and result.insider_levels:
        yield words.say_many(
            N_("A singleton in another cell can estimate {number} unsafe cell too closely."),
            N_("Singletons in other cells can estimate {number} unsafe cells too closely."),
            len(result.contributors_derive),
        )
    elif result.contributors_derive:
        yield words.say_many(
            N_("A singleton in another cell can derive {number} unsafe cell exactly."),
            N_("Singletons in other cells can derive {number} unsafe cells exactly."),
            len(result.contributors_derive),
        )
    if result.unsafe_sums:
        yield words.say_many(
            N_("{number} sum of suppressed cells is unsafe by rule."),
            N_("{number} sums of suppressed cells are unsafe by rule."),
            len(result.unsafe_sums),
        )


def _nothing_derived(result: TableResult, words: Words) -> str:
    if result.risks.failures is None:  # no intervals came of the method
        return words.say(N_("The feasibility intervals of the published table were not examined."))
    return words.say(N_("No cell of the table can be derived exactly."))


def _outcome(result: TableResult, words: Words) -> str:
    """What was achieved, without a count: for readers outside the organisation."""
    if result.linked is not None and found_together(result.linked):
        return audit_line(result.linked, words, internal=False)
    if isinstance(result, SuppressedTable):
        if result.contributors_derive:
            return words.say(derived_text(levels=result.insider_levels))
        if result.audited and not result.levels_judged:
            return words.say(_LEVELS_OPEN)
        if result.audited:
            return words.say(N_("The full audit of all relations passed."))
        return words.say(N_("The full audit failed: unsafe cells can still be estimated too closely."))
    if result.method is None:
        if not result.judged:
            return words.say(N_("No rule states which cells are unsafe."))
        if result.unsafe_cells:
            return words.say(N_("The table has unsafe cells and is not protected yet."))
        return words.say(N_("No cell of the table is unsafe."))
    if result.risks.disclosed or result.risks.failures:
        return words.say(N_("Cells of the table can be derived too closely."))
    return _nothing_derived(result, words)


def _without_values(about: About) -> TableResult:
    """The result with nothing confidential in it."""
    result: TableResult = about.result
    names = names_of(about.confidential, result.dimensions, result.cells, about.total_code)
    cells = names.cells(result.cells) if names.hidden else result.cells
    if getattr(about.params, "value", None) in about.confidential:
        cells = without_amounts(cells)
    notes = tuple(map(names.problem, result.notes)) if names.hidden else result.notes
    return replace(result, cells=cells, notes=notes)


def _key_figures(result: TableResult, words: Words) -> Iterator[For]:
    of_all = words.say(N_("of {cells} {cells:cell|cells}"), cells=whole(result.losses.cells))
    unsafe = KeyFigure(words.say(N_("Unsafe")), whole(result.unsafe_cells), of_all)
    hidden = KeyFigure(words.say(N_("Not published")), whole(result.losses.cells_lost), of_all)
    changed = KeyFigure(words.say(N_("Changed")), whole(result.losses.cells_changed), of_all)
    yield For(KeyFigures((unsafe, hidden, changed, _lost(result, words))), INTERNAL)
    yield For(KeyFigures((hidden,)), EXTERNAL)


def _lost(result: TableResult, words: Words) -> KeyFigure:
    share, of_sum = words.percent(result.losses.value_lost), words.say(N_("of the sum of the finest cells"))
    return KeyFigure(words.say(N_("Value lost")), share, of_sum)


def _what_was_done(result: TableResult, words: Words) -> Iterator[For]:
    dimensions = words.say(
        N_("The table has the dimensions {names} and the unit {unit}."),
        names=", ".join(result.dimensions),
        unit=number_text(result.unit, words),
    )
    yield For(Paragraph(dimensions), PAPER)
    if isinstance(result, SuppressedTable) and not is_joint(result):  # it can be the value of a cell
        text = f"{_cost(result, words)} {optimality(result, words)}"
        yield For(Paragraph(text, words.say(N_("Cost."))), INTERNAL)
    if result.unproven is not None:
        yield For(Paragraph(nearest(result.unproven, words)), INTERNAL)
    for problem in own_notes(result):  # they name cells, and protection levels
        if problem.code == LISTED_NOTE:
            continue
        yield For(Paragraph(sentence(problem, words).message, words.say(N_("Note."))), INTERNAL)


def _set_by_hand(about: About, shown: TableResult, words: Words) -> Iterator[For]:
    """The cells whose status was set by hand, with the reasons. ``shown``: the
    result with nothing confidential in it, its cells in the same order.
    """
    entries = {tuple(map(str, one.cell)): one for one in getattr(about.params, "cells", ())}
    labels = AprioriEntry.settings["status"].choices
    rows = []
    for cell, named in zip(about.result.cells, shown.cells, strict=True):
        if cell.repeats or cell.set_to is None:
            continue
        entry = entries.get(cell.coordinates, entries.get(cell.same_as))
        reason = (entry.reason or NOTHING) if entry is not None else words.say(N_("a-priori file"))
        label = words.say(labels[cell.set_to].label)
        rows.append((cell_name(named.coordinates, words), label, reason))
    if not rows:
        return
    heads = (N_("Cell"), 2.0), (N_("Status"), 1.2), (N_("Reason"), 3.0)
    columns = tuple(Column(words.say(head), share=share) for head, share in heads)
    title = words.say(N_("Statuses set manually: {table}"), table=about.name)
    yield For(Table(title, columns, tuple(rows)), INTERNAL)


def _cost(result: SuppressedTable, words: Words) -> str:
    """The cost of the secondaries; of tables protected together it is stated once, for all."""
    cost = number_text(result.cost, words)
    return words.say(N_("The cells suppressed to protect others cost {cost}."), cost=cost)


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
