"""A page of the guide as the simple HTML that a text browser shows. Only what the pages use of Markdown."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sdc_desktop.words.guide.pages import GLOSSARY, anchored, example_line
from sdc_desktop.words.words import N_, Words

_USED = ("heading", "fence", "list", "table", "emphasis", "backticks", "link", "image", "escape")
_TAGS = {"strong": "b", "em": "i"}
_FIELD = re.compile(r"(?P<label>\*\*.+?\*\*) \(`(?P<key>[^`]+)`[^)]*\): ")
_AS_ON = re.compile(r"^- (?:As on|Wie auf) (\[[^\]]+\]\([^)]+\)): `.*$", re.MULTILINE)


@dataclass(frozen=True)
class Look:
    """Colours of a page as ``#rrggbb``, and how wide pictures may be in pixels."""

    accent: str
    shade: str
    border: str
    muted: str
    picture_width: int = 640


def page_html(text: str, look: Look, words: Words) -> str:
    """A page's Markdown as HTML. Headings and fields are anchors."""
    tokens = _markdown().parse(_AS_ON.sub(_as_on(words), text))
    for token in tokens:
        if token.type == "fence":
            token.type = "html_block"
            token.content = _fence(token.info.split(), token.content.splitlines(), look, words)
    return _rendered(tokens, look)


def inline_html(text: str, look: Look) -> str:
    """A line of Markdown as HTML: bold, italics, code, links, pictures."""
    return _rendered(_markdown().parseInline(text), look)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero").enable(_USED)


def _as_on(words: Words) -> str:
    """Keys are for the program: anyone who reads wants to know where to read on."""
    return words.say(N_("- Further fields: as on {page}."), page=r"\1")


def formula_html(line: str) -> str:
    """A formula in plain signs as HTML: ``x_i`` and ``x_{ij}`` sink, ``10^k`` and ``10^{a/b}`` rise."""
    text_html = html.escape(line, quote=False)
    for mark, tag in (("_", "sub"), ("\\^", "sup")):
        text_html = re.sub(rf"{mark}\{{([^}}]*)\}}", rf"<{tag}>\1</{tag}>", text_html)
        text_html = re.sub(rf"(?<=[\w)\]*|>]){mark}(\w)", rf"<{tag}>\1</{tag}>", text_html)
    return re.sub(r" {2,}", lambda gap: "&nbsp;" * len(gap[0]), text_html)


def _rendered(tokens: Sequence[Token], look: Look) -> str:
    for before, token in pairwise([Token("", "", 0), *tokens]):
        _dress(token, look)
        if token.type == "inline":
            token.children = list(_inline(token, before.type == "heading_open", look))
    markdown = _markdown()
    return str(markdown.renderer.render(tokens, markdown.options, {})).rstrip()


def _inline(token: Token, heading: bool, look: Look) -> Iterator[Token]:
    """The parts of a line, after its anchor where it has one. A field is shown without its key."""
    field = _FIELD.match(token.content)
    if heading:
        text, anchor = anchored(token.content)
        yield _raw(f'<a name="{anchor}"></a>{html.escape(text)}')
        return
    parts = token.children or []
    if field:
        yield _raw(f'<a name="field-{html.escape(field["key"])}"></a>')
        (line,) = _markdown().parseInline(f"{field['label']}: {token.content[field.end() :]}")
        parts = line.children or []
    for part in parts:
        _dress(part, look)
        yield part


def _raw(content: str) -> Token:
    return Token("html_inline", "", 0, content=content)


def _dress(token: Token, look: Look) -> None:
    """Change a token to what Qt shows well, in the colours of the page."""
    token.tag = _TAGS.get(token.tag, token.tag)
    if token.type == "table_open":
        style = f"border-color: {look.border}; border-collapse: collapse"
        token.attrs |= {"border": "1", "cellspacing": "0", "cellpadding": "4", "style": style}
    elif token.type in ("th_open", "td_open"):
        token.attrs |= {"align": "left"}
    elif token.type == "link_open":
        token.attrs |= {"style": f"color: {look.accent}{_underline(str(token.attrs['href']))}"}
    elif token.type == "image":
        token.type, token.content = "html_inline", _picture(str(token.attrs["src"]), token.content, look)


def _underline(target: str) -> str:
    """Links to the glossary, which are many, are coloured only; other links are underlined."""
    return "; text-decoration: none" if target.startswith(f"{GLOSSARY}.md#") else ""


def _picture(name: str, alt: str, look: Look) -> str:
    """A picture with its words below, which is what a person has who does not see it."""
    caption = f'<span style="color: {look.muted}"><small>{html.escape(alt)}</small></span>'
    return f'<img src="{name}" width="{look.picture_width}"><br>{caption}'


def _fence(what: list[str], lines: list[str], look: Look, words: Words) -> str:
    if what[:1] == ["example"]:
        inside = _example(lines, look, words)
    elif what[:1] == ["formula"]:
        inside = "<br>".join(formula_html(line) for line in lines if line.strip())
    else:
        inside = f"<pre>{html.escape(chr(10).join(lines), quote=False)}</pre>"
    frame = f'width="100%" bgcolor="{look.shade}" cellpadding="8" cellspacing="0"'
    return f"<table {frame}><tr><td>{inside}</td></tr></table>"


def _example(lines: list[str], look: Look, words: Words) -> str:
    rows = "".join(
        f"<tr><td>{inline_html(line.words, look)}</td>"
        f'<td align="right">&nbsp;&nbsp;<b>{html.escape(_figure(line.figure, words))}</b></td></tr>'
        for line in map(example_line, lines)
    )
    note = words.say(N_("These figures are checked against the program whenever it is built."))
    caption = f'<p style="color: {look.muted}"><small>{html.escape(note)}</small></p>'
    return f'<table cellpadding="2">{rows}</table>{caption}'


def _figure(figure: str, words: Words) -> str:
    """A figure of an example in the language of the words; the page has it as the engine gives it."""
    whether = {"yes": N_("yes"), "no": N_("no")}
    return words.say(whether[figure]) if figure in whether else words.localised(figure)
