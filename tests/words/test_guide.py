"""The user guide: whole, without dead links, found by its words, and right in its figures."""

import re
import typing
from collections.abc import Iterator
from functools import cache

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.problems import error
from sdc_desktop.engine.runner import evaluate_plan, to_json
from sdc_desktop.engine.setting import Settings, is_tag
from sdc_desktop.engine.spec import Spec
from sdc_desktop.resources import resource_path
from sdc_desktop.words import Words
from sdc_desktop.words.guide.html import formula_html, page_html
from sdc_desktop.words.guide.pages import (
    contents,
    examples,
    field_help,
    field_helps,
    help_pages,
    linked,
    terms,
)
from sdc_desktop.words.guide.search import GuideIndex
from sdc_desktop.words.problems.messages import MESSAGES
from sdc_desktop.words.problems.problems import page_of
from sdc_desktop.words.program.languages import words_in
from tests.support.guide import LOOK, dead_links, faults_of_page

WORDS = Words()
PAGES = {page.name: page for page in help_pages(WORDS)}
TABS = ("microdata", "tables")  # cae and release are kinds and tabs in one
EXAMPLES = [example for page in PAGES.values() for example in examples(page)]


def specs_in(annotation: object) -> Iterator[type[Spec]]:
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        yield annotation
    for part in typing.get_args(annotation):
        yield from specs_in(part)


def keys_of(
    spec: type[Spec], before: str = "", above: tuple[type[Spec], ...] = ()
) -> Iterator[tuple[str, object]]:
    """Every key that a kind's params can have, with its default; keys of parts with dots. Parts that can hold
    one another are gone through once. The tag of a class is its title in the window.
    """
    for name, field in spec.model_fields.items():
        if issubclass(spec, Settings) and is_tag(field):
            continue
        key = before + (field.alias or name)
        yield key, field.default
        parts = tuple(specs_in(field.annotation))
        for part in parts:
            if part not in above:
                yield from keys_of(part, f"{key}.", (*above, spec, *parts))


# whole ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABS)
def test_a_tab_is_stated_in_full(name) -> None:
    assert faults_of_page(PAGES[name]) == []


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_field_of_a_kind_has_its_text(kind) -> None:
    for key, default in keys_of(METHODS[kind].params):
        shown = field_help(PAGES, kind, key)
        assert shown is not None, f"{kind}.md says nothing of the field {key}"
        assert len(shown.text) > 25
        assert "Default" in shown.text or "Needed" in shown.text, f"{kind}.md: {key} lacks its default"
        if isinstance(default, int | float) and not isinstance(default, bool):
            text = shown.text.replace("\u2212", "-")
            assert f"{default:g}" in text or str(default) in text, f"{kind}.md: {key} = {default}"


def test_pages_tell_no_field_that_is_not_there() -> None:
    own = {"seed", "secrets", "criteria.kind"}
    for kind, method in METHODS.items():
        there = {key for key, _ in keys_of(method.params)} | own
        for shown in field_helps(PAGES[kind]):
            assert set(shown.keys) <= there, f"{kind}.md: {shown.keys}"


# links ------------------------------------------------------------------------------------------------


def test_no_link_is_dead() -> None:
    assert dead_links(PAGES, PAGES, WORDS) == []


def test_every_picture_is_there() -> None:
    folder = resource_path("help", "en")
    for page in PAGES.values():
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.text):
            assert (folder / name).is_file(), f"{page.name} shows {name}"


def test_every_page_is_in_the_contents() -> None:
    groups = contents(tuple(PAGES.values()))
    listed = [page.name for _, pages in groups for page in pages]
    assert sorted(listed) == sorted(PAGES)
    assert all(heading for heading, _ in groups[1:]), "a page is not linked from index.md"


# glossary ---------------------------------------------------------------------------------------------


def test_the_glossary_is_in_order_and_tells_the_names_of_other_tools() -> None:
    found = terms(PAGES.values())
    names = [term.name.casefold() for term in found]
    assert len(names) >= 50
    assert names == sorted(names)
    assert len(set(names)) == len(names)
    everything = PAGES["glossary"].text
    for tool in ("mu-ARGUS", "tau-ARGUS", "sdcMicro", "ARX"):
        assert tool in everything
    by_name = {term.name: term for term in found}
    assert {"identifying variable", "quasi-identifier"} <= set(by_name["key variable"].also)
    assert "unsafe cell" in by_name["primary suppression"].also


def test_each_term_is_linked_from_a_page() -> None:
    known = terms(PAGES.values())
    text = " ".join(linked(page, known) for page in PAGES.values() if page.name != "glossary")
    lacking = [term.name for term in known if f"(glossary.md#{term.anchor})" not in text]
    assert lacking == []


def test_a_term_is_linked_once_and_not_in_headings_or_code() -> None:
    page = type(PAGES["index"])("x", "X", "# Noise\n\nNoise and noise, `noise`.\n\n## Noise\n")
    assert linked(page, terms(PAGES.values())).count("glossary.md#noise") == 1
    assert linked(page, terms(PAGES.values())).startswith("# Noise\n\n[Noise](glossary.md#noise) and noise")


