"""The user guide: pages in Markdown, in the language of the words, kept with the program."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.resources import resource_path
from sdc_desktop.words.words import Words

FIRST = "index"
_FALLBACK = "en"


@dataclass(frozen=True)
class Page:
    """One page: its name (the file's without suffix), its title, its Markdown."""

    name: str
    title: str
    text: str


def help_pages(words: Words) -> tuple[Page, ...]:
    """All pages, the first page first, then by title. A page that a language lacks comes in English."""
    folders = [resource_path("help", _FALLBACK), resource_path("help", words.language)]
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.md"))}
    pages = [_page(name, path.read_text(encoding="utf-8")) for name, path in files.items()]
    return tuple(sorted(pages, key=lambda page: (page.name != FIRST, page.title.casefold())))


def _page(name: str, text: str) -> Page:
    return Page(name, text.partition("\n")[0].lstrip("# ").strip(), text)


def found(pages: Sequence[Page], query: str) -> tuple[Page, ...]:
    """The pages that have every word of the query, those with one in their title first."""
    wanted = query.casefold().split()
    hits = [page for page in pages if all(word in page.text.casefold() for word in wanted)]
    return tuple(sorted(hits, key=lambda page: not any(word in page.title.casefold() for word in wanted)))
