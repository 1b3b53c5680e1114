"""Figures on protected records that all methods share: class sizes, disclosed values, entropy and shares."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.microdata.classes.key_classes import OneValue
from sdc_desktop.engine.microdata.recoding import SIZE_BANDS, Anonymity
from sdc_desktop.engine.plan import is_job_of
from sdc_desktop.report.sections.released import Margin
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Axis, BarChart, Column, Figure, KeyFigure, Series, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import OF_ALL, SHARE, UNIQUE, Counted, figures_of, known_briefly
from sdc_desktop.words.words import THIN_SPACE, figure, whole, whole_share

SMALL_COUNT = 5  # counts below it are for the internal edition
_BANDS = (N_("1 (unique)"), N_("2"), N_("3 to 4"), N_("5 to 9"), N_("10 to 49"), N_("50 and more"))
ARROW = f"{THIN_SPACE}→{THIN_SPACE}"

_BY_SIZE = Counted(
    N_("Records by size of their equivalence class"), N_("Persons by size of their smallest class ({known})")
)
_CLASS = Counted(
    N_("A class has all records with the same values of the key variables."),
    N_("A class has all persons with the same known values of the key variables."),
)
_SMALLEST = Counted(
    N_(
        "Before, {share} of records were unique. After, no class has fewer than "
        "{smallest} {smallest:record|records}."
    ),
    N_("Before, {share} of persons were unique. Smallest class after, in persons: {smallest}."),
)
_DISCLOSED = Counted(
    N_("Records in classes with a single value of a sensitive variable"),
    N_("Persons in classes with a single value of a sensitive variable"),
)


def changed(before: str, after: str) -> str:
    """A figure before and after: `7 653 → 0`."""
    return f"{before}{ARROW}{after}"


def class_figures(subject: Subject, words: Words) -> tuple[KeyFigure, ...]:
    """Unique records or persons, highest and average risk, before and after; outside in whole per cent."""
    found = classes_of(subject.result.result)
    if found is None:
        return ()
    before, after = found
    whole_file = figures_of(before, words)
    if before.persons not in (None, after.persons):  # some left with all their records
        whole_file["persons"] = changed(whole(before.units), whole(after.units))
    of_all = words.say(OF_ALL.of(before.persons), **whole_file)
    unique = words.say(UNIQUE.of(before.persons))
    average = KeyFigure(
        words.say(N_("Average re-identification risk")),
        changed(share_text(subject, before.average, words), share_text(subject, after.average, words)),
        words.say(N_("key variables known")),
    )
    if not subject.is_internal:  # the smallest class is a count that may be small
        most = words.say(N_("at most {share}"), share=words.percent(after.highest, 0))
        highest = KeyFigure(
            words.say(N_("Maximum re-identification risk")), most, _share_of_one(after, words)
        )
        return (highest, average) if after.k >= SMALL_COUNT else (average,)
    return (
        KeyFigure(unique, changed(whole(before.uniques), whole(after.uniques)), of_all),
        KeyFigure(
            words.say(N_("Maximum re-identification risk")),
            changed(words.percent(before.highest), words.percent(after.highest)),
            _smallest(before, after, words),
        ),
        average,
    )


def _smallest(before: Anonymity, after: Anonymity, words: Words) -> str:
    """The smallest class, and why the risk is more than its size says."""
    text = words.say(N_("smallest class: {before} → {after}"), before=whole(before.k), after=whole(after.k))
    return _joined(text, after, words)


def _joined(text: str, after: Anonymity, words: Words) -> str:
    of_one = _share_of_one(after, words)
    return words.say(N_("{first}; {second}"), first=text, second=of_one) if of_one else text


def _share_of_one(found: Anonymity, words: Words) -> str:
    """Where the highest risk is the share of a person in the records of a class, which is more than 1 / k."""
    is_share = found.persons is not None and found.k > 0 and found.highest > 1 / found.k + 1e-9
    return words.say(N_("set by one person's share of the records of a class")) if is_share else ""


def cover_figures(subject: Subject, words: Words) -> tuple[KeyFigure, ...]:
    """The maximum risk and the largest share of people with a disclosed sensitive value. Of a step after
    others only what it leaves: its figures before are not those of the original file.
    """
    found = classes_of(subject.result.result)
    if found is None:
        return ()
    later = follows_a_step(subject)
    risk = _risk_after(subject, found[1], words) if later else class_figures(subject, words)
    worst = _disclosed_share(subject, found[0].records)
    of = {words.say(N_("Maximum re-identification risk")), words.say(N_("Average re-identification risk"))}
    highest = [figure for figure in risk if figure.label in of][:1]
    if worst is None:
        return tuple(highest)
    name, before, after = worst
    left = share_text(subject, after, words)
    value = left if later else changed(share_text(subject, before, words), left)
    return (*highest, KeyFigure(words.say(N_("Disclosed sensitive values")), value, name))


def follows_a_step(subject: Subject) -> bool:
    """Whether a job reads what another step left."""
    given = next((one for one in subject.opened.plan.jobs if one.name == subject.job.input), None)
    return given is not None and not is_job_of(given, PREPARE)


def _risk_after(subject: Subject, after: Anonymity, words: Words) -> tuple[KeyFigure, ...]:
    if subject.is_internal:
        text = words.say(N_("smallest class: {number}"), number=whole(after.k))
        label = words.say(N_("Maximum re-identification risk"))
        return (KeyFigure(label, words.percent(after.highest), _joined(text, after, words)),)
    figures = class_figures(subject, words)
    if after.k >= SMALL_COUNT:
        return figures[:1]
    return (replace(figures[0], value=share_text(subject, after.average, words)),)


def _disclosed_share(subject: Subject, records: int) -> tuple[str, float, float] | None:
    """The sensitive variable of most people with a disclosed value: its name, shares before and after."""
    found: Mapping[str, OneValue] = getattr(subject.result.result, "one_value", {}) or {}
    moved = {name: (one.before, one.after) for name, one in found.items()}
    if not subject.is_internal:
        moved = {
            name: both for name, both in moved.items() if not any(0 < one.units < SMALL_COUNT for one in both)
        }
    if not moved or not records:
        return None
    shares = {name: tuple(one.share(records) for one in both) for name, both in moved.items()}
    name = max(shares, key=lambda one: shares[one][::-1])
    before, after = shares[name]
    return name, before, after


def share_text(subject: Subject, share: float, words: Words) -> str:
    """A share 0..1: with one decimal inside, in whole per cent outside, where little is `under 1 %`."""
    return words.percent(share) if subject.is_internal else whole_share(share, words)


def classes_of(result: Any) -> tuple[Anonymity, Anonymity] | None:
    """How records hid before and hide after, by the method's own classes; None where it has none."""
    before, after = getattr(result, "before", None), getattr(result, "after", None)
    if isinstance(before, Anonymity) and isinstance(after, Anonymity):
        return before, after
    return None


