"""Texts that a spreadsheet would run as formulas when it opens a text file, made harmless.

Every writer of text for spreadsheets uses this. What is covered: a formula sign (= + - @) or its full-width
or small form, also after white space or signs that show nothing, and a tab or line end at the beginning
(OWASP, CSV Injection). Numbers stay, and so does a bare minus sign, which tables use for an empty cell.
"""

import re
from collections.abc import Sequence

from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark

_SIGNS = r"=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
_BLANK = (  # white space, controls, and signs that show nothing
    r"\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0"
)
_RUN = re.compile(f"[\t\r\n]|[{_BLANK}]*[{_SIGNS}]")
_BARE = re.compile(r"[^\S\t\r\n]*-[^\S\t\r\n]*")


class FormulaEscaper:
    """Puts an apostrophe before each text that a spreadsheet would run; counts in ``changed`` how many."""

    def __init__(self, decimal: DecimalMark = ".", delimiter: str = ",", *, percent: bool = False) -> None:
        """``percent``: a number may be followed by a percent sign, as in tables that are shown."""
        self.changed = 0
        self._number = re.compile(number_pattern(decimal) + ("%? *" if percent else ""))
        self._delimiter = delimiter
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
