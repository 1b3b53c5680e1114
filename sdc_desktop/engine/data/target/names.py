"""Names of variables by the rules of a format; names that fit stay unchanged."""

import re
import unicodedata
from collections.abc import Sequence

from sdc_desktop.engine.data.target.rules import NameRules

_LETTERS = {
    **{"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"},
    **{"đ": "d", "Đ": "D", "ð": "d", "þ": "th"},
}
_BEFORE = "v"  # what a name that begins with no letter gets


def fitting_names(names: Sequence[str], rules: NameRules | None) -> tuple[str, ...]:
    """A name for each variable that the format takes, each once. Names that it takes stay; what it does not
    take in others becomes an underscore, and doubled ones get a number.
    """
    if rules is None:
        return tuple(names)
    kept: set[str] = set()
    found: list[str | None] = []
    for name in names:
        good = is_good(name, rules) and _same(name, rules) not in kept
        kept |= {_same(name, rules)} if good else set()
        found.append(name if good else None)
    return tuple(
        name if good is not None else _new(name, rules, kept) for name, good in zip(names, found, strict=True)
    )


def is_good(name: str, rules: NameRules) -> bool:
    """Whether a format takes a name."""
    if rules.pattern.fullmatch(name) is None or _size(name, rules) > rules.longest:
        return False
    if not all(sign.isascii() or _is_letter(sign) for sign in name):
        return False
    reserved = _same(name, rules) in rules.words
    return not reserved and (rules.types is None or rules.types.fullmatch(name) is None)


def _is_letter(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return kind.startswith("L") or kind == "Nd"


def _same(name: str, rules: NameRules) -> str:
    return name.casefold() if rules.folded else name


def _size(name: str, rules: NameRules) -> int:
    return len(name.encode("utf-8", "surrogatepass")) if rules.bytes else len(name)


def _new(name: str, rules: NameRules, taken: set[str]) -> str:
    """A name that the format takes and no other variable has; it is put among those taken."""
    base = "".join(_signs(sign, rules) for sign in unicodedata.normalize("NFC", name))
    base = re.sub("_+", "_", base).strip("_.") or _BEFORE
    if not is_good(_cut(base, rules, ""), rules):
        base = f"{_BEFORE}{base}" if base[0].isdigit() or not base[0].isalpha() else f"{base}_{_BEFORE}"
    number, found = 1, _cut(base, rules, "")
    while _same(found, rules) in taken or not is_good(found, rules):
        number += 1
        found = _cut(base, rules, f"_{number}")
    taken.add(_same(found, rules))
    return found


def _signs(sign: str, rules: NameRules) -> str:
    if sign == "_" or (sign.isascii() and sign.isalnum()) or (not rules.ascii and _is_letter(sign)):
        return sign
    if sign in _LETTERS:
        return _LETTERS[sign]
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if part.isascii() and part.isalnum())
    return plain or "_"


def _cut(base: str, rules: NameRules, end: str) -> str:
    while _size(base + end, rules) > rules.longest:
        base = base[:-1]
    return base.rstrip("_.") + end if base.rstrip("_.") else base + end
