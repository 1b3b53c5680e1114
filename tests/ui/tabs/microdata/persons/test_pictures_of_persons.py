"""Pictures of classes count persons where these have several records, as plain Python and result.json do."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.runner import evaluate_plan
from tests.ui.tabs.microdata.conftest import Desk

Records = dict[str, list[tuple[str, str]]]
WHOLE = {"levels": {}, "suppress_below": 3, "suppress": "persons"}
ROWS_LEFT = {"levels": {}, "suppress_below": 3}


def episodes() -> str:
    """200 stays of 60 patients, some alone with their sex and age."""
    draws = random.Random(40)
    whose = [*range(60), *(draws.randrange(60) for _ in range(140))]
    rows = [f"p{i},{'fm'[i % 2]},{draws.randrange(3) + (9 if i == 7 else 0)},{i}" for i in whose]
    return "\n".join(["patient,sex,age,days", *rows, ""])


def by_person(rows: list[list[str]]) -> Records:
    found: Records = {}
    for person, sex, age, _ in rows:
        found.setdefault(person, []).append((sex, age))
    return found


def known_of(records: list[tuple[str, str]], known: object) -> set[tuple[tuple[str, str], ...]]:
    """What can be known of one person: a record, up to two of them, or all."""
    if known == "all":
        return {tuple(sorted(records))}
    return set(combinations(sorted(records), min(int(str(known)), len(records))))


def sizes(found: Records, known: object) -> tuple[list[int], dict[str, int]]:
    """How many persons fit each thing that can be known, and the fewest of each person."""

    def fits(records: list[tuple[str, str]], one: tuple[tuple[str, str], ...]) -> bool:
        if known == "all":
            return tuple(sorted(records)) == one
        return not Counter(one) - Counter(records)

    every = {one: 0 for records in found.values() for one in known_of(records, known)}
    for one in every:
        every[one] = sum(fits(records, one) for records in found.values())
    least = {who: min(every[one] for one in known_of(records, known)) for who, records in found.items()}
    return list(every.values()), least


def after_of(desk: Desk) -> Records:
    """The persons of the records that a run of the plan leaves, by their key values as shown."""
    given = evaluate_plan(desk.controller.whole_plan, desk.folder, JobContext())
    data = given.made["recode"].source.data
    numbers = data.persons.of(data.relation, JobContext())
    sex, age = data.index("sex"), data.index("age")
    found: Records = {}
    for number, row in zip(numbers.tolist(), data.window(0, data.records), strict=True):
        found.setdefault(str(number), []).append((row[sex], row[age]))
    return found


def in_bands(numbers: list[int], bands: list[tuple[int, int | None]]) -> list[int]:
    return [sum(low <= n and (high is None or n <= high) for n in numbers) for low, high in bands]


@pytest.mark.parametrize("known", [1, 2, "all"])
@pytest.mark.parametrize("params", [WHOLE, ROWS_LEFT], ids=["persons", "records"])
def test_class_sizes_are_those_of_persons(
    closed_desk: Desk, stays: Callable[..., Plan], params: dict[str, object], known: object
) -> None:
    if known != 1 and params is ROWS_LEFT:
        params = {"levels": {}}  # only whole persons are suppressed there
    plan = stays("recode", params, episodes(), persons={"known": known})
    closed_desk.open(plan)
    closed_desk.rest()
    evidence = closed_desk.page.answer.evidence
    evidence.turn_to(evidence.keys)
    closed_desk.rest()
    page = evidence.keys
    rows = closed_desk.controller.opened.data.window(0, 200)
    before, least_before = sizes(by_person(rows), known)
    after, least_after = sizes(after_of(closed_desk), known)
    bands = [(band.least, band.most) for band in page.found.bands]
    pairs = [[one[1:] for one in plot.pairs] for plot in page.plots]
    sides = ((before, after), (list(least_before.values()), list(least_after.values())))
    for shown, numbers in zip(pairs, sides, strict=True):
        expected = zip(*(in_bands(one, bands) for one in numbers), strict=True)
        assert shown == list(expected)
    assert page.plots[1].getAxis("left").labelText == "Persons"
    assert (
        f"{sum(n < 3 for n in least_before.values())} → {sum(n < 3 for n in least_after.values())}"
        in page.line
    )
    (job,) = evaluate_plan(closed_desk.controller.whole_plan, closed_desk.folder, JobContext()).jobs
    figures = job.persons.knowledge[str(known)]
    assert (figures.k, figures.uniques) == (
        min(least_after.values()),
        sum(n == 1 for n in least_after.values()),
    )
    assert (figures.combinations or figures.classes) == len(after)


@pytest.mark.parametrize("params", [{"levels": {}}, WHOLE, ROWS_LEFT], ids=["none", "persons", "records"])
def test_bars_of_values_count_persons(
    closed_desk: Desk, stays: Callable[..., Plan], params: dict[str, object]
) -> None:
    closed_desk.open(stays("recode", params, episodes()))
    closed_desk.rest()
    evidence = closed_desk.page.answer.evidence
    page = evidence.values
    evidence.turn_to(page)
    closed_desk.rest()
    rows = closed_desk.controller.opened.data.window(0, 200)
    after = after_of(closed_desk)
    name = "sex" if "sex" in page.frame.title.text() else "age"
    column = ("sex", "age").index(name)
    for place, found in ((1, by_person(rows)), (2, after)):
        every = Counter(value for records in found.values() for value in {one[column] for one in records})
        assert dict(page.plots[place].bars) == dict(every), place
        assert page.plots[place].getAxis("left").labelText == "Persons"


def test_bars_of_groups_count_records_and_say_so(closed_desk: Desk, stays: Callable[..., Plan]) -> None:
    variables = {"patient": {"role": "person"}, "age": {"role": "key", "level": "continuous"}}
    closed_desk.open(
        stays(
            "anopi",
            {"technique": "microaggregation", "override": {"age": 3}},
            episodes(),
            variables=variables,
        )
    )
    closed_desk.rest()
    evidence = closed_desk.page.answer.evidence
    evidence.turn_to(evidence.values)
    closed_desk.rest()
    for plot in list(evidence.values.plots.values())[-2:]:
        assert sum(count for _, count in plot.bars) == 200
        assert plot.getAxis("left").labelText == "Records"


def test_bands_of_risk_count_persons(closed_desk: Desk, stays: Callable[..., Plan]) -> None:
    closed_desk.open(stays("recode", {"levels": {}}, episodes()))
    closed_desk.rest()
    evidence = closed_desk.page.answer.evidence
    evidence.turn_to(evidence.risk)
    closed_desk.rest()
    found = by_person(closed_desk.controller.opened.data.window(0, 200))
    classes = Counter(one for records in found.values() for one in records)
    persons = Counter(one for records in found.values() for one in set(records))
    risks = [
        max(max(1 / persons[one], records.count(one) / classes[one]) for one in records)
        for records in found.values()
    ]
    lows = (1.0, 0.5, 1 / 3, 0.2, 0.1, 0.05, 0.0)
    highs = (2.0, *lows[:-1])
    expected = [
        sum(low <= r + 1e-9 and r < high - 1e-9 for r in risks) for low, high in zip(lows, highs, strict=True)
    ]
    assert [pair[1] for pair in evidence.risk.plot.pairs] == expected
    assert sum(expected) == 60
    rows = dict(row[:2] for row in evidence.risk.frame.rows)
    assert rows["Unique persons"] == str(sum(any(persons[one] == 1 for one in own) for own in found.values()))
    assert rows["… persons above 20 %".replace(" %", "\u202f%")] == str(sum(r > 0.2 + 1e-9 for r in risks))
    assert "of 60 persons" in evidence.risk.line
