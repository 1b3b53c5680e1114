"""Records before and after, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.classes.compared_records import (
        Choice,
        ComparedRecords,
        ComparedVariable,
        OfSizes,
        OfValues,
    )

OFFER = N_("Double click or Enter: show the records of a bar.")
Row = tuple[str, str] | str
STATES = {
    "all": N_("All records ({number})"),
    "changed": N_("Changed ({number})"),
    "suppressed": N_("Suppressed ({number})"),
    "unique": N_("Unique as shown ({number})"),
    "small": N_("In classes below {k} ({number})"),
    "removed": N_("Not released ({number})"),
}
_OF_PERSONS = {
    "unique": N_("In classes of one person ({number})"),
    "small": N_("In classes below {k} persons ({number})"),
}


def summary(compared: ComparedRecords, words: Words) -> str:
    """How much differs, as the files show it."""
    changed = sum(one.changed for one in compared.variables)
    texts = [
        words.say(
            N_("Changed values: {values}, in {records} of {all} {all:record|records}."),
            records=whole(int(compared.changed.sum())),
            all=whole(compared.records),
            values=whole(changed),
        ),
        words.say(
            N_("Suppressed values: {values}."),
            values=whole(sum(one.suppressed for one in compared.variables)),
        ),
    ]
    if compared.withheld:
        texts.append(words.say(N_("Variables not released: {names}."), names=", ".join(compared.withheld)))
    return " ".join(texts)


def choice_text(choice: Choice, compared: ComparedRecords, number: int, words: Words) -> str:
    """The name of a choice of records, with their number."""
    from sdc_desktop.engine.microdata.classes.compared_records import OfClass, OfPerson, OfSizes, OfState

    shown = whole(number)
    if isinstance(choice, OfState):
        own = {} if compared.persons is None else _OF_PERSONS
        return words.say(own.get(choice.state, STATES[choice.state]), number=shown, k=compared.k)
    if isinstance(choice, OfPerson):
        person = compared.person(choice.record)
        text = N_("Person {person} ({number})")
        return words.say(text, person=0 if person is None else whole(person + 1), number=shown)
    if isinstance(choice, OfClass):
        return words.say(N_("Class of record {record} ({number})"), record=choice.record + 1, number=shown)
    if isinstance(choice, OfSizes):
        return words.say(_sizes(choice), sizes=_range(choice), number=shown)
    return words.say(_values(choice), variable=choice.variable, value=choice.label, number=shown)


def _sizes(choice: OfSizes) -> str:
    if choice.released:
        return N_("Classes of {sizes} in the protected file ({number})")
    return N_("Classes of {sizes} in the original ({number})")


def _range(choice: OfSizes) -> str:
    if choice.most is None:
        return f"≥ {whole(choice.least)}"
    if choice.most == choice.least:
        return whole(choice.least)
    return f"{whole(choice.least)}–{whole(choice.most)}"


def _values(choice: OfValues) -> str:
    if choice.released:
        return N_("{variable} protected: {value} ({number})")
    return N_("{variable} original: {value} ({number})")


def looked_at(compared: ComparedRecords, record: int, one: ComparedVariable | None, words: Words) -> str:
    """One record and one of its values, before and after."""
    texts = []
    if one is not None:
        before, after = one.texts[int(one.original[record])], one.texts[int(one.released[record])]
        unchanged = before == after or not compared.kept[record]
        shown = (before or "–") if unchanged else f"{before or '–'} → {after or '–'}"
        texts.append(f"{one.name}: {shown}.")
    if not compared.kept[record]:
        texts.append(words.say(N_("The record is not released.")))
    if compared.persons is not None:
        texts += _persons(compared, record, words)
    elif compared.kept[record] and compared.key_variables:
        texts.append(
            words.say(
                N_("Class size: {before} → {after}."),
                before=size_text(compared.before[record], words),
                after=size_text(compared.after[record], words),
            )
        )
    return words.say(N_("Record {record}. {text}"), record=whole(record + 1), text=" ".join(texts))


def size_text(size: float, words: Words) -> str:
    """The size of a class: matches that rest on a missing value may count as a share of a record."""
    return whole(int(size)) if float(size).is_integer() else words.figure(float(size), 1)


def record_rows(compared: ComparedRecords, record: int, words: Words) -> tuple[Row, ...]:
    """What is known of a record: its class before and after, and its values, changed ones with both texts."""
    rows: list[Row] = []
    if not compared.kept[record]:
        rows.append(words.say(N_("The record is not released.")))
    if compared.persons is not None:
        rows += _persons(compared, record, words)
    if compared.key_variables:
        sizes = [(N_("Class before"), compared.before)]
        if compared.kept[record]:
            sizes.append((N_("Class now"), compared.after))
        rows += [(words.say(text), size_text(found[record], words)) for text, found in sizes]
        rows += _due(compared, record, words)
    for one in compared.variables:
        before, after = (one.texts[int(codes[record])] or "–" for codes in (one.original, one.released))
        same = before == after or not compared.kept[record]
        rows.append((one.name, before if same else f"{before} → {after}"))
    return tuple(rows)


def _due(compared: ComparedRecords, record: int, words: Words) -> Iterator[Row]:
    """What makes the class of a record small: how large it is without each key variable."""
    from sdc_desktop.engine.microdata.classes.compared_records import matches_without

    if not compared.is_small[record] or len(compared.key_variables) < 2:
        return
    yield words.say(N_("What makes the class small: its size if a variable were not known"))
    for name, size in sorted(matches_without(compared, record).items(), key=lambda one: -one[1]):
        yield words.say(N_("without {name}"), name=name), size_text(size, words)


def _persons(compared: ComparedRecords, record: int, words: Words) -> list[str]:
    """The class of a record in persons, and the records of its own person."""
    texts = []
    if compared.key_variables:
        records, persons = compared.of_class(record)
        text = N_("Persons in its class: {persons}, records: {records}.")
        if compared.kept[record]:
            texts.append(words.say(text, persons=size_text(persons, words), records=whole(records)))
    if compared.person(record) is None:
        return [*texts, words.say(N_("The record has no person."))]
    own, classes = compared.of_person(record)
    if not compared.key_variables:
        return [words.say(N_("Records of its person: {records}."), records=whole(own))]
    text = N_("Records of its person: {records}, classes with them: {classes}.")
    return [*texts, words.say(text, records=whole(own), classes=whole(classes))]