def records_of(subject: Subject) -> int:
    """How many records a job read; 0 where that is unknown."""
    classes = classes_of(subject.result.result)
    if classes is not None:
        return classes[0].records
    records = getattr(subject.result.result, "records", None)
    if isinstance(records, int):
        return records
    return 0 if subject.before is None else subject.before.data.records


def units_of(subject: Subject) -> int:
    """How many persons a job read; records where each is of a person of its own."""
    classes = classes_of(subject.result.result)
    found = classes[0] if classes is not None else subject.result.result
    return int(getattr(found, "units", None) or records_of(subject))


def sizes_figure(subject: Subject, words: Words) -> Iterator[Figure]:
    """Records by the size of their class, before and after, as shares of all; persons by the fewest who fit
    what is known. Where a count is small, it is for the internal edition only.
    """
    found = classes_of(subject.result.result)
    if found is None or not found[0].by_size or not found[1].by_size or not found[0].records:
        return
    before, after = found
    bare = 0 if before.persons is not None else _suppressed(subject.result.result)
    was, now = list(before.by_size), list(after.by_size)
    now[max(bisect_right(SIZE_BANDS, bare) - 1, 0)] -= bare
    removed = before.units - after.units + bare
    if not subject.is_internal and any(0 < number < SMALL_COUNT for number in (*was, *now, removed)):
        return
    names = [words.say(band) for band in _BANDS]
    if removed > 0:
        gone = N_("removed from the file") if bare == 0 else N_("key values removed")
        names.append(words.say(gone))
        was, now = [*was, 0], [*now, removed]
    decimals = 1 if subject.is_internal else 0
    chart = BarChart(
        tuple(names),
        (
            Series(words.say(N_("before")), _shares(was, before.units, decimals), hatched=True),
            Series(words.say(N_("after")), _shares(now, before.units, decimals)),
        ),
        Axis(words.say(SHARE.of(before.persons)), words.say(N_("%"))),
        decimals=decimals,
    )
    title = words.say(_BY_SIZE.of(before.persons), known=known_briefly(before.known, words))
    yield Figure(title, (chart,), _reading(subject, found, words))


