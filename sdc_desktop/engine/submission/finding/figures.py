"""Figures and marks of cells: decimal styles, thousands, flags, several figures in one cell."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Literal, NamedTuple

from sdc_desktop.engine.submission.finding.closed_words import ABOUT, is_number_word, is_unit
from sdc_desktop.engine.submission.reading.number_format import normal
from sdc_desktop.engine.submission.sheets import MASKED, PERCENT, Cell

Style = Literal[".", ","]
Status = Literal["value", "suppressed", "zero", "none", "empty", "text"]
Meaning = Literal["suppressed", "zero", "none"]
Worded = Literal["", "base", "unit", "rough", "word", "lines", "more"]

USUAL_MARKS: Mapping[str, Meaning] = {
    **dict.fromkeys(("*", "**", "***", "x", "c", "[c]", "(c)", "s", "(s)", "[s]", "np"), "suppressed"),
    **dict.fromkeys(("n.p.", ".", "..", "...", ":", ":c", "c:", "[x]", "#", "xx", "supp."), "suppressed"),
    **dict.fromkeys(("n.d.", "nd", "supp", "suppressed", "confidential", "conf.", "withheld"), "suppressed"),
    **dict.fromkeys(("not disclosed", "not shown", "masked", "hidden", "redacted", "geheim"), "suppressed"),
    **dict.fromkeys(("geheim gehalten", "unterdrückt", "gesperrt", "vertraulich"), "suppressed"),
    **dict.fromkeys(("-", "–", "—"), "zero"),
    **dict.fromkeys(("[z]", "/", "…", "n/a", "n.a.", "inf"), "none"),
}  # fmt: skip
_EMPTY = {"nan", "na", "null", "none", "<na>", "nat"}  # what programs print of an empty cell
_SPACES = "\u00a0\u2009\u202f\u2007 '’"
_BLANKS = str.maketrans("", "", _SPACES)
_MINUS = str.maketrans({"−": "-", "–": "-"})
_NUMBER = r"[-−–+]?(?:\d[\d.,'’\u00a0\u2009\u202f\u2007 ]*\d|\d|[.,]\d+)(?:[eE][-+]?\d{1,3})?"
_FLAGS = r"(?:\s*(?:\[[a-zA-Z]{1,2}\]|\([a-zA-Z]{1,2}\)|[*†‡§¹²³ᵃᵇ]{1,3}))*"
_PLAIN = re.compile(
    rf"(?P<open>\()?\s*(?P<money>[€$£])?\s*(?P<number>{_NUMBER})\s*(?P<percent>%)?\s*(?P<unit>[€$£])?"
    rf"(?P<close>\))?(?P<flags>{_FLAGS})\s*"
)
_BELOW = re.compile(
    r"(?P<sign><=?|≤|under |unter |fewer than |less than |weniger als )\s*(?P<number>\d{1,6})"
)
_OR_LESS = re.compile(
    r"(?:(?:at most|up to|max\.?|maximal|höchstens|bis zu) )?(?P<number>\d{1,6})"
    r"(?: (?:or|and) (?:less|fewer|below|under)| (?:oder|und) (?:weniger|darunter))?"
)
_TINY = re.compile(r"[<≤]\s?(?:0?[.,]0\d*|\d(?:\.\d+)?e-\d+)(?: \*{1,3}| \.)?")  # <0.001, <2e-16 ***
_RANGE = re.compile(
    r"(?P<low>\d{1,9})\s*(?:-|–|to|bis)\s*(?:<=\s*|(?P<under><|(?:under|unter)\s)\s*)?(?P<high>\d{1,9})"
)
_SEVERAL = re.compile(
    rf"(?P<first>{_NUMBER})\s*(?P<percent>%)?\s*(?:(?P<slash>/)\s*(?P<of>{_NUMBER})\s*)?"
    rf"(?:(?P<bracket>[(\[])\s*(?P<second>{_NUMBER})\s*%?\s*"
    rf"(?:(?:,|;|-|–|to|bis)\s*(?P<third>{_NUMBER})\s*%?\s*)?[)\]]|±\s*(?P<spread>{_NUMBER}))?{_FLAGS}\s*"
)
_ABOUT = "|".join(map(re.escape, ABOUT))
_WORDED: tuple[tuple[Worded, re.Pattern[str]], ...] = (
    ("base", re.compile(r"[nN]\s*[=:]\s*(?P<number>\d[\d.,'’\u00a0\u2009\u202f\u2007 ]*)")),
    ("unit", re.compile(r"(?P<number>\d[\d.,'’\u00a0\u2009\u202f\u2007]*)\s(?P<unit>[^\W\d_]{2,24}\.?)")),
    ("rough", re.compile(rf"(?:{_ABOUT}|['’])\s*(?P<number>\d[\d.,'’\u00a0\u2009\u202f\u2007 ]*)", re.I)),
)  # n=3, 3 Stück, ca. 3, '3
_COMMA_BOTH = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+")
_POINT_BOTH = re.compile(r"\d{1,3}(?:,\d{3})+\.\d+")
_PAIRED = re.compile(r"[(\[]\d[\d.]*, \d[\d.]*[)\]]")  # no comma of decimals
_PAIR = re.compile(r"[,;]\s+")  # 52 (35, 71)
_SPLIT = re.compile(
    rf"^[-−–+]?\d+(?:[{_SPACES}]\d{{3}})*[{_SPACES}](?!\d{{3}}(?!\d)|$)"
)  # 120 3: two figures
_THOUSAND = re.compile(r"(?<!\w)(?:in|per|pro|je) 1[.,]000(?![\d.,]*\d)", re.IGNORECASE)
_GROUPED = re.compile(rf"\d+(?:[{_SPACES}’.]\d{{3}}|,\d{{2,3}})*(?:[.,]\d*)?(?:[eE][-+]?\d+)?")
_ALONE = re.compile(r"\d[\d.,]*|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|\d\d:\d\d")  # also a day or time
_WORD = re.compile(r"\w+")
_MOST_LENGTH = 80  # of a text that can be a figure


class Figure(NamedTuple):
    """What a body cell states. ``value``: as stored, per cent in points; ``low`` and ``high``: bounds that a
    mark states; ``parts``: several figures in one cell, in their order; ``worded``: how words are around it
    (more: with another figure), or a number in words or figures in several lines, which are texts.
    """

    status: Status
    value: Decimal | None = None
    decimals: int = 0
    shown: str = ""
    flags: int = 0
    percent: bool = False
    low: int | None = None
    high: int | None = None
    money: bool = False
    parts: tuple["Figure", ...] = ()
    worded: Worded = ""

    @property
    def is_read(self) -> bool:
        """Whether all of its text is read."""
        return self.status != "text" and self.worded != "more"

    @property
    def is_range(self) -> bool:
        """Whether it is a range, which may be a masked count or a label: 18-29, <18."""
        return self.status == "suppressed" and self.high is not None


NOTHING = Figure("empty")


def votes(texts: Iterable[str]) -> tuple[int, int, int]:
    """How many texts can only have a decimal point, only a decimal comma, and either."""
    point = comma = either = 0
    for text in texts:
        if len(text) > _MOST_LENGTH or not any(sign in text for sign in ".,"):
            continue
        point += _PAIRED.search(text) is not None
        text = _PAIR.sub(";", _THOUSAND.sub(" ", text)).translate(_BLANKS)
        for found in re.findall(r"\d[\d.,]*\d", text):
            vote = _vote(found)
            point += vote == "."
            comma += vote == ","
            either += vote == "?"
    return point, comma, either


def _vote(number: str) -> str:
    points, commas = number.count("."), number.count(",")
    if points and commas:
        if _COMMA_BOTH.fullmatch(number):
            return ","
        return "." if _POINT_BOTH.fullmatch(number) else ""
    sign, times = (".", points) if points else (",", commas)
    if not times:
        return ""
    whole, *rest = number.split(sign)
    if times > 1:
        grouped = len(whole) <= 3 and all(len(part) == 3 for part in rest)
        return {".": ",", ",": "."}[sign] if grouped else ""
    if len(rest[0]) == 3 and 1 <= len(whole) <= 3 and whole != "0":
        return "?"
    return sign


def figure_of(cell: Cell, style: Style, marks: Mapping[str, Meaning]) -> Figure:
    """What a cell of a body states, in this style of decimals and with these marks."""
    if cell.stored:
        value = normal(cell.stored)
        if value is not None:
            percent = bool(cell.flags & PERCENT)
            value = value.scaleb(2).normalize() if percent and value else value
            masked = cell.flags & MASKED and not (value == 0 and marks.get(cell.shown.strip()) == "zero")
            flags = cell.flags if masked else cell.flags & ~MASKED
            worded: Worded = "more" if _shows_more(cell) else ""
            return Figure("value", value, decimals(value), cell.shown, flags, percent, worded=worded)
    text = cell.shown.strip()
    if not text:
        return NOTHING
    meaning = marks.get(text) or marks.get(text.lower())
    if meaning is not None:
        return Figure(meaning, Decimal(0) if meaning == "zero" else None, 0, text, cell.flags)
    if text.lower() in _EMPTY:
        return Figure("empty", shown=text, flags=cell.flags)
    if len(text) > _MOST_LENGTH:
        return Figure("text", shown=text, flags=cell.flags)
    return _text_figure(text, style, cell.flags)


def _shows_more(cell: Cell) -> bool:
    """Whether the number format or text of a stored figure shows another figure: 120 (East 3)."""
    text = cell.shown
    if cell.flags & MASKED or text == cell.stored or _ALONE.fullmatch(text):
        return False
    rest = _GROUPED.sub(" ", text, count=1)
    return any(map(str.isdecimal, rest)) or any(is_number_word(word) for word in _WORD.findall(rest))


def _text_figure(text: str, style: Style, flags: int) -> Figure:
    found = _PLAIN.fullmatch(text)
    if found is not None and bool(found["open"]) == bool(found["close"]):
        value = parsed(found["number"], style)
        if value is not None:
            negative = bool(found["open"]) and not found["number"].startswith("(")
            percent, money = bool(found["percent"]), bool(found["money"] or found["unit"])
            value = -value if negative else value
            return Figure("value", value, _written(found["number"], style), text, flags, percent, money=money)
    if _TINY.fullmatch(text):  # of a p-value
        return Figure("none", shown=text, flags=flags)
    below = _BELOW.fullmatch(text.lower())
    if below is not None:
        most = int(below["number"]) - (below["sign"] not in ("<=", "≤"))
        return Figure("suppressed", None, 0, text, flags, low=0, high=max(most, 0))
    most_stated = _OR_LESS.fullmatch(text.lower())
    if most_stated is not None:
        return Figure("suppressed", None, 0, text, flags, low=0, high=int(most_stated["number"]))
    found = _RANGE.fullmatch(text)
    if found is not None and int(found["low"]) < int(found["high"]):
        high = int(found["high"]) - bool(found["under"])
        return Figure("suppressed", None, 0, text, flags, low=int(found["low"]), high=high)
    several = _SEVERAL.fullmatch(_PAIR.sub(";", text))
    if (
        several is not None
        and style == "."
        and several["second"]
        and parsed(several["second"], style) is None
    ):
        several = _SEVERAL.fullmatch(text.replace(",", ";"))  # 52.0 [35.0,71.0]
    if several is not None:
        parts = tuple(_parts(several, style))
        if len(parts) > 1:
            return Figure("value", parts[0].value, parts[0].decimals, text, flags, parts=parts)
    return _worded(text, style, flags)


def _worded(text: str, style: Style, flags: int) -> Figure:
    """A figure with words around it, a number in words, or a text that is neither."""
    for form, pattern in _WORDED:
        found = pattern.fullmatch(text)
        value = None if found is None else parsed(found["number"].strip(), style)
        if found is None or value is None or (form == "unit" and not is_unit(found["unit"])):
            continue
        decimals = _written(found["number"].strip(), style)
        if form != "unit" or not decimals:
            return Figure("value", value, decimals, text, flags, worded=form)
    worded: Worded = "word" if is_number_word(text) else "lines" if _in_lines(text, style) else ""
    return Figure("text", shown=text, flags=flags, worded=worded)


def _in_lines(text: str, style: Style) -> bool:
    """Whether each of several lines, or of what blanks divide, is a figure."""
    parts = text.split() if _SPLIT.search(text) else text.splitlines()
    lines = [line.strip() for line in parts if line.strip()]
    return len(lines) > 1 and all(_text_figure(line, style, 0).status == "value" for line in lines)


def _parts(found: re.Match[str], style: Style) -> Iterable[Figure]:
    for name in ("first", "of", "second", "third", "spread"):
        if found[name] is None:
            continue
        value = parsed(found[name], style)
        if value is None:
            return
        yield Figure("value", value, _written(found[name], style), found[name].strip())


def parsed(text: str, style: Style) -> Decimal | None:
    """The number that a text states in this style; None where thousands are not groups of three."""
    if _SPLIT.search(text):
        return None
    text = text.translate(_MINUS).translate(_BLANKS)
    mantissa, sign, exponent = text.partition("e") if "e" in text else text.partition("E")
    thousands = "," if style == "." else "."
    whole, mark, rest = mantissa.partition(style)
    if thousands in rest or style in rest:
        return None
    if thousands in whole:
        first, *groups = whole.lstrip("+-").split(thousands)
        if not 1 <= len(first) <= 3 or any(len(group) != 3 for group in groups):
            return None
        whole = whole.replace(thousands, "")
    return normal(whole + ("." + rest if mark and rest else "") + sign + exponent)


def _written(text: str, style: Style) -> int:
    """The decimals of a text, without the noise of binary fractions."""
    rest = text.partition(style)[2].translate(_BLANKS)
    value = parsed(text, style)
    written = len(rest) - len(rest.lstrip("0123456789"))
    return written if value is None or written <= 6 else decimals(value)


def decimals(value: Decimal) -> int:
    """Decimals of a number without trailing zeros."""
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def marks_of(given: Mapping[str, Meaning]) -> Mapping[str, Meaning]:
    """The usual marks, and those of a project before them."""
    return {**USUAL_MARKS, **{key.strip().lower(): value for key, value in given.items()}, **given}
