"""What suppression did, and its effect on each variable, the same in window, batch and report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.microdata.suppression.local_suppression import LocalSuppression
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.microdata.suppression.suppression import SuppressionFigures
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, NN_, Words, whole

Suppressed = LocalSuppression | RareRecords

_RULES: Mapping[str, Counted[str]] = {
    "kept": Counted(
        N_("What each record still shows is shared by at least {k} records of the recoded file."),
        N_("What each record still shows is shared by at least {k} persons of the recoded file."),
    ),
    "wildcard": Counted(
        N_("A suppressed cell counts as agreeing with every value: so each record agrees with {k}."),
        N_("A suppressed cell counts as agreeing with every value: so each record agrees with {k} persons."),
    ),
    "category": Counted(
        N_("A suppressed cell counts as a value like any other: what each record shows, {k} show."),
        N_("A suppressed cell counts as a value like any other: what each record shows, {k} persons show."),
    ),
}
_NONE = Counted(
    N_("No class is smaller than {k}: nothing suppressed."),
    N_("No class has fewer than {k} persons: nothing suppressed."),
)
_SUPPRESSED = Counted(
    NN_(
        N_(
            "{number} of {records} records ({share}) was in a class smaller than {k}; its key values are "
            "suppressed."
        ),
        N_(
            "{number} of {records} records ({share}) were in classes smaller than {k}; their key values are "
            "suppressed."
        ),
    ),
    NN_(
        N_(
            "{number} of {records} records ({share}) was in a class below {k} persons; its key values are "
            "suppressed."
        ),
        N_(
            "{number} of {records} records ({share}) were in classes below {k} persons; their key values are "
            "suppressed."
        ),
    ),
)
_EMPTIED = Counted(
    NN_(
        N_("{number} of {records} records loses all its key values."),
        N_("{number} of {records} records lose all their key values."),
    ),
    NN_(
        N_("{number} of {records} records loses all its key values (persons: {persons})."),
        N_("{number} of {records} records lose all their key values (persons: {persons})."),
    ),
)
_STRICTER = Counted(
    N_(
        "Records in classes smaller than {k} if a suppressed value counts as a category of its own: "
        "{category}; if it matches no value: {none}."
    ),
    N_(
        "Persons in classes below {k} persons if a suppressed value counts as a category of its own: "
        "{persons}."
    ),
)


def records_suppressed(figures: SuppressionFigures, k: int, records: int, words: Words) -> str:
    """How many whole records were suppressed, of all."""
    if not figures.records:
        return _nothing(figures, k, words)
    return words.say_many(
        *_SUPPRESSED.of(figures.after.persons),
        figures.records,
        records=whole(records),
        share=words.percent(figures.records / records),
        k=whole(k),
    )


def _nothing(figures: SuppressionFigures, k: int, words: Words) -> str:
    return words.say(_NONE.of(figures.after.persons), k=whole(k))


def persons_suppressed(figures: SuppressionFigures, k: int, records: int, words: Words) -> str:
    """How many whole persons were removed, with how many of all records."""
    if not figures.whole_persons:
        return _nothing(figures, k, words)
    return words.say_many(
        N_("{number} person was removed with all records ({removed} of {records}, {share})."),
        N_("{number} persons were removed with all their records ({removed} of {records}, {share})."),
        figures.whole_persons,
        removed=whole(figures.records),
        records=whole(records),
        share=words.percent(figures.records / max(records, 1)),
    )


def cells_suppressed(result: Suppressed, records: int, words: Words) -> str:
    """How many cells were suppressed, in how many records."""
    figures = result.figures
    if not figures.cells:
        return _nothing(figures, result.k, words)
    held = words.say_many(
        N_("{number} record ({share})"),
        N_("{number} records ({share})"),
        figures.records,
        share=words.percent(figures.records / records),
    )
    return words.say_many(
        N_("{number} cell is suppressed in {held}."),
        N_("{number} cells are suppressed in {held}."),
        figures.cells,
        held=held,
    )


def emptied(result: Suppressed, records: int, words: Words) -> str:
    """How many records lose all their key values."""
    figures = result.figures
    persons = figures.no_values_persons
    return words.say_many(
        *_EMPTIED.of(persons), figures.whole_records, records=whole(records), persons=whole(persons or 0)
    )


def rule(result: Suppressed, words: Words) -> str:
    """What a suppressed value counts as: without it no figure of safety means anything."""
    return words.say(_RULES[result.rule].of(result.figures.after.persons), k=whole(result.k))


def stricter(result: Suppressed, words: Words) -> str:
    """The numbers below k where a suppressed value counts as a value, and where it matches no other."""
    below = result.figures.below
    return words.say(
        _STRICTER.of(below.persons),
        k=whole(result.k),
        category=whole(below.as_category),
        none=whole(below.as_none),
        persons=whole(below.persons or 0),
    )


def common_suppressed(result: Suppressed, words: Words) -> str | None:
    """That records with enough matches of their own were suppressed to protect others, if any were."""
    number = result.figures.common_records
    if not number:
        return None
    return words.say_many(
        N_("{number} of these records was common enough; it gives rarer ones company."),
        N_("{number} of these records were common enough; they give rarer ones company."),
        number,
    )


def optimality(result: Suppressed, words: Words) -> str:
    """Whether fewer cells would do."""
    if result.proven:
        return words.say(N_("Proven optimal: no cheaper suppression exists."))
    return words.say(
        N_("A cheaper suppression may exist: cost {cost}, lower bound {bound}."),
        cost=words.figure(result.cost),
        bound=words.figure(result.bound),
    )


def lines_of(rare: RareRecords, records: int, words: Words) -> tuple[str, ...]:
    """All that is said of a suppression: what, by which rule, how good, what stricter rules say."""
    if rare.suppress == "persons":
        return (persons_suppressed(rare.figures, rare.k, records, words),)
    if rare.suppress == "records":
        return (records_suppressed(rare.figures, rare.k, records, words),)
    sentences = [cells_suppressed(rare, records, words)]
    if rare.figures.cells:
        sentences += [rule(rare, words), optimality(rare, words), stricter(rare, words)]
        if rare.figures.whole_records:
            sentences.insert(1, emptied(rare, records, words))
        company = common_suppressed(rare, words)
        sentences += [company] if company else []
    return tuple(sentences)


Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Effect:
    """One variable before and after suppression. Utility and privacy are in points times decimal logarithms;
    ``has_points`` is false where no one gave points and they are decimal logarithms themselves.
    """

    name: str
    cells: int
    utility: tuple[float, float]
    privacy: tuple[float, float]
    has_points: bool


def change(pair: tuple[float, float], words: Words, decimals: int = 2) -> str:
    """`45.32 → 42.10`."""
    return words.say(
        N_("{before} \u2192 {after}"),
        before=words.figure(pair[0], decimals),
        after=words.figure(pair[1], decimals),
    )


def effect_rows(effects: Sequence[Effect], words: Words) -> Rows:
    """For the Why panel: cells, utility and privacy of each variable."""
    rows: list[tuple[str, str]] = []
    for effect in effects:
        texts = (
            (N_("Utility of {name}"), N_("Privacy of {name}"))
            if effect.has_points
            else (N_("Entropy kept of {name}"), N_("Entropy held back of {name}"))
        )
        decimals = 2 if effect.has_points else 3
        rows.append((words.say(N_("Cells of {name}"), name=effect.name), whole(effect.cells)))
        for text, pair in zip(texts, (effect.utility, effect.privacy), strict=True):
            rows.append((words.say(text, name=effect.name), change(pair, words, decimals)))
    return tuple(rows)


def effect_header(has_points: bool, words: Words) -> tuple[str, ...]:
    """The columns of the table of effects."""
    texts = (
        (N_("Utility before"), N_("Utility after"), N_("Privacy before"), N_("Privacy after"))
        if has_points
        else (N_("Kept before"), N_("Kept after"), N_("Held back before"), N_("Held back after"))
    )
    return tuple(words.say(text) for text in (N_("Variable"), N_("Cells suppressed"), *texts))


def effect_table(effects: Sequence[Effect], words: Words) -> tuple[tuple[str, ...], ...]:
    """The table of effects, one row a variable."""
    return tuple(
        (
            effect.name,
            whole(effect.cells),
            *(
                words.figure(value, 2 if effect.has_points else 3)
                for value in (*effect.utility, *effect.privacy)
            ),
        )
        for effect in effects
    )


def nothing_requested(words: Words) -> str:
    """What is said where rare records are kept."""
    return words.say(
        N_(
            "Records in small classes are released after recoding. Suppress whole records or as few values "
            "as possible."
        )
    )
