"""Full-text search over the user guide. All in memory, for the guide has some hundred thousand signs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.words.guide.pages import Page, Section, folded, sections

_AROUND = 60  # signs shown on either side of the words found
_IN_TITLE, _IN_HEADING, _AT_START = 100, 30, 10
_SIGNS = re.compile(r"^\|[-|]+$|[*`_|>]|^#+ |^- |^```.*$|\]\([^)]*\)|!?\[|<[^>]+>|\$", re.MULTILINE)
_KEY = re.compile(r" \(`[^)]*`\):")  # of a field, for the program
_SPELT_OUT = re.compile(r"(?<=[aou])e|(?<=s)s")  # of ae, oe, ue and ss, for what is folded to one letter
_PATH = re.compile(r"^([^|\n]+) \| [\w./-]+ \| ", re.MULTILINE)  # of a figure of an example


@dataclass(frozen=True)
class Hit:
    """A place of the guide that has the words: the page, the heading, and the words with some around."""

    page: str
    title: str
    heading: str
    anchor: str
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
        self._german = any(page.language == "de" for page in pages)

    def search(self, query: str) -> tuple[Hit, ...]:
        """The best place of each page that has every word of the query, pages with one in their title first.

        Words may be beginnings; capitals and accents do not matter, nor, in German, the spelling of ä as ae
        and ß as ss.
        """
        wanted = [self._pattern(word) for word in folded(query).split()]
        if not wanted:
            return ()
        best: dict[str, Hit] = {}
        for name, places in self._by_page().items():
            whole = " ".join((places[0].title, *(f"{place.heading} {place.folded}" for place in places)))
            if all(word.search(whole) for word in wanted):
                best[name] = max((_hit(place, wanted) for place in places), key=lambda hit: hit.score)
        return tuple(sorted(best.values(), key=lambda hit: (-hit.score, hit.title.casefold())))

    def _pattern(self, word: str) -> re.Pattern[str]:
        literal = re.escape(word)
        return re.compile(_SPELT_OUT.sub(r"\g<0>?", literal) if self._german else literal)

    def _by_page(self) -> dict[str, list[_Place]]:
        found: dict[str, list[_Place]] = {}
        for place in self._places:
            found.setdefault(place.page.name, []).append(place)
        return found


def _place(page: Page, section: Section) -> _Place:
    text = _PATH.sub(r"\1 ", _KEY.sub(":", section.text))
    text = " ".join(_SIGNS.sub(" ", text).split()).replace(" :", ":").replace(" ,", ",")
    return _Place(page, section, text, folded(text), folded(page.title), folded(section.heading))


def _hit(place: _Place, wanted: Sequence[re.Pattern[str]]) -> Hit:
    score = 0
    for word in wanted:
        score += _IN_TITLE * _begins(word, place.title) + _IN_HEADING * _begins(word, place.heading)
        count = len(word.findall(place.folded))
        score += min(count, 5) + _AT_START * bool(count) // 2
    section = place.section
    return Hit(
        place.page.name, place.page.title, section.heading, section.anchor, _around(place, wanted), score
    )


def _begins(word: re.Pattern[str], text: str) -> bool:
    """Whether a word of the text begins so."""
    return any(not match.start() or not _is_word(text[match.start() - 1]) for match in word.finditer(text))


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _around(place: _Place, wanted: Sequence[re.Pattern[str]]) -> str:
    """The words where they first stand, with some signs on either side, cut between words."""
    starts = [match.start() for match in (word.search(place.folded) for word in wanted) if match]
    middle = min(starts, default=0)
    begin, end = max(0, middle - _AROUND), middle + 2 * _AROUND
    if begin:
        begin = place.text.find(" ", begin) + 1
    if end < len(place.text):
        end = place.text.rfind(" ", begin, end)
    cut = place.text[begin:end].strip()
    return ("… " if begin else "") + cut + (" …" if end < len(place.text) else "")
