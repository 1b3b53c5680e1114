"""Missing codes as formats have them: values that are declared (SPSS), .a to .z (Stata, SAS), both (R), or
neither.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import SPECIAL, Column, ColumnType
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.target.facts import Facts, between
from sdc_desktop.engine.data.target.rules import Rules

_DISCRETE = 3  # missing values that SPSS takes one by one
_LONGEST_TEXT_CODE = 8  # bytes of a missing text of SPSS
_UNDERSCORE = "._"


@dataclass(frozen=True)
class CodesOf:
    """``written``: code -> what the format gets, empty for none. ``missing``, ``ranges``: what it declares.
    ``unmarked``: codes are values there like any other. ``too_many``: more than it can declare.
    """

    written: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    ranges: tuple[tuple[float, float], ...] = ()
    unmarked: bool = False
    too_many: int = 0


def mapped_codes(
    data: Microdata,
    number: int,
    variable: Variable,
    column: Column,
    facts: Facts,
    kind: ColumnType,
    rules: Rules,
    context: JobContext,
) -> CodesOf:
    """The treatment of the missing codes of one variable that gets the type `kind`. Raises Cancelled."""
    labelled = dict(column.labels)
    declared = (code for code in variable.missing if code and code in labelled)
    codes = tuple(dict.fromkeys((*facts.codes, *declared)))
    if kind == "text":
        return _of_texts(variable, codes, rules)
    if rules.codes == "letters":
        return _letters(codes, upper=rules.origin == "sas")
    values = {code: _number(code, data.decimal) for code in codes} if kind in ("integer", "number") else {}
    if rules.codes == "none":
        return _undeclared(codes, values, kind, sheet=rules.origin == "sheet")
    own = _ranges_kept(variable, column)
    if rules.codes == "tagged" and kind in ("integer", "number"):
        listed = (_number(code, ".") for code in column.missing if code in variable.missing)
        stated = [value for value in listed if value is not None]
        return _tagged(values, labelled, facts, stated, own or ())
    written = dict(_numbered(codes, values, labelled, facts, kind))
    numbers = sorted({value for text in written.values() if text for value in (float(text),)})
    if own is not None:
        rest = [value for value in numbers if not any(low <= value <= high for low, high in own)]
        if len(rest) <= _DISCRETE - 2 * len(own):
            return CodesOf(written, tuple(map(_text, rest)), own)
    declared_numbers = [v for code in variable.missing if (v := _number(code, data.decimal)) is not None]
    numbers = sorted({*numbers, *(declared_numbers if kind in ("integer", "number") else ())})
    if len(numbers) <= _DISCRETE:
        return CodesOf(written, tuple(map(_text, numbers)))
    for low, high, single in _splits(numbers):
        if not between(data.relation, number, codes, (low, high), data.decimal, context):
            return CodesOf(written, tuple(map(_text, single)), ((low, high),))
    return CodesOf(written, too_many=len(numbers))


def _of_texts(variable: Variable, codes: Sequence[str], rules: Rules) -> CodesOf:
    """Texts keep their codes; SPSS can declare some of them, R all."""
    if not codes:
        return CodesOf()
    if rules.codes == "tagged":
        return CodesOf(missing=tuple(codes))
    short = all(len(code.encode()) <= _LONGEST_TEXT_CODE for code in codes)
    if rules.codes == "own" and len(codes) <= _DISCRETE and short:
        return CodesOf(missing=tuple(codes))
    return CodesOf(unmarked=True)


def _letters(codes: Sequence[str], *, upper: bool) -> CodesOf:
    """Letters of Stata and SAS; those that a code has already stay."""
    written: dict[str, str] = {}
    free = list(ascii_lowercase)
    for code in codes:
        letter = code[1:].lower() if SPECIAL.fullmatch(code) else ""
        if letter in free:
            free.remove(letter)
            written[code] = f".{letter}"
        elif code == _UNDERSCORE and upper:
            written[code] = code
    for code in codes:
        if code not in written and free:
            written[code] = f".{free.pop(0)}"
    if len(written) < len(codes):
        return CodesOf(too_many=len(codes))
    if upper:
        written = {code: text.upper() for code, text in written.items()}
    return CodesOf({code: written[code] for code in codes})


def _tagged(
    values: Mapping[str, float | None],
    labelled: Mapping[str, str],
    facts: Facts,
    stated: Sequence[float],
    ranges: tuple[tuple[float, float], ...],
) -> CodesOf:
    """Numbers stay and are declared, as are those that the file states. Other codes get letters, which no
    program takes for a number; a single one without words is no more than an empty value where there are none
    of these.
    """
    others = [code for code, value in values.items() if value is None]
    if len(others) == 1 and others[0] not in labelled and not facts.empty:
        lettered = CodesOf({others[0]: ""})
    else:
        lettered = _letters(others, upper=False)
    if lettered.too_many:
        return lettered
    numbers = {*stated, *(value for value in values.values() if value is not None)}
    single = sorted(v for v in numbers if not any(low <= v <= high for low, high in ranges))
    written = {
        code: lettered.written[code] if value is None else _text(value) for code, value in values.items()
    }
    return CodesOf(written, tuple(map(_text, single)), ranges)


def _undeclared(
    codes: Sequence[str], values: Mapping[str, float | None], kind: ColumnType, *, sheet: bool
) -> CodesOf:
    """Numbers stay; what is none is left empty, but in a sheet, whose cells have types of their own."""
    dates = kind not in ("integer", "number")
    written = {code: "" for code in codes if not sheet and (dates or values.get(code) is None)}
    return CodesOf(written, unmarked=len(written) < len(codes))


def _ranges_kept(variable: Variable, column: Column) -> tuple[tuple[float, float], ...] | None:
    """The ranges that an SPSS file named, where the plan did not change the codes; else None."""
    if not column.ranges or {*variable.missing, ""} != {*column.missing, ""}:
        return None
    return tuple((float(low), float(high)) for low, high in column.ranges)


def _numbered(
    codes: Sequence[str],
    values: Mapping[str, float | None],
    labelled: Mapping[str, str],
    facts: Facts,
    kind: ColumnType,
) -> Iterator[tuple[str, str]]:
    """Numbers for codes: their own, else whole ones below all others. Dates have none, and a single code
    without words is no more than an empty value where there are none of these.
    """
    if kind not in ("integer", "number"):
        yield from ((code, "") for code in codes)
        return
    others = [code for code in codes if values[code] is None]
    alone = len(others) == 1 and others[0] not in labelled and not facts.empty
    lowest = min([0.0, *(v for v in values.values() if v is not None)])
    if facts.numbers is not None:
        lowest = min(lowest, facts.numbers.low)
    new = math.floor(lowest)
    for code in codes:
        value = values[code]
        if value is not None:
            yield code, _text(value)
        elif alone:
            yield code, ""
        else:
            new -= 1
            yield code, str(new)


def _splits(numbers: Sequence[float]) -> Iterator[tuple[float, float, tuple[float, ...]]]:
    """One range with at most one number beside it: all, or without the last or the first."""
    yield numbers[0], numbers[-1], ()
    yield numbers[0], numbers[-2], (numbers[-1],)
    yield numbers[1], numbers[-1], (numbers[0],)


def _number(code: str, decimal: DecimalMark) -> float | None:
    try:
        value = float(code.strip().replace(decimal, "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _text(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)
