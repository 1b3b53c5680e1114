"""The catalogue of one language, and the writing of numbers in sentences."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sdc_desktop.marks import N_ as N_
from sdc_desktop.marks import NN_ as NN_
from sdc_desktop.words.catalogue import Catalogue, read_catalogue

_DECIMAL_MARKS = {"de": ","}
THIN_SPACE = "\u202f"  # narrow, and no line ends at it


class Words:
    """Says messages in one language. Made once by the program's entry and handed to whatever needs it."""

    def __init__(self, language: str = "en", folder: Path | None = None) -> None:
        self.language = language
        self._catalogue: Catalogue = {} if folder is None else read_catalogue(folder / language)

    def say(self, message: str, /, **figures: object) -> str:
        """The message in this language with its named placeholders filled in."""
        return _filled(self._catalogue.get(message, (message,))[0], figures)

    def say_many(self, one: str, many: str, number: int, /, **figures: object) -> str:
        """The singular or plural of a message, by `number`, which is also the placeholder {number}."""
        forms = self._catalogue.get(one, (one,))
        form = int(number != 1)
        if form >= len(forms):  # the catalogue has the plural as a message of its own
            forms = (one, *self._catalogue.get(many, (many,)))
        return _filled(forms[form], {"number": whole(number)} | figures)

    @property
    def decimal_mark(self) -> str:
        """What stands before the decimals of a figure."""
        return _DECIMAL_MARKS.get(self.language, ".")

    def figure(self, number: float, decimals: int = 2) -> str:
        """A number as :func:`figure` writes it, with this language's decimal mark."""
        return figure(number, decimals, self.decimal_mark)

    def percent(self, share: float, decimals: int = 1) -> str:
        """A share 0..1 as a percentage, with this language's decimal mark."""
        return self.localised(percent(share, decimals))

    def short(self, number: float, digits: int = 6) -> str:
        """A number with at most this many digits, 0.25 or 3, with this language's decimal mark."""
        return self.localised(f"{number:.{digits}g}".replace("-", "\u2212"))

    def plain(self, text: str) -> str:
        """A figure of this language as other programs read it: no spaces between thousands, a point."""
        text = text.replace(THIN_SPACE, "").replace("\u2009", "").replace("\u2212", "-")
        return re.sub(rf"(?<=\d){re.escape(self.decimal_mark)}(?=\d)", ".", text)

    def localised(self, text: str) -> str:
        """A figure with a decimal point, in this language."""
        return text.replace(".", self.decimal_mark)


_FORMS = re.compile(r"\{(\w+):((?:[^{}|]|\{\1\})*)\|((?:[^{}|]|\{\1\})*)\}")  # {records:record|records}


def _filled(text: str, figures: Mapping[str, object]) -> str:
    """The message with its figures, and of each ``{number:one|many}`` the words that suit that figure."""
    if not figures:
        return text
    return _FORMS.sub(lambda form: form[2 if str(figures[form[1]]) == "1" else 3], text).format_map(figures)


def whole(number: int) -> str:
    """A whole number with thin-space thousands: 1 234 567."""
    return f"{number:,}".replace(",", THIN_SPACE)


def figure(number: float, decimals: int = 2, mark: str = ".") -> str:
    """A number rounded to this many decimals after a mark, thin-space thousands, a true minus sign."""
    text = f"{number:,.{decimals}f}".replace(",", THIN_SPACE).replace(".", mark)
    return text.replace("-", "\u2212") if float(number) < 0 else text


def percent(share: float, decimals: int = 1) -> str:
    """A share 0..1 as a percentage: 3.1 %."""
    return f"{figure(100 * share, decimals)}{THIN_SPACE}%"


def listed(names: Sequence[str], words: Words) -> str:
    """Names in a sentence: `yob`, `yob and ms`, `yob, ms and sex`."""
    if len(names) <= 1:
        return "".join(names)
    return words.say(N_("{first} and {last}"), first=", ".join(names[:-1]), last=names[-1])


def escaped_line(number: int, words: Words) -> str:
    """How many texts of a file were changed; empty where none was."""
    if not number:
        return ""
    return words.say_many(
        N_("{number} text starts with an added apostrophe, so that no spreadsheet runs it as a formula."),
        N_("{number} texts start with an added apostrophe, so that no spreadsheet runs them as formulas."),
        number,
    )


def escaped_in(name: str, number: int, words: Words) -> str:
    """How many texts of a file were changed, with the file's name; for a file with some."""
    return words.say(N_("{name}: {message}"), name=name, message=escaped_line(number, words))


def whole_share(share: float, words: Words) -> str:
    """A share 0..1 in whole per cent; little is `under 1 %`."""
    return words.say(N_("under 1 %")) if 0 < share < 0.01 else words.percent(share, 0)
