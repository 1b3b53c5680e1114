"""Texts that a spreadsheet would run as formulas when it opens a text file, made harmless.

Every writer of text for spreadsheets uses this. What is covered: a formula sign (= + - @) or its full-width
or small form, also after white space or signs that show nothing, and a tab or line end at the beginning
(OWASP, CSV Injection). Numbers stay, so do bands of numbers (-5-<0), and so does a bare minus sign, which
tables use for an empty cell.
"""

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.hierarchies.intervals import FIGURE
from sdc_desktop.engine.data.store.store import JOINT

_SIGNS = r"=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
_BLANK = (  # white space, controls, and signs that show nothing
    r"\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0"
)
_RUN = re.compile(f"[\t\r\n]|[{_BLANK}]*[{_SIGNS}]")
_BARE = re.compile(r"[^\S\t\r\n]*-[^\S\t\r\n]*")
_BAND = rf"{FIGURE}-(?:<=?)?{FIGURE}"
_BEGIN = b"B"


class FormulaEscaper:
    """Puts an apostrophe before each text that a spreadsheet would run; counts in ``changed`` how many."""

    def __init__(self, decimal: DecimalMark = ".", delimiter: str = ",", *, percent: bool = False) -> None:
        """``percent``: a number may be followed by a percent sign, as in tables that are shown."""
        self.changed = 0
        self._number = re.compile(number_pattern(decimal) + ("%? *" if percent else "") + f"|{_BAND}")
        number = f"{number_pattern(decimal)}|{_BAND}".encode().replace(rb"\d", b"[0-9]")
        self._plain = re.compile(b"(?:" + number + rb"| *- *)(?=[\0\n]|\Z)")
        self._delimiter, self._decimal = delimiter, decimal
        self._suspect = re.compile(f"(?:^|{re.escape(delimiter)})(?:[\t\r\n]|[{_BLANK}]*[{_SIGNS}])")

    def text(self, text: str) -> str:
        """One text, changed where it would be run."""
        if not _RUN.match(text) or self._number.fullmatch(text) or _BARE.fullmatch(text):
            return text
        self.changed += 1
        return "'" + text

    def row(self, row: Sequence[str]) -> Sequence[str]:
        """A row of texts, the same where nothing in it would be run."""
        if not self._suspect.search(self._delimiter.join(row)):
            return row
        return [self.text(text) for text in row]

    def suspected(self, text: str) -> set[int]:
        """Numbers of the lines, from 0, in which a spreadsheet might run a value: of lines ended by
        ``\\n``, of values joined by `JOINT`. All of them, and few others: plain numbers are not.
        """
        data = b"\n" + text.encode("utf-8", "surrogatepass")
        kinds = data.translate(_kinds(self._decimal)) + _BEGIN
        found = [
            place.end() - 1
            for pattern in (_SIGNED, _OTHER_START)
            for place in pattern.finditer(kinds)
            if not self._plain.match(data, place.end() - 1)
        ]
        if not found:
            return set()
        ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))
        return set((np.searchsorted(ends, np.array(found), side="left") - 1).tolist())


_SIGNED = re.compile(rb"BM(?!9+(?:P9*)?B)")  # but for the commonest numbers
_OTHER_START = re.compile(rb"BS")


@cache
def _kinds(decimal: DecimalMark) -> bytes:
    """For each byte of UTF-8 its kind, as a table to translate by: after B a value begins, with S, or M for
    a sign of numbers, a text that may be run; 9 and P are digits and the decimal mark.
    """
    run = re.compile(f"[{_BLANK}{_SIGNS}]")
    table = bytearray(b"." * 256)
    for code in range(0x10000):
        if run.match(chr(code)):
            table[chr(code).encode("utf-8", "surrogatepass")[0]] = ord("S")
    for kind, bytes_ in ((b"B", f"\n{JOINT}"), (b"M", "+-"), (b"9", "0123456789"), (b"P", decimal)):
        for byte in bytes_.encode():
            table[byte] = kind[0]
    return bytes(table)
