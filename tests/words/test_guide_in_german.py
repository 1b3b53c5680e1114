"""The German pages of the guide: the skeleton of the English ones, and the words of the German window."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from sdc_desktop.resources import resource_path
from sdc_desktop.words import Words
from sdc_desktop.words.catalogue import read_catalogue
from sdc_desktop.words.guide.html import page_html
from sdc_desktop.words.guide.pages import (
    GLOSSARY,
    Page,
    anchored,
    contents,
    examples,
    field_help,
    field_helps,
    folded,
    help_pages,
    linked,
    terms,
)
from sdc_desktop.words.guide.search import GuideIndex
from sdc_desktop.words.program.languages import words_in
from tests.support.guide import LOOK, anchors, dead_links

ENGLISH = {page.name: page for page in help_pages(Words())}
SHOWN = {page.name: page for page in help_pages(words_in("de"))}
GERMAN = {name: page for name, page in SHOWN.items() if page.language == "de"}
FENCE = re.compile(r"^```(?P<kind>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
NUMERAL = re.compile(r"\d+(?:[.,]\d+|\s\d{3}\b)*")
EMPHASIS = re.compile(r"(?<!\*)\*{1,2}([^*\n]+?)\*{1,2}(?!\*)")
SAME_IN_BOTH = ("text", "sh", "json", "")  # fences that are file contents and commands
each_page = pytest.mark.parametrize("name", sorted(GERMAN))


def test_every_page_is_there_in_german() -> None:
    assert sorted(GERMAN) == sorted(ENGLISH)


# skeleton -----------------------------------------------------------------------------------------------


def without_fences(page: Page) -> str:
    return FENCE.sub("", page.text)


def fences(page: Page) -> list[tuple[str, object]]:
    """What of each fence must be the same: all of what is a file or a command, the number of lines else."""
    found: list[tuple[str, object]] = []
    for match in FENCE.finditer(page.text):
        kind = match["kind"].split(" ")[0]
        same: object = match["text"] if kind in SAME_IN_BOTH else match["text"].count("\n")
        found.append((match["kind"], same))
    return found


def headings(page: Page) -> list[str]:
    return re.findall(r"^(#+) ", without_fences(page), re.MULTILINE)


def tables(page: Page) -> list[int]:
    """The columns of each row of every table."""
    return [line.count("|") for line in without_fences(page).splitlines() if line.startswith("|")]


def items(page: Page) -> list[str]:
    return re.findall(r"^( *(?:-|\d+\.)) ", without_fences(page), re.MULTILINE)


def targets(page: Page) -> Counter[str]:
    """Where its links lead, and its pictures; a sentence may name two in another order."""
    return Counter(re.findall(r"\]\(([^)]+)\)", without_fences(page)))


def codes(page: Page) -> Counter[str]:
    return Counter(re.findall(r"`[^`\n]+`", without_fences(page)))


def numerals(text: str) -> Counter[str]:
    """The figures of a text, however a language writes them."""
    return Counter(re.sub(r"\D", "", numeral) for numeral in NUMERAL.findall(text))


@each_page
def test_a_german_page_has_the_skeleton_of_the_english_one(name) -> None:
    english, german = ENGLISH[name], GERMAN[name]
    assert headings(german) == headings(english)
    assert fences(german) == fences(english)
    assert tables(german) == tables(english)
    assert items(german) == items(english)
    assert targets(german) == targets(english)


@each_page
def test_a_german_page_names_the_same_keys_files_and_commands(name) -> None:
    assert codes(GERMAN[name]) == codes(ENGLISH[name])


@each_page
def test_a_german_page_tells_the_same_figures(name) -> None:
    """Digit by digit, whatever stands between the digits; a small one may be a word in one of the two."""
    german, english = (numerals(without_fences(pages[name])) for pages in (GERMAN, ENGLISH))
    apart = (german - english) + (english - german)
    assert {figure for figure in apart if len(figure) > 1} == set()


@each_page
def test_examples_have_the_same_paths_and_figures(name) -> None:
    def checked(page: Page) -> list[tuple[str, list[tuple[str, str]]]]:
        return [(one.plan, [(line.path, line.figure) for line in one.lines]) for one in examples(page)]

    assert checked(GERMAN[name]) == checked(ENGLISH[name])


@each_page
def test_fields_have_the_same_keys_in_the_same_order(name) -> None:
    assert [shown.keys for shown in field_helps(GERMAN[name])] == [
        shown.keys for shown in field_helps(ENGLISH[name])
    ]


@each_page
def test_a_field_given_on_another_page_is_found_in_german_too(name) -> None:
    keys = {key for line in re.findall(r"^- As on .*$", ENGLISH[name].text, re.M) for key in keys_of(line)}
    for key in keys:
        shown, english = field_help(SHOWN, name, key), field_help(ENGLISH, name, key)
        assert shown is not None
        assert english is not None
        assert shown.anchor == english.anchor


def keys_of(line: str) -> list[str]:
    return re.findall(r"`([^`]+)`", line)


@each_page
def test_nothing_english_is_left_where_the_program_reads(name) -> None:
    for left in ("As on [", "*Also:", "Default:", "## Fields", "## Sources", "## Limits"):
        assert left not in without_fences(GERMAN[name]), left


# the words of the window --------------------------------------------------------------------------------


def bare(message: str) -> str:
    """A message without mnemonic and what stands at its end for a dialog or a colon."""
    return message.replace("&", "").rstrip("…:. ").strip()


def window_words() -> dict[str, set[str]]:
    """What the German window says for each English message of one piece."""
    found: dict[str, set[str]] = {}
    for message, translations in read_catalogue(resource_path("translations", "de")).items():
        if len(translations) == 1:
            found.setdefault(bare(message), set()).add(bare(translations[0]))
    return found


@pytest.fixture(scope="module")
def stated() -> dict[str, set[str]]:
    return window_words()


@each_page
def test_the_labels_of_fields_are_those_of_the_german_window(name, stated) -> None:
    both = zip(field_helps(ENGLISH[name]), field_helps(GERMAN[name]), strict=True)
    wrong = {
        english.label: german.label
        for english, german in both
        if english.label in stated and german.label not in stated[english.label]
    }
    assert wrong == {}


@each_page
def test_what_a_page_names_of_the_window_has_its_german_words(name, stated) -> None:
    """Buttons, menus and tabs that the English page has in bold or italics, with endings as grammar asks."""
    text = folded(without_fences(GERMAN[name]))
    wrong = [
        part
        for phrase in EMPHASIS.findall(without_fences(ENGLISH[name]))
        for part in map(bare, phrase.split(" > "))
        if part in stated and not any(has_stems(text, german) for german in stated[part])
    ]
    assert wrong == []


def has_stems(text: str, phrase: str) -> bool:
    return all(word[:6] in text for word in folded(phrase).split())


def test_most_labels_of_fields_are_words_of_the_window(stated) -> None:
    """Else the test before would say nothing."""
    labels = [shown.label for page in ENGLISH.values() for shown in field_helps(page)]
    assert sum(label in stated for label in labels) > len(labels) / 2


# links, contents, glossary --------------------------------------------------------------------------------


def test_no_link_is_dead() -> None:
    assert dead_links(GERMAN, SHOWN, words_in("de")) == []


def test_the_contents_have_the_groups_of_the_english_ones() -> None:
    def groups(pages: Iterable[Page]) -> Iterator[tuple[str, ...]]:
        return (tuple(page.name for page in group) for _, group in contents(tuple(pages)))

    assert list(groups(SHOWN.values())) == list(groups(ENGLISH.values()))


def test_the_german_glossary_tells_the_same_terms_in_its_own_order() -> None:
    german, english = terms(GERMAN.values()), terms(ENGLISH.values())
    assert {term.anchor for term in german} == {term.anchor for term in english}
    assert len(german) == len(english)
    names = [folded(term.name) for term in german]
    assert names == sorted(names)
    assert len(set(names)) == len(names)


def test_the_german_glossary_has_the_english_term_and_its_synonyms() -> None:
    """Who looks for an English word is led to the German one."""
    german = {term.anchor: term for term in terms(GERMAN.values())}
    for term in terms(ENGLISH.values()):
        shown = {name.casefold() for name in (*german[term.anchor].also, german[term.anchor].name)}
        wanted = {term.name.split(",")[0], *term.also} - {"(n"}  # (n, k) rule
        assert {name.casefold() for name in wanted} <= shown, term.name


def test_most_terms_are_linked_from_a_page() -> None:
    known = terms(SHOWN.values())
    text = " ".join(linked(page, known) for page in GERMAN.values() if page.name != GLOSSARY)
    there = [term for term in known if f"(glossary.md#{term.anchor})" in text]
    assert len(there) > 0.9 * len(known)


def page_of(text: str) -> Page:
    return Page("x", "X", f"# X\n\n{text}\n", "de")


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("die Schlüsselvariablen", "key-variable"),
        ("einer primären Unterdrückung", "primary-suppression"),
        ("mehrere Risikokurven", "risk-curve"),
        ("des Angreifers", "intruder"),
        ("die Blöcke", "block"),
        ("besondere Einzelfälle", "special-unique"),
        ("einmaligen Datensätzen", "unique-record"),
    ],
)
def test_a_term_is_linked_in_all_its_forms(text, anchor) -> None:
    assert f"(glossary.md#{anchor})" in linked(page_of(text), terms(GERMAN.values()))


def test_a_term_is_not_linked_within_a_compound_and_only_once() -> None:
    known = terms(GERMAN.values())
    assert "glossary.md" not in linked(
        page_of("Das Datenrauschen, der Rundungsfehler, Block-Nummern."), known
    )
    assert "glossary.md" not in linked(page_of("Tabelle schützen, nach dem Schützen."), known)
    assert linked(page_of("Das Rauschen und des Rauschens."), known).count("glossary.md#noise") == 1


def test_a_heading_may_keep_its_english_anchor() -> None:
    assert anchored("### Umkodierung {#recoding}") == ("Umkodierung", "recoding")
    assert anchored("## Über „Größe“") == ("Über „Größe“", "uber-grose")
    assert '<a name="recoding"></a>Umkodierung<' in page_html(
        "### Umkodierung {#recoding}", LOOK, words_in("de")
    )


# search and figures ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index() -> GuideIndex:
    return GuideIndex(tuple(SHOWN.values()))


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("Schlüsselvariable", "glossary"),
        ("schluesselvariable", "glossary"),
        ("key variable", "glossary"),
        ("unsafe cell", "glossary"),
        ("auslagerungsordner grosse", "data"),
        ("Größe der kleinsten Gruppe", "glossary"),
        ("groesse der kleinsten", "glossary"),
        ("Datendatei", "data"),
    ],
)
def test_a_search_finds_german_words_however_spelt_and_english_ones(index, query, page) -> None:
    assert page in [hit.page for hit in index.search(query)][:2]


def test_a_hit_in_the_glossary_leads_to_its_entry(index) -> None:
    (hit,) = [hit for hit in index.search("Schlüsselvariable") if hit.page == GLOSSARY]
    assert hit.anchor == "key-variable"
    assert hit.anchor in anchors(SHOWN[GLOSSARY], words_in("de"))
    assert "{#" not in f"{hit.heading} {hit.around}"


def test_figures_of_examples_are_shown_with_a_comma() -> None:
    text = "```example plan\nRisiko | a.b | 0.25\nBewiesen | a.c | yes\n```\n"
    html = page_html(text, LOOK, words_in("de"))
    assert "<b>0,25</b>" in html
    assert "<b>ja</b>" in html
    assert "<b>0.25</b>" in page_html(text, LOOK, Words())


@each_page
def test_no_mark_of_markdown_is_left_on_a_german_page(name) -> None:
    html = page_html(GERMAN[name].text, LOOK, words_in("de"))
    shown = re.sub(r"<[^>]+>", "", re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", html, flags=re.S))
    for mark in ("**", "](", "```", "{#"):
        assert mark not in shown
