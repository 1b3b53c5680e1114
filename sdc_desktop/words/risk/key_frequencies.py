"""Key combinations by their size, in words: combinations and the records in them, both given."""

from sdc_desktop.engine.microdata.classes.key_frequencies import Band, KeyFrequencies
from sdc_desktop.words.words import N_, Words, whole

Row = tuple[str, ...]


def band_name(band: Band) -> str:
    """`1`, `3–4`, `1 000+`."""
    if band.most is None:
        return f"{whole(band.least)}+"
    if band.most == band.least:
        return whole(band.least)
    return f"{whole(band.least)}\u2013{whole(band.most)}"


def header(words: Words) -> Row:
    """The columns of the table."""
    texts = (
        N_("Records sharing it"),
        N_("Combinations before"),
        N_("Combinations after"),
        N_("Records before"),
        N_("Records after"),
    )
    return tuple(words.say(text) for text in texts)


def rows(found: KeyFrequencies, words: Words) -> tuple[Row, ...]:
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


def below_line(found: KeyFrequencies, k: int, words: Words) -> str:
    """Combinations and records in a class smaller than k, before and after, in a sentence."""
    below = next(below for below in found.below if below.k == k)
    text = words.say(
        N_(
            "Classes smaller than {k}: {cells_before} \u2192 {cells_after}, with {records_before} \u2192 "
            "{records_after} records."
        ),
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


def _row(name: str, *figures: int) -> Row:
    return (name, *(whole(number) for number in figures))
