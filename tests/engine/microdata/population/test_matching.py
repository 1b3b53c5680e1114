"""Records with suppressed values against people: plain matching, and never less risk than the true one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses
from sdc_desktop.engine.microdata.population.table import Population, held_against
from sdc_desktop.engine.problems import Refused

TEXTS = (("f", "m"), ("n", "s", "i"), ("1", "2"))
Person = tuple[str, ...]


def table(people: Counter) -> Population:
    rows = sorted(people)
    codes = [[texts.index(row[place]) for row in rows] for place, texts in enumerate(TEXTS)]
    numbers = np.array([people[row] for row in rows], dtype=float)
    return Population(("a", "b", "c"), np.array(codes), numbers, tuple((texts,) for texts in TEXTS))


def classes(records: Counter) -> tuple[KeyClasses, list[tuple[str, ...]]]:
    labels = [(*texts, "*") for texts in TEXTS]
    rows = sorted(records)
    codes = [[labels[place].index(row[place]) for row in rows] for place in range(3)]
    sizes = np.array([records[row] for row in rows])
    return KeyClasses((0, 0, 0), np.array(codes, dtype=np.int32), sizes), labels


def matches(record: Person, person: Person) -> bool:
    return all(value in ("*", own) for value, own in zip(record, person, strict=True))


@st.composite
def samples(draw) -> tuple[Counter, list[tuple[Person, Person]]]:
    """People, and records of some of them: true values, and those shown."""
    person = st.tuples(*map(st.sampled_from, TEXTS))
    people = Counter(draw(st.lists(person, min_size=1, max_size=30)))
    order = draw(st.permutations(sorted(people.elements())))
    drawn = order[: draw(st.integers(1, len(order)))]
    whole = draw(st.booleans())  # whether whole records may be suppressed
    shown = []
    for one in drawn:
        hidden = draw(st.tuples(*[st.booleans()] * 3)) if draw(st.booleans()) else (False,) * 3
        assume(whole or not all(hidden))
        shown.append((one, tuple("*" if gone else value for value, gone in zip(one, hidden, strict=True))))
    return people, shown


@given(samples())
@settings(max_examples=400, deadline=None)
def test_figures_are_those_of_plain_matching(made) -> None:
    people, pairs = made
    records = Counter(shown for _, shown in pairs)
    found = held_against(table(people), *classes(records))
    of_class = {row: sum(n for one, n in people.items() if matches(row, one)) for row in records}
    rows = sorted(records)
    kept = [row for row in rows if set(row) != {"*"} or len(rows) == 1]
    assert [found.people[rows.index(row)] for row in kept] == [of_class[row] for row in kept]
    assert found.k_map == min((of_class[row] for row in kept), default=0)
    assert found.single == sum(records[row] for row in kept if of_class[row] == 1)
    surely = {one: min(records[one] / n, 1) for one, n in people.items()}
    perhaps = {
        one: min(sum(size for row, size in records.items() if matches(row, one)) / n, 1)
        for one, n in people.items()
    }
    ends = found.presence.least, found.presence.most
    assert ends == pytest.approx((min(surely.values()), max(perhaps.values())))
    met = [one for one in people if perhaps[one] > 0]
    ends = found.sample_presence.least, found.sample_presence.most
    assert ends == pytest.approx((min(surely[one] for one in met), max(perhaps[one] for one in met)))
    for row in kept:
        matching = [one for one in people if matches(row, one)]
        assert found.lowest[rows.index(row)] == pytest.approx(min(surely[one] for one in matching))
        assert found.highest[rows.index(row)] == pytest.approx(max(perhaps[one] for one in matching))


@given(samples())
@settings(max_examples=400, deadline=None)
def test_no_risk_is_lower_than_the_true_one(made) -> None:
    """True presence lies between the ends; records of complete classes are among the possible."""
    people, pairs = made
    records, true = Counter(shown for _, shown in pairs), Counter(own for own, _ in pairs)
    found = held_against(table(people), *classes(records))
    shares = [true[one] / n for one, n in people.items()]
    assert found.presence.least <= min(shares) + 1e-12
    assert found.presence.most >= max(shares) - 1e-12
    visible = [own for own, shown in pairs if set(shown) != {"*"}]
    assert found.possible >= sum(true[own] == people[own] for own in visible)
    for row, number in zip(sorted(records), found.people, strict=True):
        if number:  # the records of a class are of so many people at least
            assert number >= records[row]


@given(samples())
@settings(max_examples=200, deadline=None)
def test_whole_classes_that_were_suppressed_are_of_the_people_left(made) -> None:
    """Where whole classes are suppressed, the presence of people of classes without a record is pooled."""
    people, pairs = made
    true = Counter(own for own, _ in pairs)
    gone = {one for place, one in enumerate(sorted(true)) if place % 2}
    assume(gone and len(true) > len(gone))
    records = Counter({own: size for own, size in true.items() if own not in gone})
    hidden = sum(true[one] for one in gone)
    records[("*",) * 3] = hidden
    found = held_against(table(people), *classes(records), pooled=True)
    shares = [true[one] / people[one] for one in records if one in people]
    left = sum(n for one, n in people.items() if one not in records)
    shares.append(hidden / left)
    assert (found.presence.least, found.presence.most) == pytest.approx((min(shares), max(shares)))


def test_records_of_more_people_than_match_are_refused() -> None:
    """Two records of f in n, one of them suppressed in part, cannot be of one person."""
    people = Counter({("f", "n", "1"): 1, ("m", "s", "1"): 9})
    records = Counter({("f", "n", "1"): 1, ("*", "n", "*"): 1})
    with pytest.raises(Refused) as refusal:
        held_against(table(people), *classes(records))
    assert refusal.value.problems[0].code == "risk.population_fewer_than_records"
