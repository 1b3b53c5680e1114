"""What a ``generalise`` job did: the levels found, whether they are the best, what they cost."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseResult
from sdc_desktop.sheets.blocks import Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.recoding import classes_figure, smallest_figure
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, INTERNAL, PAPER, WINDOW, About, For
from sdc_desktop.words.microdata.generalising import (
    anopi_beside,
    local_recoding,
    loss_name,
    proof,
    ties,
    verdict,
)
from sdc_desktop.words.microdata.generalising_tab import (
    criteria_header,
    criteria_rows,
    diversity_header,
    diversity_line,
    diversity_rows,
    loss_figure,
)
from sdc_desktop.words.words import N_, Words, whole


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the criteria with the worst class, the search, the loss and the diversity."""
    say, result = words.say, about.result
    yield from _findings(result, words)
    yield from _key_figures(result, words)
    yield from _criteria(about, words)
    yield For(Heading(say(N_("Method"))), PAPER)
    yield For(Paragraph(proof(result, words), say(N_("Search."))), EVERYONE)
    tied, local = ties(result, words), local_recoding(result, words)
    if tied is not None:
        yield For(Paragraph(tied, say(N_("Ties."))), EVERYONE)
    if local is not None:
        yield For(Paragraph(local, say(N_("Local recoding."))), INSIDE)
    yield For(Heading(say(N_("Utility loss"))), PAPER)
    cost = say(
        N_("Minimised information loss ({name}): {loss}."),
        name=loss_name(result.loss_name, words),
        loss=words.figure(result.loss, 4),
    )
    yield For(Paragraph(cost), PAPER)
    if result.diversity:
        first, *others = diversity_header(words)
        columns = (Column(first, share=2), *(Column(title, "right") for title in others))
        title, note = say(N_("Diversity")), diversity_line(result, words)
        yield For(Table(title, columns, diversity_rows(result, words), note), WINDOW)


def _findings(result: GeneraliseResult, words: Words) -> Iterator[For]:
    text = verdict(result, words)
    yield For(Finding(text), INSIDE)
    if result.hidden != result.records:
        met = N_("Every group that is released meets the criteria.")
        text = words.say(met if result.check.passed else N_("The released file does not meet a criterion."))
    yield For(Finding(text), EXTERNAL)


def _key_figures(result: GeneraliseResult, words: Words) -> Iterator[For]:
    limit = words.say(
        N_("of {records} {records:record|records}; {limit} allowed"),
        records=whole(result.records),
        limit=whole(result.limit),
    )
    counts = (
        KeyFigure(words.say(N_("Suppressed")), whole(result.hidden), limit),
        smallest_figure(result.before, result.after, words),
    )
    figures = (
        KeyFigure(words.say(N_("Loss")), loss_figure(result.loss, words), loss_name(result.loss_name, words)),
        classes_figure(result.before, result.after, words),
    )
    yield For(KeyFigures((*counts, *figures)), INSIDE)
    yield For(KeyFigures(figures), EXTERNAL)


def _criteria(about: About, words: Words) -> Iterator[For]:
    """Each criterion, and the worst class; exact figures of small classes stay inside."""
    rows = criteria_rows(getattr(about.params, "criteria", ()), about.result.check, words)
    heads = criteria_header(words)
    title = words.say(N_("Criteria"))
    for places, readers in (((0, 1, 2, 3), WINDOW), ((0, 2, 1), INTERNAL), ((0, 1), EXTERNAL)):
        columns = tuple(Column(heads[n], "right" if n == 2 else "left", 1 if n else 4) for n in places)
        picked = tuple(tuple(row[n] for n in places) for row in rows)
        beside = anopi_beside(about.result, words) if readers is WINDOW else None
        yield For(Table(title, columns, picked, beside or ""), readers)
