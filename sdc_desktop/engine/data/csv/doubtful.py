"""Whether texts that were read as Windows-1252, because they are not UTF-8, are in another encoding.

Any bytes are texts in some encoding with one byte per sign. Those of another show signs in places where no
Western text has them: runs without a plain letter, capitals within a word, symbols between letters.
"""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

WESTERN = "cp1252"
_MUCH = 0.3  # share of odd signs beyond which the encoding is doubtful
_LIKELY = 0.8  # share of usual signs from which another encoding is named
_NAMED = 3
_IN_A_ROW = 3  # letters beyond ASCII that follow one another in a Western word
_LINES = 2000
_RUNS = re.compile(r"[^\x00-\x7f]+")
_WORDS = re.compile(r"[^\W\d_]+")
_BESIDE = frozenset("\u00a0’‘“”„‚‹›«»–—…·•´°§€")  # signs that stand beside words
_WITHIN = frozenset("\u00a0’‘´–—·•…")  # and those that stand between letters
_KANA = re.compile("[\u3000-\u30ff\uff01-\uff5e]")
_CYRILLIC = re.compile("[\u0400-\u045f\u0490\u0491\u2116]")
_GREEK = re.compile("[\u0384-\u03ce]")
_HEBREW, _ARABIC = re.compile("[\u05d0-\u05ea]"), re.compile("[\u0621-\u06d2]")
_CENTRAL = re.compile("[ĄąĆćĘęŁłŃńÓóŚśŹźŻżÁáČčĎďÉéĚěÍíŇňŘřŠšŤťÚúŮůÝýŽžÄäÔôĹĺĽľŔŕŐőÖöŰűÜüĂăÂâÎîŞşŢţĐđßÇç]")
_LATIN = re.compile("[À-ÖØ-öø-ÿßŒœŠšŸ]")
_OTHER_LETTERS = frozenset(("cp1251", "koi8-u", "iso8859-5", "cp866", "cp1253", "cp1255", "cp1256"))


def _frequent(codec: str, low: int, high: int) -> Callable[[str], bool]:
    """Whether a sign is among the frequent ones of a character set, by the first of its two bytes."""

    def is_frequent(sign: str) -> bool:
        if _KANA.match(sign):
            return codec != "euc_kr" or sign > "\uff00"
        try:
            return low <= sign.encode(codec)[0] <= high
        except UnicodeEncodeError:
            return False

    return is_frequent


def _in(signs: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda sign: bool(signs.match(sign))


_USUAL: Mapping[str, Callable[[str], bool]] = {  # of two that fit equally the earlier is named first
    "cp949": _frequent("euc_kr", 0xB0, 0xC8),
    "cp932": _frequent("euc_jp", 0xB0, 0xCF),
    "euc_jp": _frequent("euc_jp", 0xB0, 0xCF),
    "gb18030": _frequent("gb2312", 0xB0, 0xD7),
    "big5": _frequent("big5", 0xA4, 0xC6),
    "cp1255": _in(_HEBREW),
    "cp1251": _in(_CYRILLIC),
    "koi8-u": _in(_CYRILLIC),
    "iso8859-5": _in(_CYRILLIC),
    "cp866": _in(_CYRILLIC),
    "cp1253": _in(_GREEK),
    "cp1256": _in(_ARABIC),
    "cp1250": _in(_CENTRAL),
    "iso8859-2": _in(_CENTRAL),
    "cp850": _in(_LATIN),
    "mac-roman": _in(_LATIN),
}


def other_encodings(sample: bytes, *, begins_within: bool = False) -> tuple[str, ...] | None:
    """Encodings that the texts look like, perhaps none, the likeliest first, if they do not look Western;
    None where there is no doubt. ``begins_within``: the sample may begin within a line.
    """
    whole = sample.splitlines()[int(begins_within) :] or [sample]
    lines = [line for line in whole if not line.isascii()][:_LINES]
    texts = b"\n".join(lines)
    western = _odd_share(texts.decode(WESTERN, "replace"))
    if western <= _MUCH:
        return None
    scores = {encoding: _score(lines, encoding) for encoding in _USUAL}
    likely = [one for one in _USUAL if scores[one] >= max(_LIKELY, 1 - western)]
    return tuple(sorted(likely, key=lambda one: -scores[one])[:_NAMED])


def _odd_share(text: str) -> float:
    """The share of the signs beyond ASCII that are in places where no Western text has them."""
    odd = signs = 0
    for found in _RUNS.finditer(text):
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        signs += len(found[0])
        odd += len(found[0]) * _is_odd(before, found[0], after)
    return odd / signs if signs else 0.0


def _is_odd(before: str, run: str, after: str) -> bool:
    if "\ufffd" in run:
        return True
    beside_letter = before.isalpha() or after.isalpha()
    if len(run) == 1 and not _is_letter(run):
        return before.isalpha() and after.isalpha() and run not in _WITHIN
    bare = run.strip("".join(_BESIDE))
    if not all(map(_is_letter, bare)):
        return len(run) > 1
    if len(bare) > _IN_A_ROW or (len(bare) > 1 and not beside_letter):
        return True
    return not _has_usual_capitals(before.strip("".join(_BESIDE)) + bare)


def _has_usual_capitals(word: str) -> bool:
    """Whether no capital follows a small letter."""
    return not any(one.islower() and two.isupper() for one, two in pairwise(word))


def _is_letter(sign: str) -> bool:
    return sign.isalpha() and sign not in "ªºµƒˆ"


def _score(lines: list[bytes], encoding: str) -> float:
    """The share of usual signs among those beyond ASCII that are not in a word of odd capitals or of letters
    of two scripts.
    """
    usual = _USUAL[encoding]
    good = signs = 0
    for line in lines:
        text = line.decode(encoding, "replace")
        beyond = [sign for sign in text if sign > "\x7f" and sign not in _BESIDE]
        signs += len(beyond)
        good += sum(map(usual, beyond))
        for word in _WORDS.findall(text):
            others = [sign for sign in word if sign > "\x7f"]
            mixed = encoding in _OTHER_LETTERS and len(others) < len(word)
            if others and (mixed or not _has_usual_capitals(word)):
                good -= sum(map(usual, others))
    return good / signs if signs else 0.0
