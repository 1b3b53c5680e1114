"""Number formats of spreadsheets: what is shown of a stored figure, and whether any of it is.

ECMA-376 part 1, 18.8.31. Sections by sign or condition, literals, scaling, per cent, dates.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

BUILT_IN = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm",
    19: "h:mm:ss",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0;-#,##0",
    38: "#,##0;-#,##0",
    39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00",
    45: "mm:ss",
    46: "h:mm:ss",
    47: "mm:ss",
    48: "##0.0E+0",
    49: "@",
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<general>General)'
    r"|(?P<exponent>[Ee][+-])|(?P<ampm>AM/PM|A/P)|(?P<digit>[0#?])|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[0-9]+(?:[.][0-9]+)?)$")
_DATE = set("ymdhsYMDHS")
_MOST_FORMAT = 500  # characters of a format that is read
_DIGITS = 15  # that a spreadsheet keeps of a figure
_GENERAL = 10  # decimals that General shows at most
_PLAIN = ("General", "0")
_EPOCH = datetime(1899, 12, 30)
_LAST_DAY = 2_958_465
_TESTS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
}


@dataclass(frozen=True)
class _Section:
    """One section: literals around the digits, places of the number, scaling, and its condition."""

    before: str = ""
    after: str = ""
    digits: bool = False
    general: bool = False
    date: bool = False
    text: bool = False
    white: bool = False
    least: int = 1  # digits before the decimal mark
    decimals: int = 0
    fixed: int = 0  # decimals that are shown even where 0
    thousands: bool = False
    scale: int = 0  # powers of ten
    percent: bool = False
    exponent: bool = False
    condition: tuple[str, Decimal] | None = None


@dataclass(frozen=True)
class Shown:
    """What a format shows: the text, whether no digit of the figure is in it, whether it is per cent, and
    whether the figure has more digits than are shown.
    """

    text: str
    masked: bool = False
    percent: bool = False
    coarse: bool = False


def normal(stored: str) -> Decimal | None:
    """A stored figure with the digits that a spreadsheet keeps; None where it is not a figure."""
    try:
        value = Decimal(stored)
    except InvalidOperation:
        return None
    if not value.is_finite() or abs(value.adjusted()) > 308:
        return None
    digits = value.as_tuple().digits
    if len(digits) > _DIGITS:
        value = value.quantize(Decimal(1).scaleb(value.adjusted() - _DIGITS + 1), ROUND_HALF_UP)
    return value.normalize() if value else Decimal(0)


def shown(stored: str, code: str) -> Shown:
    """What a format shows of a stored figure."""
    if code in _PLAIN and len(stored) <= _GENERAL and stored.isascii() and stored.isdigit():
        return Shown(stored.lstrip("0") or "0")  # most cells of most tables
    value = normal(stored)
    if value is None:
        return Shown(stored)
    sections = _sections(code)
    section, magnitude = _section_for(value, sections)
    if section is None:
        return Shown("####", masked=True)
    if section.date:
        return Shown(_date(value))
    if section.general:
        value = abs(value) if magnitude else value
        text = _general(value)
        coarse = Decimal(text) != value
        return Shown(section.before + text + section.after, section.white, coarse=coarse)
    if not section.digits:
        return Shown(section.before + section.after, True)
    text = _number(abs(value) if magnitude else value, section)
    return Shown(text, section.white, section.percent, _is_coarse(value, section))


def hides_text(code: str) -> bool:
    """Whether a format shows nothing of a text."""
    sections = _sections(code)
    return len(sections) > 3 and not sections[3].text


def text_shown(text: str, code: str) -> tuple[str, bool]:
    """What a format shows of a text, and whether it has other words, with a figure, for numbers alone."""
    sections = _sections(code)
    own = next((section for section in sections if section.text), _Section())
    others = (section.before + section.after for section in sections if section is not own)
    words = any(any(map(str.isdecimal, one)) and any(map(str.isalpha, one)) for one in others)
    return own.before + text + own.after, words


def _section_for(value: Decimal, sections: tuple[_Section, ...]) -> tuple[_Section | None, bool]:
    """The section for a figure, and whether it shows the figure without its sign."""
    numbers = sections[:3]
    if any(section.condition for section in numbers):
        for section in numbers:
            if section.condition is None:
                return section, False
            sign, bound = section.condition
            if _TESTS[sign](value, bound):
                return section, False
        return None, False
    if value < 0 and len(numbers) > 1:
        return numbers[1], True
    if value == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], False


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    parts: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code[:_MOST_FORMAT]):
        if token["sign"] == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_section(part) for part in parts)


def _section(tokens: list[re.Match[str]]) -> _Section:
    before, after, number = "", "", ""
    date = general = text = white = percent = exponent = False
    condition = None
    for token in tokens:
        sign, bracket = token["sign"], token["bracket"]
        if token["digit"]:
            number += "" if exponent else token["digit"]  # those of the power are no decimals
        elif token["exponent"]:
            exponent = True
        elif token["general"]:
            general = True
        elif token["ampm"]:
            date = True
        elif bracket is not None:
            found = _CONDITION.match(bracket)
            if found is not None:
                condition = (found[1], Decimal(found[2]))
            white = white or bracket.strip().lower() == "white"
            date = date or (bool(bracket) and set(bracket.lower()) <= set("hms"))
            if bracket.startswith("$"):
                literal = bracket[1:].partition("-")[0]
                before, after = _placed(before, after, literal, number)
        elif sign in (".", ",") and sign:
            number += sign
        elif sign == "%":
            percent = True
            before, after = _placed(before, after, "%", number)
        elif sign == "@":
            text, number = True, number or "@"
        elif sign is not None and sign in _DATE:
            date = True
        else:
            literal = token["quoted"] if token["quoted"] is not None else token["escaped"] or sign or " "
            before, after = _placed(before, after, literal, number)
    return _with_places(
        number,
        _Section(
            before, after, general=general, date=date and not general, text=text, white=white,
            percent=percent, exponent=exponent, condition=condition,
        ),
    )  # fmt: skip


def _placed(before: str, after: str, literal: str, number: str) -> tuple[str, str]:
    return (before, after + literal) if number else (before + literal, after)


def _with_places(number: str, section: _Section) -> _Section:
    """The section with the places that its digits and marks give."""
    digits = [sign for sign in number if sign in "0#?"]
    if not digits:
        return section
    whole, point, decimals = number.partition(".")
    body = whole.rstrip(",") if point else whole
    trailing = len(number) - len(number.rstrip(",")) + (len(whole) - len(body) if point else 0)
    inner = (whole if point else number).rstrip(",")
    places = [sign for sign in decimals if sign in "0#?"]
    return _Section(
        section.before, section.after, True, section.general, section.date, section.text, section.white,
        least=sum(sign == "0" for sign in inner), decimals=len(places),
        fixed=sum(sign == "0" for sign in places), thousands="," in inner,
        scale=(2 if section.percent else 0) - 3 * trailing, percent=section.percent,
        exponent=section.exponent, condition=section.condition,
    )  # fmt: skip


def _number(value: Decimal, section: _Section) -> str:
    if section.exponent:
        return section.before + f"{value:.{section.decimals}E}" + section.after
    scaled = value.scaleb(section.scale)
    if scaled.adjusted() > 40:
        return section.before + f"{scaled:.6E}" + section.after
    rounded = scaled.quantize(Decimal(1).scaleb(-section.decimals), ROUND_HALF_UP)
    text = f"{abs(rounded):,f}" if section.thousands else f"{abs(rounded):f}"
    whole, _, decimals = text.partition(".")
    decimals = decimals[: section.fixed] + decimals[section.fixed :].rstrip("0")
    if section.least == 0 and whole == "0":
        whole = ""
    whole = whole.rjust(section.least, "0")
    sign = "-" if rounded < 0 else ""
    return f"{sign}{section.before}{whole}{'.' + decimals if decimals else ''}{section.after}"


def _is_coarse(value: Decimal, section: _Section) -> bool:
    """Whether a figure has more digits than its section shows."""
    exponent = value.scaleb(section.scale).as_tuple().exponent
    return section.exponent or (isinstance(exponent, int) and -exponent > section.decimals)


def _general(value: Decimal) -> str:
    if value and (abs(value.adjusted()) > _GENERAL):
        return f"{value:.5E}"
    whole = len(str(abs(int(value))))
    most = max(0, _GENERAL - whole + (1 if abs(value) < 1 else 0))
    if -int(value.as_tuple().exponent) > most:
        value = value.quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP).normalize()
    return f"{value:f}"


def _date(value: Decimal) -> str:
    """A day and time in sortable form; spreadsheets show it in one of many forms."""
    if not 0 <= value <= _LAST_DAY:
        return "####"
    moment = _EPOCH + timedelta(seconds=round(float(value) * 86_400))
    day, time = moment.strftime("%Y-%m-%d"), moment.strftime("%H:%M")
    if value < 1:
        return time
    return day if time == "00:00" else f"{day} {time}"
