"""The steps of a prepare job on lists of dicts, as plainly as they can be written."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal

Row = dict[str, str]
Missing = Mapping[str, Sequence[str]]


def meets(condition: Mapping, row: Row, missing: Missing) -> bool:
    if "all" in condition:
        return all(meets(one, row, missing) for one in condition["all"])
    if "any" in condition:
        return any(meets(one, row, missing) for one in condition["any"])
    text, test, value = row[condition["variable"]], condition["test"], condition.get("value")
    gone = text in missing[condition["variable"]]
    if test in ("missing", "not_missing"):
        return gone is (test == "missing")
    if test in ("in", "not_in"):
        return (text in condition["values"]) is (test == "in")
    if condition.get("type") == "date":
        return not gone and compared(test, date.fromisoformat(text), date.fromisoformat(value))
    if isinstance(value, str):
        return compared(test, text, value)
    return not gone and compared(test, Decimal(text), Decimal(repr(value)))


def compared(test: str, left: object, right: object) -> bool:
    answers: Mapping[str, Callable[[], bool]] = {
        "equal": lambda: left == right,
        "not_equal": lambda: left != right,
        "less": lambda: left < right,
        "at_most": lambda: left <= right,
        "at_least": lambda: left >= right,
        "more": lambda: left > right,
    }
    return answers[test]()


def whole_households(
    before: list[Row], kept: list[Row], name: str, whole: str, missing: Missing
) -> list[Row]:
    """Rows are told apart by being the same object."""
    there = {id(row) for row in kept}

    def stays(row: Row) -> bool:
        if row[name] in missing[name]:
            return id(row) in there
        members = [id(one) in there for one in before if one[name] == row[name]]
        return all(members) if whole == "drop" else any(members)

    return [row for row in before if stays(row)]


def age(born: str, on: str) -> str:
    if not born or not on:
        return ""
    birth, day = date.fromisoformat(born), date.fromisoformat(on)
    years = 0
    while (birth.year + years + 1, birth.month, birth.day) <= (day.year, day.month, day.day):
        years += 1
    return str(years)
