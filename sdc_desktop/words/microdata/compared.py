"""Records before and after, in sentences."""

from __future__ import annotations

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

STATES = {
    "all": N_("All records ({number})"),
    "changed": N_("Changed ({number})"),
    "suppressed": N_("Suppressed ({number})"),
    "unique": N_("Still unique ({number})"),
    "small": N_("In classes below 3 ({number})"),
    "removed": N_("Not released ({number})"),
}


def summary(compared: ComparedRecords, words: Words) -> str:
    """How much differs, as the files show it."""
    changed = sum(one.changed for one in compared.variables)
    texts = [
        words.say(
            N_("Changed values: {values}, in {records} of {all} records."),
            records=whole(int(compared.changed.sum())),
            all=whole(compared.records),
            values=whole(changed),
        ),
        words.say(
            N_("Suppressed values: {values}."),
            values=whole(sum(one.suppressed for one in compared.variables)),
        ),
    ]
    if compared.key_variables:
        texts.append(
            words.say(
                N_("Unique records as shown: {before} → {after}."),
                before=whole(int((compared.before == 1).sum())),
                after=whole(int((compared.after == 1).sum())),
            )
        )
    if compared.withheld:
        texts.append(words.say(N_("Variables not released: {names}."), names=", ".join(compared.withheld)))
    return " ".join(texts)


def choice_text(choice: Choice, compared: ComparedRecords, number: int, words: Words) -> str:
    """The name of a choice of records, with their number."""
    from sdc_desktop.engine.microdata.classes.compared_records import OfClass, OfSizes, OfState

    shown = whole(number)
    if isinstance(choice, OfState):
        return words.say(STATES[choice.state], number=shown)
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
    elif compared.key_variables:
        texts.append(
            words.say(
                N_("Class size: {before} → {after}."),
                before=whole(int(compared.before[record])),
                after=whole(int(compared.after[record])),
            )
        )
    return words.say(N_("Record {record}. {text}"), record=whole(record + 1), text=" ".join(texts))
