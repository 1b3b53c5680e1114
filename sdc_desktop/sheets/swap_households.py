"""What a ``swap_households`` job did: which households moved, and how rare the others are."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.perturbation.swap_households.engine import SwapHouseholdsResult
from sdc_desktop.sheets.blocks import Finding, Heading, Paragraph
from sdc_desktop.sheets.perturbation import largest_text
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, PAPER, WINDOW, About, For
from sdc_desktop.sheets.sheet import table as table_of
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, NN_, Words, whole

_NONE_RARE = Counted(
    NN_(
        N_("{number} household moved. None was rare where it lives."),
        N_("{number} households moved. None was rare where it lives."),
    ),
    NN_(
        N_("{number} person moved. None was rare in their area."),
        N_("{number} persons moved. None was rare in their area."),
    ),
)
_ALL_PLACED = Counted(
    NN_(
        N_("{number} household was rare where it lives, and moved."),
        N_("{number} households were rare where they live. All moved."),
    ),
    NN_(
        N_("{number} person was rare in their area, and moved."),
        N_("{number} persons were rare in their area. All moved."),
    ),
)
_NOT_PLACED = Counted(
    N_("{rare} {rare:household was|households were} rare where they live. Without a partner: {number}."),
    N_("{rare} {rare:person was|persons were} rare in their area. Without a partner: {number}."),
)
_SHARES = Counted(
    N_(
        "{swapped} of {households} {households:household|households} moved ({share}), "
        "with {records} {records:record|records}. To another area of {name}: {away}."
    ),
    N_(
        "{swapped} of {households} {households:person|persons} moved ({share}), with "
        "{records} {records:record|records}. To another area of {name}: {away}."
    ),
)
_AREAS = N_("Area variable"), N_("Areas")
_COUNTS = Counted(
    NN_(N_("Rare households"), N_("Swapped households")), NN_(N_("Rare persons"), N_("Swapped persons"))
)
_BY_LEVEL = Counted(N_("Households by level"), N_("Persons by level"))


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, what was exchanged, and inside the counts by level: how many were rare, or moved."""
    result: SwapHouseholdsResult = about.result
    risk = largest_text(result.risks, words)
    yield For(Finding(_finding(result, words)), INSIDE)
    yield For(Finding(risk), EXTERNAL)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield For(Paragraph(_shares(result, words)), INSIDE)
    yield For(Paragraph(risk), WINDOW)
    title = words.say(_BY_LEVEL.of(result.by_person))
    rows = [(one.variable, whole(one.areas), whole(one.rare), whole(one.swapped)) for one in result.levels]
    heads = (*_AREAS, *_COUNTS.of(result.by_person))
    yield For(table_of(title, heads, rows, words), INSIDE)
    yield For(table_of(title, _AREAS, [row[:2] for row in rows], words), EXTERNAL)


def _finding(result: SwapHouseholdsResult, words: Words) -> str:
    """The effect on the households, or persons, that are rare where they live."""
    if result.not_placed:
        text = _NOT_PLACED.of(result.by_person)
        return words.say(text, rare=whole(result.rare), number=whole(result.not_placed))
    if result.rare:
        return words.say_many(*_ALL_PLACED.of(result.by_person), result.rare)
    return words.say_many(*_NONE_RARE.of(result.by_person), result.swapped)


def _shares(result: SwapHouseholdsResult, words: Words) -> str:
    """How many households, or persons, and records moved, and how many to another coarse area."""
    away = sum(
        number for row, line in enumerate(result.moves) for column, number in enumerate(line) if row != column
    )
    return words.say(
        _SHARES.of(result.by_person),
        swapped=whole(result.swapped),
        households=whole(result.households),
        share=words.percent(result.swapped / max(result.households, 1)),
        records=whole(result.moved),
        name=result.levels[0].variable,
        away=whole(away),
    )
