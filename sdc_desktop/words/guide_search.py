"""Full-text search over the user guide. All in memory, for the guide has some hundred thousand signs."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.words.help_pages import Page, Section, sections

_AROUND = 60  # signs shown on either side of the words found
_IN_TITLE, _IN_HEADING, _AT_START = 100, 30, 10
_SIGNS = re.compile(r"[*`_|>]|^#+ |^- |^```.*$|\]\([^)]*\)|!?\[|<[^>]+>|\$", re.MULTILINE)
_KEY = re.compile(r" \(`[^)]*`\):")  # of a field, for the program
_PATH = re.compile(r"^([^|\n]+) \| [\w./-]+ \| ", re.MULTILINE)  # of a figure of an example


@dataclass(frozen=True)
class Hit:
    """A place of the guide that has the words: the page, the heading, and the words with some around."""

    page: str
    title: str
    heading: str
    around: str
    score: int


@dataclass(frozen=True)
class _Place:
    page: Page
    section: Section
    text: str
    folded: str
    title: str
    heading: str


class GuideIndex:
    """The guide made ready for searching."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._places = tuple(_place(page, section) for page in pages for section in sections(page))

    def search(self, query: str) -> tuple[Hit, ...]:
        """The best place of each page that has every word of the query, pages with one in their title first.

        Words may be beginnings; capitals and accents do not matter.
        """
        wanted = _folded(query).split()
        if not wanted:
            return ()
        best: dict[str, Hit] = {}
        for name, places in self._by_page().items():
            whole = " ".join((places[0].title, *(f"{place.heading} {place.folded}" for place in places)))
            if all(word in whole for word in wanted):
                best[name] = max((_hit(place, wanted) for place in places), key=lambda hit: hit.score)
        return tuple(sorted(best.values(), key=lambda hit: (-hit.score, hit.title.casefold())))

    def _by_page(self) -> dict[str, list[_Place]]:
        found: dict[str, list[_Place]] = {}
        for place in self._places:
            found.setdefault(place.page.name, []).append(place)
        return found


def _place(page: Page, section: Section) -> _Place:
    text = _PATH.sub(r"\1 ", _KEY.sub(":", section.text))
    text = " ".join(_SIGNS.sub(" ", text).split()).replace(" :", ":").replace(" ,", ",")
    return _Place(page, section, text, _folded(text), _folded(page.title), _folded(section.heading))


def _hit(place: _Place, wanted: Sequence[str]) -> Hit:
    score = 0
    for word in wanted:
        score += _IN_TITLE * _begins(word, place.title) + _IN_HEADING * _begins(word, place.heading)
        score += min(place.folded.count(word), 5) + _AT_START * (word in place.folded) // 2
    return Hit(place.page.name, place.page.title, place.section.heading, _around(place, wanted), score)


def _begins(word: str, text: str) -> bool:
    """Whether a word of the text begins so."""
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def _around(place: _Place, wanted: Sequence[str]) -> str:
    """The words where they first stand, with some signs on either side, cut between words."""
    starts = [start for start in (place.folded.find(word) for word in wanted) if start >= 0]
    middle = min(starts, default=0)
    begin, end = max(0, middle - _AROUND), middle + 2 * _AROUND
    if begin:
        begin = place.text.find(" ", begin) + 1
    if end < len(place.text):
        end = place.text.rfind(" ", begin, end)
    cut = place.text[begin:end].strip()
    return ("… " if begin else "") + cut + (" …" if end < len(place.text) else "")


def _folded(text: str) -> str:
    """Small letters without accents, sign by sign, so that places in it are places in the text."""
    return "".join(_plain(sign) for sign in text)


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign.lower()
    base = unicodedata.normalize("NFD", sign)[0].lower()
    return base if len(base) == 1 else sign