def _suppressed(result: Any) -> int:
    """The records of a class of suppressed ones, which stay in the file without a key value."""
    check = getattr(result, "check", None)
    found = getattr(result if check is None else check, "suppressed_class", None)
    return 0 if found is None else int(found.records)


def _shares(counts: Sequence[int], records: int, decimals: int) -> tuple[float, ...]:
    return tuple(round(100 * number / records, 3 if decimals else 0) for number in counts)


def _reading(subject: Subject, found: tuple[Anonymity, Anonymity], words: Words) -> str:
    before, after = found
    if not subject.is_internal:
        return words.say(_CLASS.of(before.persons))
    share = words.percent(before.uniques / before.units)
    return words.say(_SMALLEST.of(before.persons), share=share, smallest=whole(after.k))


def disclosed_figure(subject: Subject, words: Words) -> Iterator[Figure]:
    """Records in classes with one value of a sensitive variable, before and after."""
    found: Mapping[str, OneValue] = getattr(subject.result.result, "one_value", {}) or {}
    classes = classes_of(subject.result.result)
    records = records_of(subject)
    if not found or not records:
        return
    held = [groups for one in found.values() for groups in (one.before, one.after)]
    counts = [number for one in held for number in (one.records, one.units)]
    if not subject.is_internal and any(0 < number < SMALL_COUNT for number in counts):
        return
    decimals = 1 if subject.is_internal else 0
    before, after = (
        tuple(round(100 * groups.share(records), 3 if decimals else 0) for groups in part)
        for part in zip(*((one.before, one.after) for one in found.values()), strict=True)
    )
    now = Series(words.say(N_("after")), after)
    series = (Series(words.say(N_("before")), before, hatched=True), now)
    persons = held[0].persons
    chart = BarChart(
        tuple(found),
        series if classes else (now,),
        Axis(words.say(SHARE.of(persons)), words.say(N_("%"))),
        decimals=decimals,
    )
    title = words.say(_DISCLOSED.of(persons))
    reading = words.say(
        N_("In such a class, the value is learnt of each person without finding the person's record.")
    )
    yield Figure(title, (chart,), reading)


def kept_figure(subject: Subject, found: Sequence[Margin], words: Words) -> Iterator[Figure]:
    """The share of each variable's entropy that is left."""
    kept = {margin.name: margin.kept for margin in found}
    shares = {name: min(share, 1.0) for name, share in kept.items() if share is not None}
    if not shares:
        return
    digits = 3 if subject.is_internal else 0
    chart = BarChart(
        tuple(shares),
        (Series(words.say(N_("kept")), tuple(round(100 * share, digits) for share in shares.values())),),
        Axis(words.say(N_("Entropy kept")), words.say(N_("%"))),
        decimals=1 if subject.is_internal else 0,
    )
    reading = words.say(
        N_("Entropy of the released values against that of the original ones, among records with a value.")
    )
    yield Figure(words.say(N_("Information kept by variable")), (chart,), reading)


def moved_table(subject: Subject, found: Sequence[Margin], words: Words) -> Iterator[Table]:
    """By variable the category whose share moved most. Small counts are for the internal edition."""
    decimals = 1 if subject.is_internal else 0
    rows = []
    for margin in found:
        moved = None if margin.confidential else margin.moved
        if moved is None or not margin.recoded or not margin.after:
            continue
        name, before, after = moved
        counts = (margin.recoded[name], margin.after.get(name, 0))
        if not subject.is_internal and any(0 < number < SMALL_COUNT for number in counts):
            continue
        points = figure(100 * (after - before), decimals, words.decimal_mark)
        sign = "+" if after > before and points.strip("0.,") else ""
        shown = name or words.say(N_("missing"))
        shares = (share_text(subject, before, words), share_text(subject, after, words))
        rows.append((margin.name, shown, *shares, f"{sign}{points}"))
    if not rows:
        return
    columns = (
        Column(words.say(N_("Variable")), share=1.5),
        Column(words.say(N_("Category")), share=2),
        Column(words.say(N_("Share before")), "right"),
        Column(words.say(N_("Share after")), "right"),
        Column(words.say(N_("Difference (percentage points)")), "right"),
    )
    note = words.say(N_("Before: all records, in released categories. After: records with a released value."))
    yield Table(words.say(N_("Category whose share moved most, by variable")), columns, tuple(rows), note)