# search -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index() -> GuideIndex:
    return GuideIndex(tuple(PAGES.values()))


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("anopi", "anopi"),
        ("post-random", "pram"),
        ("Hierarchies", "hierarchies"),
        ("RISK CURVE", "cae"),
        ("quasi-identifier", "glossary"),
        ("unsafe cell dominance", "table"),
    ],
)
def test_a_search_leads_to_the_page_that_is_about_it(index, query, page) -> None:
    hits = [hit.page for hit in index.search(query)]
    assert page in hits[:2]


def test_a_hit_shows_the_words_with_some_around_them(index) -> None:
    for hit in index.search("household"):
        assert "household" in f"{hit.title} {hit.heading} {hit.around}".casefold()
        assert len(hit.around) < 220
    assert {"risk", "glossary"} <= {hit.page for hit in index.search("household")}


def test_what_is_there_for_the_program_is_not_found(index) -> None:
    assert index.search("suppress_below") == ()
    assert index.search("table.losses") == ()


def test_every_word_is_wanted_and_accents_do_not_matter(index) -> None:
    assert index.search("household xyzzy") == ()
    assert index.search("   ") == ()
    assert [hit.page for hit in index.search("salazar-gonzalez")] == ["table"]


# html -------------------------------------------------------------------------------------------------


def test_formulas_sink_and_rise() -> None:
    assert formula_html("H(V_i^j)") == "H(V<sub>i</sub><sup>j</sup>)"
    assert formula_html("x_i = 10^{a/b} < Σ p_{ij}") == (
        "x<sub>i</sub> = 10<sup>a/b</sup> &lt; Σ p<sub>ij</sub>"
    )


def test_markdown_becomes_html() -> None:
    text = "# T\n\nA *b* **c** `d<` <hr> [e](f.md#g)\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    html = page_html(text, LOOK, WORDS).replace("\n", "")
    for part in (
        "<i>b</i>",
        "<b>c</b>",
        "<code>d&lt;</code>",
        'href="f.md#g"',
        "&lt;hr&gt;",
        "<ul><li>one<ul><li>two</li></ul></li></ul>",
        "<td",
    ):
        assert part in html
    assert '<a name="t">' in html


@pytest.mark.parametrize("name", sorted(PAGES))
def test_no_mark_of_markdown_is_left_on_a_page(name) -> None:
    html = re.sub(
        r"<pre>.*?</pre>|<code>.*?</code>", "", page_html(PAGES[name].text, LOOK, WORDS), flags=re.S
    )
    shown = re.sub(r"<[^>]+>", "", html)
    assert "**" not in shown
    assert "](" not in shown
    assert "```" not in shown


# examples ---------------------------------------------------------------------------------------------


@cache
def results(name: str) -> dict[str, object]:
    """The results of a plan below the resources, as the batch command writes them."""
    path = resource_path(*name.split("/")).with_suffix(".sdcplan")
    result = evaluate_plan(read_plan(path), path.parent, JobContext())
    return {job.name: _written(job) for job in result.jobs}


def _written(job: JobResult) -> object:
    written = to_json(job.result)
    return written if job.persons is None else {**written, "persons": to_json(job.persons)}


def found_at(path: str, results: object) -> object:
    """Follow a path: keys, places in lists, and cells by their coordinates, with / between these."""
    here = results
    for part in path.split("."):
        if isinstance(here, list) and "/" in part:
            here = next(cell for cell in here if cell["coordinates"] == part.split("/"))
        elif isinstance(here, list):
            here = here[int(part)]
        else:
            assert isinstance(here, dict)
            here = here[part]
    return here


def as_printed(value: object, like: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    assert isinstance(value, int | float)
    decimals = len(like.partition(".")[2])
    return f"{value:.{decimals}f}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.page}-{example.plan}")
def test_the_figures_of_a_worked_example_are_those_of_the_engine(example) -> None:
    there = results(example.plan)
    assert example.lines
    for line in example.lines:
        value = found_at(line.path, there)
        assert as_printed(value, line.figure) == line.figure, f"{example.page}.md: {line.words}: {value}"


def test_a_problem_knows_its_page_where_one_fits() -> None:
    pages = {page_of(error(code)) for code in MESSAGES}
    assert pages - {""} <= set(PAGES)
    assert page_of(error("hierarchy.not_nested")) == "hierarchies"
    assert page_of(error("data.missing_code")) == "text"
    assert page_of(error("data.damaged")) == "data"
    assert page_of(error("r.too_deep")) == "r-files"
    assert page_of(error("program.fault")) == ""


def test_a_list_of_methods_is_that_of_their_family() -> None:
    kinds = {kind for kind, method in METHODS.items() if method.family == "perturbation"}
    for words in (WORDS, words_in("de")):
        pages = {page.name: page.text for page in help_pages(words)}
        for kind in kinds:
            link = f"[{words.say(METHODS[kind].title)}]({kind}.md)"
            assert f"\n- {link}: {words.say(METHODS[kind].meaning)}\n" in pages["index"]
            assert link in pages["microdata"]
    assert "{methods" not in "".join(page.text for page in PAGES.values())
