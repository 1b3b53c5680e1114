"""What the tests of the guide share, whatever its language."""

import re
from collections.abc import Mapping

from sdc_desktop.words import Words
from sdc_desktop.words.guide_html import Look, page_html
from sdc_desktop.words.help_pages import Page, linked, terms

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
