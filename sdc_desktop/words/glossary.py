"""The glossary: terms with the names that other tools give them, and links to them from all pages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sdc_desktop.words.help_pages import FIRST, GLOSSARY, Page, anchored

_ENTRY = re.compile(
    r"### (?P<term>[^\n]+)\n+(?:\*(?:Also|Auch): (?P<also>[^*]+)\.\*\n+)?(?P<text>.+?)(?=\n### |\n## |\Z)",
    re.DOTALL,
)
_ENDINGS = "e|en|er|ern|es|n|r|s"  # of German nouns
_UMLAUTS = {"a": "ä", "o": "ö"}
_ADJECTIVE = re.compile("e[mnrs]?$")  # the ending of one
_KEPT = re.compile(
    r"```.*?```|`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|^#[^\n]*|^\|[^\n]*", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Term:
    """One entry: the term, its other names, what it means in Markdown."""

    name: str
    anchor: str  # its place on the page of the glossary
    also: tuple[str, ...]
    text: str


def terms(pages: Iterable[Page]) -> tuple[Term, ...]:
    """The entries of the glossary page, as they stand there."""
    text = next((page.text for page in pages if page.name == GLOSSARY), "")
    return tuple(
        Term(
            *anchored(match["term"]),
            tuple(name.split(" (")[0].strip() for name in (match["also"] or "").split(",") if name.strip()),
            match["text"].strip(),
        )
        for match in _ENTRY.finditer(text)
    )


def linked(page: Page, known: Iterable[Term]) -> str:
    """The Markdown of a page with the first mention of each term as a link to the glossary.

    Headings, tables, formulas, labels in bold and what is a link already stay as they are.
    """
    if page.name in (GLOSSARY, FIRST):
        return page.text
    longest_first = sorted(known, key=lambda term: -len(term.name))
    if not longest_first:
        return page.text
    names = "|".join(f"({_inflected(term.name, page.language)})" for term in longest_first)
    word = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    told: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = longest_first[(match.lastindex or 1) - 1]
        if term.name in told:
            return match[0]
        told.add(term.name)
        return f"[{match[0]}]({GLOSSARY}.md#{term.anchor})"

    parts, end = [], 0
    for kept in _KEPT.finditer(page.text):
        parts += [word.sub(link, page.text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, word.sub(link, page.text[end:])])


def _inflected(name: str, language: str) -> str:
    """A pattern for a name in all its forms. In German, small words before the last are adjectives, a noun is
    never small (schützen is no Schutz), and its vowel may become an umlaut.
    """
    if language != "de":
        return f"(?i:{re.escape(name)}s?)"
    *before, last = name.split(" ")
    adjectives = [
        f"{re.escape(_ADJECTIVE.sub('', word))}(?:e[mnrs]?)?" if word.islower() else re.escape(word)
        for word in before
    ]
    noun = re.sub("[ao]", lambda vowel: f"[{vowel[0]}{_UMLAUTS[vowel[0]]}]", re.escape(last))
    whole = " ".join([*adjectives, f"{noun}(?:{_ENDINGS})?"])
    return f"(?i:{whole[0]}){whole[1:]}" if name[0].islower() else whole
