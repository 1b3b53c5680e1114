"""What the tests of texts share, whatever the language: pages of the guide, placeholders of messages."""

import re
import string
from collections.abc import Iterable, Mapping

from sdc_desktop.words import Words
from sdc_desktop.words.guide.html import Look, page_html
from sdc_desktop.words.guide.pages import Page, examples, field_helps, linked, sections, terms

LOOK = Look("#0000aa", "#eeeeee", "#cccccc", "#666666")


def anchors(page: Page, words: Words) -> set[str]:
    """The places on a page that links can lead to."""
    return set(re.findall(r'<a name="([^"]+)"', page_html(page.text, LOOK, words)))


def dead_links(pages: Mapping[str, Page], shown: Mapping[str, Page], words: Words) -> list[str]:
    """The links of some pages, those to the glossary included, that lead to no page that is shown or to no
    place on it.
    """
    places = {name: anchors(page, words) for name, page in shown.items()}
    known, dead = terms(shown.values()), []
    for page in pages.values():
        for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", linked(page, known)):
            name, _, anchor = target.partition("#")
            name = name.removesuffix(".md") or page.name
            if name not in shown or (anchor and anchor not in places[name]):
                dead.append(f"{page.name} links to {target}")
    return dead


# What a page on a method or a tab has to have, in each language of the guide.
WHOLE: Mapping[str, tuple[str, ...]] = {
    "en": ("When to use it", "Formulas", "Example", "Fields", "Limits", "Sources"),
    "de": ("Wann einsetzen", "Formeln", "Beispiel", "Felder", "Grenzen", "Quellen"),
}


def faults_of_page(page: Page, settings: Iterable[str] | None = None) -> list[str]:
    """What a page lacks: a section or its text, a formula, an example that is checked, the line of one of the
    settings; that of a tab has none.
    """
    shown = {section.heading: section.text for section in sections(page)}
    when, formulas, example, fields, limits, sources = WHOLE[page.language]
    wanted = (when, formulas, example, limits, sources, *(() if settings is None else (fields,)))
    faults = [heading for heading in wanted if not shown.get(heading)]
    faults += [heading for heading, text in shown.items() if not text]
    lines = {key for field in field_helps(page) for key in field.keys if len(field.text) > 25}
    faults += [key for key in settings or () if key not in lines]
    if len(shown[""]) < 60 or "```formula" not in shown.get(formulas, "") or not examples(page):
        faults.append("what it does, formula or example")
    return faults


def placeholders(message: str) -> frozenset[str]:
    """The names of a message's placeholders."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(message) if name is not None)
