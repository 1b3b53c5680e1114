"""Key combinations by their size, in words: combinations and the records, or persons, in them, both given."""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.microdata.classes.key_frequencies import Band, KeyFrequencies
from sdc_desktop.sheets.blocks import Finding
from sdc_desktop.sheets.sheet import WINDOW, For, table
from sdc_desktop.words.words import N_, Words, whole


def band_name(band: Band) -> str:
    """`1`, `3–4`, `1 000+`."""
    if band.most is None:
        return f"{whole(band.least)}+"
    if band.most == band.least:
        return whole(band.least)
    return f"{whole(band.least)}\u2013{whole(band.most)}"


_COMBINATIONS = N_("Combinations before"), N_("Combinations after")
_OF_RECORDS = (N_("Records sharing it"), *_COMBINATIONS, N_("Records before"), N_("Records after"))
_OF_PERSONS = (N_("Persons sharing it"), *_COMBINATIONS, N_("Persons before"), N_("Persons after"))
_PICTURES: Mapping[Known, str] = {
    1: N_("Combinations, {before} before, {after} after"),
    2: N_("Combinations of up to two records, {before} before, {after} after"),
    3: N_("Combinations of up to three records, {before} before, {after} after"),
    "all": N_("Combinations of all records of a person, {before} before, {after} after"),
}


def sheet(found: KeyFrequencies, k: int, words: Words) -> Iterator[For]:
    """What is in classes smaller than `k`, and the classes by their size; for the window alone."""
    yield For(Finding(_below(found, k, words)), WINDOW)
    heads = _OF_RECORDS if found.known is None else _OF_PERSONS
    yield For(table(title(found.known, words), heads, _rows(found, words), words), WINDOW)


def titles(known: Known | None, words: Words) -> tuple[str, str]:
    """What is counted to the left and to the right."""
    units = N_("Records") if known is None else N_("Persons")
    return words.say(N_("Combinations")), words.say(units)


def pictures(known: Known | None) -> tuple[str, str]:
    """The names of both pictures, with places for the marks of before and after."""
    if known is None:
        return _PICTURES[1], N_("Their records, {before} before, {after} after")
    return _PICTURES[known], N_("Persons by their rarest one, {before} before, {after} after")


def title(known: Known | None, words: Words) -> str:
    """What is shown."""
    if known is None:
        return words.say(N_("Equivalence classes by size"))
    return words.say(N_("Combinations by the number of persons who have them"))


def _rows(found: KeyFrequencies, words: Words) -> tuple[tuple[str, ...], ...]:
    """By size, then below each k, then the records that are in no combination any more."""
    rows_shown = [
        _row(band_name(b), b.classes_before, b.classes_after, b.records_before, b.records_after)
        for b in found.bands
    ]
    for b in found.below:
        name = words.say(N_("fewer than {k}"), k=whole(b.k))
        rows_shown.append(_row(name, b.cells_before, b.cells_after, b.records_before, b.records_after))
    if found.no_class:
        none = words.say(N_("wholly suppressed"))
        rows_shown.append((none, "", "", "", whole(found.no_class)))
    return tuple(rows_shown)


def _below(found: KeyFrequencies, k: int, words: Words) -> str:
    """Combinations and records in a class smaller than k, before and after, in a sentence."""
    below = next(below for below in found.below if below.k == k)
    of_records = N_(
        "Classes smaller than {k}: {cells_before} \u2192 {cells_after}, with "
        "{records_before} \u2192 {records_after} {records_after:record|records}."
    )
    of_persons = N_(
        "Combinations of fewer than {k} persons: {cells_before} \u2192 {cells_after}, "
        "with {records_before} \u2192 {records_after} {records_after:person|persons}."
    )
    text = words.say(
        of_records if found.known is None else of_persons,
        k=whole(k),
        cells_before=whole(below.cells_before),
        records_before=whole(below.records_before),
        cells_after=whole(below.cells_after),
        records_after=whole(below.records_after),
    )
    if not found.no_class:
        return text
    gone = words.say_many(
        N_("{number} record is wholly suppressed."),
        N_("{number} records are wholly suppressed."),
        found.no_class,
    )
    return f"{text} {gone}"


def _row(name: str, *figures: int) -> tuple[str, ...]:
    return (name, *(whole(number) for number in figures))
