"""The user guide: pages in Markdown, in the language of the words, and the glossary linked from all.

A page is a title, a paragraph on what the thing does, and sections. Three of them are read by the program:
``## Fields`` (one line each: ``- **Label** (`key`): text``) is the one source of the short help beside
fields, where ``{fields KIND}`` is replaced by the lines of a method's settings;
``{methods FAMILY}`` is replaced by links to the pages of a family, a list where it is a line of its own;
a fence ``example PLAN`` holds figures that a test compares with what the engine gives; and the first page
lists all others in groups, which is the table of contents.

A translated page has the same skeleton. Where a link leads to one of its headings, that heading keeps the
anchor of the English one after its text: ``### Umkodierung {#recoding}``.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.resources import resource_path
from sdc_desktop.words.setting_words import field_lines
from sdc_desktop.words.words import Words

FIRST = "index"
GLOSSARY = "glossary"
_FALLBACK = "en"
_FIELD = re.compile(r"- \*\*(?P<label>.+?)\*\* \((?P<keys>`[^)]+`)\): (?P<text>.+)")
_AS_ON = re.compile(r"- (?:As on|Wie auf) \[[^\]]+\]\((?P<page>[\w-]+)\.md\): (?P<keys>`.+`)\.?")
_ANCHORED = re.compile(r"(?P<heading>.*?)\s*\{#(?P<anchor>[\w-]+)\}")
_FIELDS = re.compile(r"^\{fields (?P<kind>\w+)\}$", re.MULTILINE)
_METHODS = re.compile(r"\{methods (?P<family>\w+)\}")
_LINKED = re.compile(r"\]\(([\w-]+)\.md\)")


@dataclass(frozen=True)
class Page:
    """One page: its name (the file's without suffix), its title, its Markdown, the language it is in."""

    name: str
    title: str
    text: str
    language: str = _FALLBACK


@dataclass(frozen=True)
class FieldHelp:
    """What a field of a form is: its label, and a short text in Markdown (unit, how to choose, default)."""

    page: str
    keys: tuple[str, ...]
    label: str
    text: str

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return f"field-{self.keys[0]}"


@dataclass(frozen=True)
class ExampleLine:
    """One figure of a worked example: in words, its path in the result, and its printed form."""

    words: str
    path: str
    figure: str


@dataclass(frozen=True)
class Example:
    """A worked example: a plan below the resources, without suffix, and figures of its result."""

    page: str
    plan: str
    lines: tuple[ExampleLine, ...]


@lru_cache(maxsize=4)
def help_pages(words: Words) -> tuple[Page, ...]:
    """All pages, the first page first, then by title; read once. Pages without a translation are English."""
    pages: dict[str, Page] = {}
    for language in (_FALLBACK, words.language):
        for path in resource_path("help", language).glob("*.md"):
            text = path.read_text(encoding="utf-8")
            text = _FIELDS.sub(lambda match: "\n".join(field_lines(METHODS[match["kind"]], words)), text)
            pages[path.stem] = _page(
                path.stem, _METHODS.sub(lambda match: _methods(match, words), text), language
            )
    return tuple(sorted(pages.values(), key=lambda page: (page.name != FIRST, folded(page.title), page.name)))


@lru_cache(maxsize=4)
def pages_by_name(words: Words) -> Mapping[str, Page]:
    """All pages by name."""
    return {page.name: page for page in help_pages(words)}


def _page(name: str, text: str, language: str) -> Page:
    return Page(name, text.partition("\n")[0].lstrip("# ").strip(), text, language)


def _methods(match: re.Match[str], words: Words) -> str:
    """Links to the methods of a family, as the window names them; in a list with what each does."""
    found = [method for method in METHODS.values() if method.family == match["family"]]
    links = [f"[{words.say(method.title)}]({method.kind}.md)" for method in found]
    if f"\n{match[0]}\n" not in match.string:
        return ", ".join(links)
    lines = (f"- {link}: {words.say(one.meaning)}" for link, one in zip(links, found, strict=True))
    return "\n".join(lines)


def folded(text: str) -> str:
    """Small letters without accents, ß an s: sign by sign, so that places in it are places in the text."""
    return "".join(_plain(sign) for sign in text)


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign.lower()
    base = "s" if sign == "ß" else unicodedata.normalize("NFD", sign)[0].lower()
    return base if len(base) == 1 else sign


def slug(heading: str) -> str:
    """The anchor of a heading: small letters without accents and digits, the rest hyphens."""
    return re.sub(r"\W+", "-", folded(heading)).strip("-")


def anchored(line: str) -> tuple[str, str]:
    """The words of a heading's line, and its anchor: as given after them, else made from them."""
    heading = line.lstrip("# ").strip()
    match = _ANCHORED.fullmatch(heading)
    return (match["heading"], match["anchor"]) if match else (heading, slug(heading))


def contents(pages: Sequence[Page]) -> tuple[tuple[str, tuple[Page, ...]], ...]:
    """The pages in the groups of the first page: (heading, pages). Those it does not name come last, under no
    heading; so does the first page itself, which heads all.
    """
    by_name = {page.name: page for page in pages}
    first = by_name.pop(FIRST, None)
    groups: list[tuple[str, tuple[Page, ...]]] = [("", (first,))] if first else []
    for section in sections(first) if first else ():
        named = [by_name.pop(name) for name in _LINKED.findall(section.text) if name in by_name]
        if named:
            groups.append((section.heading, tuple(named)))
    return (*groups, ("", tuple(by_name.values()))) if by_name else tuple(groups)


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, up to the next one; before the first heading it is empty."""

    heading: str
    anchor: str
    text: str


def sections(page: Page) -> tuple[Section, ...]:
    """The sections of a page, without its title."""
    found: list[tuple[str, str, list[str]]] = [("", "", [])]
    fenced = False
    for line in page.text.splitlines()[1:]:
        fenced ^= line.startswith("```")
        if line.startswith("##") and not fenced:
            found.append((*anchored(line), []))
        else:
            found[-1][-1].append(line)
    return tuple(Section(heading, anchor, "\n".join(lines).strip()) for heading, anchor, lines in found)


@cache  # read once, asked for every field of a form
def field_helps(page: Page) -> tuple[FieldHelp, ...]:
    """The fields that a page describes itself."""
    matches = (_FIELD.fullmatch(line) for line in page.text.splitlines())
    return tuple(
        FieldHelp(page.name, _keys(match["keys"]), match["label"], match["text"])
        for match in matches
        if match
    )


def field_help(pages: Mapping[str, Page], page: str, key: str) -> FieldHelp | None:
    """The help of one field of a kind's page, or of the page that it refers to for this key or its parent."""
    if page not in pages:
        return None
    for entry in field_helps(pages[page]):
        if key in entry.keys:
            return entry
    for line in pages[page].text.splitlines():
        match = _AS_ON.fullmatch(line)
        if match and any(key == own or key.startswith(f"{own}.") for own in _keys(match["keys"])):
            return field_help(pages, match["page"], key)
    return None


def _keys(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", text))


def examples(page: Page) -> tuple[Example, ...]:
    """The worked examples of a page."""
    found = re.finditer(
        r"^```example (?P<plan>\S+)\n(?P<lines>.*?)^```$", page.text, re.MULTILINE | re.DOTALL
    )
    return tuple(
        Example(page.name, match["plan"], tuple(map(example_line, match["lines"].splitlines())))
        for match in found
    )


def example_line(line: str) -> ExampleLine:
    """A line ``words | path | figure``."""
    words, path, figure = (part.strip() for part in line.split(" | "))
    return ExampleLine(words, path, figure)


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
    """The entries of the glossary page, unchanged."""
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

    Headings, tables, formulas, labels in bold and existing links are unchanged.
    """
    if page.name in (GLOSSARY, FIRST):
        return page.text
    longest_first = sorted(known, key=lambda term: -len(term.name))
    if not longest_first:
        return page.text
    names = "|".join(f"({_inflected(term.name, page.language)})" for term in longest_first)
    word = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    targets: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = longest_first[(match.lastindex or 1) - 1]
        if term.name in targets:
            return match[0]
        targets.add(term.name)
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
