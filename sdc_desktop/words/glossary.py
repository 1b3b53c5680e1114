"""The glossary: terms with the names that other tools give them, and links to them from all pages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sdc_desktop.words.help_pages import FIRST, GLOSSARY, Page

_ENTRY = re.compile(
    r"### (?P<term>[^\n]+)\n+(?:\*Also: (?P<also>[^*]+)\.\*\n+)?(?P<text>.+?)(?=\n### |\n## |\Z)", re.DOTALL
)
_KEPT = re.compile(
    r"```.*?```|`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|^#[^\n]*|^\|[^\n]*", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Term:
    """One entry: the term, its other names, what it means in Markdown."""

    name: str
    also: tuple[str, ...]
    text: str

    @property
    def anchor(self) -> str:
        """Its place on the page of the glossary."""
        return slug(self.name)


def slug(heading: str) -> str:
    """The anchor of a heading: small letters and digits, the rest hyphens."""
    return re.sub(r"\W+", "-", heading.casefold()).strip("-")


def terms(pages: Iterable[Page]) -> tuple[Term, ...]:
    """The entries of the glossary page, as they stand there."""
    text = next((page.text for page in pages if page.name == GLOSSARY), "")
    return tuple(
        Term(
            match["term"].strip(),
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
    by_name = {term.name.casefold(): term for term in known}
    if not by_name:
        return page.text
    names = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    word = re.compile(rf"(?<![\w-])({names})(s?)(?![\w-])", re.IGNORECASE)
    told: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = by_name[match[1].casefold()]
        if term.name in told:
            return match[0]
        told.add(term.name)
        return f"[{match[0]}]({GLOSSARY}.md#{term.anchor})"

    parts, end = [], 0
    for kept in _KEPT.finditer(page.text):
        parts += [word.sub(link, page.text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, word.sub(link, page.text[end:])])
