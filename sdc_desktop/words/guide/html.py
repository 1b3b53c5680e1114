"""A page of the guide as the simple HTML that a text browser shows. Only what the pages use of Markdown."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sdc_desktop.words.guide.pages import GLOSSARY, anchored, example_line
from sdc_desktop.words.words import N_, Words

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>-|\d+\.) (?P<text>.*)")
_FIELD = re.compile(r"\*\*.+?\*\* \(`(?P<key>[^`]+)`[^)]*\): ")
_AS_ON = re.compile(r"^- (?:As on|Wie auf) (\[[^\]]+\]\([^)]+\)): `.*$")
_IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<name>[^)]+)\)")


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
    lines = [_AS_ON.sub(_as_on(words), line) for line in text.splitlines()]
    return "".join(_blocks(lines, look, words))


def _as_on(words: Words) -> str:
    """Keys are for the program: anyone who reads wants to know where to read on."""
    return words.say(N_("- Further fields: as on {page}."), page=r"\1")


def inline_html(text: str, look: Look) -> str:
    """A line of Markdown as HTML: bold, italics, code, links, pictures."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        f"<code>{html.escape(part[1:-1])}</code>"
        if part.startswith("`") and len(part) > 1
        else _marks(part, look)
        for part in parts
    )


def formula_html(line: str) -> str:
    """A formula in plain signs as HTML: ``x_i`` and ``x_{ij}`` sink, ``10^k`` and ``10^{a/b}`` rise."""
    text_html = html.escape(line, quote=False)
    for mark, tag in (("_", "sub"), ("\\^", "sup")):
        text_html = re.sub(rf"{mark}\{{([^}}]*)\}}", rf"<{tag}>\1</{tag}>", text_html)
        text_html = re.sub(rf"(?<=[\w)\]*|>]){mark}(\w)", rf"<{tag}>\1</{tag}>", text_html)
    return re.sub(r" {2,}", lambda gap: "&nbsp;" * len(gap[0]), text_html)


def _marks(text: str, look: Look) -> str:
    text_html = html.escape(text, quote=False)
    text_html = _IMAGE.sub(lambda found: _picture(found["name"], found["alt"], look), text_html)
    text_html = re.sub(r"\\([*|_])", lambda found: f"&#{ord(found[1])};", text_html)
    text_html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text_html)
    text_html = re.sub(r"(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])", r"<i>\1</i>", text_html)
    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", lambda found: _link(found[1], found[2], look), text_html)


def _picture(name: str, alt: str, look: Look) -> str:
    """A picture with its words below, which is what a person has who does not see it."""
    caption = f'<span style="color: {look.muted}"><small>{alt}</small></span>'
    return f'<img src="{name}" width="{look.picture_width}"><br>{caption}'


def _link(text: str, target: str, look: Look) -> str:
    """Links to the glossary, which are many, are coloured only; other links are underlined."""
    plain = "; text-decoration: none" if target.startswith(f"{GLOSSARY}.md#") else ""
    return f'<a href="{target}" style="color: {look.accent}{plain}">{text}</a>'


def _blocks(lines: list[str], look: Look, words: Words) -> Iterator[str]:
    place = 0
    while place < len(lines):
        line = lines[place]
        end = place + 1
        if line.startswith("```"):
            end = next((row for row in range(end, len(lines)) if lines[row] == "```"), len(lines)) + 1
            yield _fence(line[3:].split(), lines[place + 1 : end - 1], look, words)
        elif line.startswith("#"):
            yield _heading(line)
        elif line.startswith("|"):
            end = _while(lines, end, lambda row: row.startswith("|"))
            yield _table([_cells(row) for row in lines[place:end]], look)
        elif _ITEM.fullmatch(line):
            end = _while(lines, end, lambda row: _ITEM.fullmatch(row) is not None)
            yield _list(lines[place:end], look)
        elif line.strip():
            end = _while(
                lines, end, lambda row: bool(row.strip()) and not row.startswith(("#", "|", "```", "- "))
            )
            yield f"<p>{inline_html(' '.join(lines[place:end]), look)}</p>"
        place = end


def _while(lines: list[str], start: int, holds: Callable[[str], bool]) -> int:
    return next((row for row in range(start, len(lines)) if not holds(lines[row])), len(lines))


def _heading(line: str) -> str:
    depth = len(line) - len(line.lstrip("#"))
    text, anchor = anchored(line)
    return f'<h{depth}><a name="{anchor}"></a>{html.escape(text)}</h{depth}>'


def _list(lines: list[str], look: Look) -> str:
    """A list; items that are indented are a list within."""
    tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    parts, within = [f"<{tag}>"], False
    for line in lines:
        match = _ITEM.fullmatch(line)
        assert match is not None
        if bool(match["indent"]) != within:
            parts.append("</ul>" if within else "<ul>")
            within = not within
        field = _FIELD.match(match["text"])
        anchor = f'<a name="field-{html.escape(field["key"])}"></a>' if field else ""
        shown = re.sub(r" \(`[^)]*`\): ", ": ", match["text"], count=1) if field else match["text"]
        parts.append(f"<li>{anchor}{inline_html(shown, look)}</li>")
    return "".join([*parts, "</ul>" if within else "", f"</{tag}>"])


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _table(rows: list[list[str]], look: Look) -> str:
    rows_html = _row(rows[0], "th", look) + "".join(_row(row, "td", look) for row in rows[2:])
    style = f"border-color: {look.border}; border-collapse: collapse"
    return f'<table border="1" cellspacing="0" cellpadding="4" style="{style}">{rows_html}</table>'


def _row(cells: list[str], tag: str, look: Look) -> str:
    cells_html = "".join(f'<{tag} align="left">{inline_html(cell, look)}</{tag}>' for cell in cells)
    return f"<tr>{cells_html}</tr>"


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
