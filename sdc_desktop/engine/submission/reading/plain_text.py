"""Console logs and other texts in fixed width: columns are found by what lies below one another.

Lines of rules are dropped and blank lines kept, so that a table is one block; `places` leads from the grid
to lines and positions of the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sdc_desktop.engine.submission.reading.delimited import decoded, read_delimited
from sdc_desktop.engine.submission.sheets import (
    MOST_CELLS,
    Box,
    Cell,
    Command,
    ReadFile,
    Sheet,
    Unreadable,
    whole_number,
)

_RULE = re.compile(r"[\s\-+=|_─┼│┬┴├┤┌┐└┘━—–.:*]*[-=_─━]{3}[\s\-+=|_─┼│┬┴├┤┌┐└┘━—–.:*]*")
_COMMAND = re.compile(r"(?:\. |>>> |> |\$ |In \[\d+\]: |mysql> |SQL> )(?=[A-Za-z(_#])(.*)")
_CONTINUED = re.compile(r"(?:> |\.\.\. |\+ )(.*)")
_SIGNS = r"(?:\|[tzF]\||[^\s|│])+"  # a bar divides but for P>|t|
_TOKEN = re.compile(rf"{_SIGNS}(?:[ ]{_SIGNS})*")
_LEGEND = re.compile(r"Signif\. codes:\s+0 ['‘]\*\*\*['’] 0\.001 ['‘]\*\*['’] 0\.01 .{0,40} 1\s*")
_STARS = re.compile(r"(?<=\d) +(?:\*{1,3}|\.)$")
_TINY = re.compile(r"< (\d+e-\d+)$")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(
    r"[(<\[]?[-−+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?[)%\]]?[*†‡]{0,3}|\.|\*+|-|–|NA|NaN|NULL|<\d+"
)
_MARK = re.compile(r"x|c|s|\[[xcsz]\]|\([cs]\)|np|n\.p\.|:c?|#|/|\.\.+|…|[<≤]=?\d+")
_MOST_LINES = 500_000
_SMCL = re.compile(r"\{([^{}]*)\}")
_NEAR = 3  # characters between a heading and the column that it is over


@dataclass(frozen=True)
class _Token:
    start: int
    end: int
    text: str

    @property
    def is_figure(self) -> bool:
        return _NUMBER.fullmatch(self.text) is not None

    @property
    def is_mark(self) -> bool:
        return _MARK.fullmatch(self.text) is not None


def read_text(data: bytes, format: str) -> ReadFile:
    """The tables and commands of a text. Raises :class:`Unreadable`."""
    text = decoded(data).replace("\0", "").replace("\f", "\n")
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        raise Unreadable("too_large")
    if format == "smcl":
        lines = [_without_directives(line) for line in lines]
    elif _is_delimited(lines):
        return read_delimited(data, format)
    cells: dict[tuple[int, int], Cell] = {}
    places: dict[tuple[int, int], tuple[int, int]] = {}
    merges: list[Box] = []
    commands: list[Command] = []
    row = 0
    for kind, part in _parts(_without_stars([line.expandtabs(8).rstrip() for line in lines])):
        if kind == "blank":
            row += 1
        elif kind == "command":
            commands.append(Command(row, " ".join(line for _, line in part)))
            row += 2
        else:
            for at, column, width, token, number in _grid(part):
                cells[row + at, column] = Cell(token.text)
                places[row + at, column] = (number + 1, token.start + 1)
                if width > 1:
                    merges.append((row + at, column, row + at, column + width - 1))
            row += sum(1 for _ in part)
        if len(cells) > MOST_CELLS:
            raise Unreadable("too_many_cells")
    sheet = Sheet("", cells, tuple(merges), kind="text", places=places)
    return ReadFile(format, (sheet,), commands=tuple(commands))


def _without_stars(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a text without the stars that its legend of significance explains; < 2e-16 is one word."""
    if not any(map(_LEGEND.fullmatch, lines)):
        return lines
    return [_TINY.sub(r" <\1", _STARS.sub("", line)) for line in lines]


Span = tuple[int, int]
_Line = tuple[int, str]  # number from 0, and text


def _parts(lines: Sequence[str]) -> Iterator[tuple[str, list[_Line]]]:
    """Runs of lines: blank ones, commands with their continuation, and segments of other lines."""
    segment: list[_Line] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        command = _COMMAND.match(line)
        if segment and (command is not None or not line.strip()):
            yield "segment", segment
            segment = []
        if command is not None:
            found = [(number, command[1])]
            mark = line[:2]
            while number + 1 < len(lines) and _continues(lines[number + 1], mark):
                number += 1
                found.append((number, lines[number][2:].strip()))
            yield "command", found
        elif not line.strip():
            yield "blank", []
        elif not _RULE.fullmatch(line) and not _LEGEND.fullmatch(line):
            segment.append((number, line))
        number += 1
    if segment:
        yield "segment", segment


def _continues(line: str, mark: str) -> bool:
    """Whether a line continues a command: of Stata with `> `, of Python with `... `, of R with `+ `."""
    found = _CONTINUED.match(line)
    if found is None:
        return False
    return line.startswith({". ": "> ", ">>": "... ", "> ": "+ "}.get(mark, "\0"))


def _grid(lines: Sequence[_Line]) -> Iterator[tuple[int, int, int, _Token, int]]:
    """Row in the segment, column, width in columns, token and line number of each cell."""
    tokens = [list(_tokens(line)) for _, line in lines]
    labels, figures = _columns(tokens)
    spans = [*labels, *figures]
    first = next((row for row, found in enumerate(tokens) if _is_body(found)), len(tokens))
    edges = [*(_right_edge(tokens[first:], *span) for span in labels), *(end for _, end in figures)]
    for row, ((number, _), found) in enumerate(zip(lines, tokens, strict=True)):
        divided = [
            one
            for token in found
            for one in _divided(token, spans, figures, edges if row < first and _is_head(found) else ())
        ]
        last = -1
        for place, token in enumerate(_whole_labels(divided, labels)):
            column, width = _place(token, spans, last, is_first=place == 0)
            last = column + width - 1
            yield row, column, width, token, number


def _tokens(line: str) -> Iterator[_Token]:
    """Texts divided by two blanks or a bar; figures are also divided by one blank."""
    for found in _TOKEN.finditer(line):
        words = list(_WORD.finditer(found[0]))
        figures = [_NUMBER.fullmatch(word[0]) is not None for word in words]
        if len(words) > 1 and all(figures):
            for word in words:
                yield _Token(found.start() + word.start(), found.start() + word.end(), word[0])
        elif len(words) > 2 and not figures[0] and all(figures[1:]) and found.end() == len(line):
            yield _Token(found.start(), found.start() + words[0].end(), words[0][0])
            for word in words[1:]:
                yield _Token(found.start() + word.start(), found.start() + word.end(), word[0])
        else:
            yield _Token(found.start(), found.end(), found[0])


def _is_body(tokens: Sequence[_Token]) -> bool:
    """Whether a line has figures behind its label."""
    return len(tokens) > 1 and tokens[-1].is_figure


def _is_head(tokens: Sequence[_Token]) -> bool:
    """Whether a line has words alone, and per cents: no sentence with a figure."""
    return not any(word.isdecimal() for token in tokens for word in token.text.split())


def _right_edge(lines: Sequence[Sequence[_Token]], start: int, end: int) -> int:
    """The end of the longest label of a column."""
    own = (token.end for tokens in lines if _is_body(tokens) for token in tokens if token.end <= end)
    return max((edge for edge in own if edge > start), default=end)


def _whole_labels(tokens: Sequence[_Token], labels: Sequence[Span]) -> Iterator[_Token]:
    """The parts of a line; texts in one column of labels are one."""
    held: list[_Token] = []
    for token in tokens:
        column = next((place for place, (_, end) in enumerate(labels) if token.end <= end), None)
        before = next((place for place, (_, end) in enumerate(labels) if held and held[-1].end <= end), None)
        if held and (column is None or column != before):
            yield _joined(held)
            held = []
        if column is None:
            yield token
        else:
            held.append(token)
    if held:
        yield _joined(held)


def _divided(
    token: _Token, spans: Sequence[Span], figures: Sequence[Span], edges: Sequence[int]
) -> Iterator[_Token]:
    """The parts of a text that lies over several columns: in a head each word belongs to the first column
    whose right edge is not left of its own; from a label the figures that lie in columns are divided.
    ``edges``: of a head the right edges of the columns.
    """
    words = [_Token(token.start + w.start(), token.start + w.end(), w[0]) for w in _WORD.finditer(token.text)]
    over = [place for place, (start, end) in enumerate(spans) if token.start < end and token.end > start]
    if len(words) < 2 or len(over) < 2:
        yield token
    elif edges:
        columns = [_column_of(word, edges) for word in words]
        for column in dict.fromkeys(columns):
            yield _joined([word for word, own in zip(words, columns, strict=True) if own == column])
    else:
        number = next(
            (n for n, word in enumerate(reversed(words)) if not _lies_in(word, figures)), len(words)
        )
        label = words[: len(words) - number]
        if label:
            yield _joined(label)
        yield from words[len(label) :]


def _column_of(word: _Token, edges: Sequence[int]) -> int:
    return next((place for place, end in enumerate(edges) if end >= word.end), len(edges) - 1)


def _lies_in(word: _Token, figures: Sequence[Span]) -> bool:
    """Whether a word is a figure in a column of figures."""
    return (word.is_figure or word.is_mark) and any(
        word.start < end and word.end > start for start, end in figures
    )


def _joined(words: Sequence[_Token]) -> _Token:
    return _Token(words[0].start, words[-1].end, " ".join(word.text for word in words))


def _columns(lines: Sequence[Sequence[_Token]]) -> tuple[list[Span], list[Span]]:
    """The spans of the columns of labels, and of those of figures that overlap from line to line."""
    spans: list[list[int]] = []
    figures = sorted((t.start, t.end) for tokens in lines for t in _figures(tokens))
    figures = sorted([*figures, *_behind_labels(lines)])
    for start, end in figures:
        if spans and start < spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], end)
        else:
            spans.append([start, end])
    if not spans:
        texts = sorted((t.start, t.end) for tokens in lines for t in tokens)
        for start, end in texts:
            if spans and start < spans[-1][1]:
                spans[-1][1] = max(spans[-1][1], end)
            else:
                spans.append([start, end])
        return [], [(start, end) for start, end in spans]
    return _label_spans(lines, spans[0][0]), [(start, end) for start, end in spans]


def _label_spans(lines: Sequence[Sequence[_Token]], end: int) -> list[Span]:
    """The columns of labels left of all figures: several where a line has several texts there."""
    bodies = [[token for token in tokens if token.end <= end] for tokens in lines if _is_body(tokens)]
    if not any(len(labels) > 1 for labels in bodies):
        return [(-1, end)]
    starts: list[int] = []
    last = 0
    for token in sorted((one for labels in bodies for one in labels), key=lambda one: one.start):
        if token.start >= last:
            starts.append(token.start)
        last = max(last, token.end)
    return list(pairwise([-1, *starts[1:], end]))


def _figures(tokens: Sequence[_Token]) -> Iterator[_Token]:
    """The figures of a line behind its label, and the marks beside them."""
    label = _labels(tokens)
    figures = [token for token in tokens[label:] if token.is_figure]
    yield from figures
    if figures:
        yield from (token for place, token in enumerate(tokens) if place and token.is_mark)


def _behind_labels(lines: Sequence[Sequence[_Token]]) -> Iterator[tuple[int, int]]:
    """Figures one blank behind different labels, all with the same right edge: a column, and no numbering."""
    found = []
    for tokens in lines:
        words = tokens[0].text.split() if _is_body(tokens) else []
        if len(words) > 1 and _NUMBER.fullmatch(words[-1]):
            found.append((tokens[0].end - len(words[-1]), tokens[0].end, " ".join(words[:-1])))
    if len({end for _, end, _ in found}) == 1 and len({label for _, _, label in found}) > 1:
        yield from ((start, end) for start, end, _ in found)


def _labels(tokens: Sequence[_Token]) -> int:
    """How many texts a line begins with; a line of figures alone may begin with a code."""
    number = next((place for place, token in enumerate(tokens) if token.is_figure), len(tokens))
    return number or (1 if len(tokens) > 1 else 0)


def _place(token: _Token, spans: Sequence[Span], last: int, *, is_first: bool) -> tuple[int, int]:
    """The column of a token and the number of columns that it spans."""
    over = [
        place for place, (start, end) in enumerate(spans) if token.start < end and token.end > max(start, 0)
    ]
    over = [place for place in over if place > last]
    if is_first and over[:1] == [0] and len(over) > 1 and not token.is_figure:
        is_over = token.start > 0 and token.end == spans[1][1]  # a heading that ends with its column
        over = over[1:] if is_over or token.start >= spans[1][0] - _NEAR else [0]
    if over:
        return over[0], over[-1] - over[0] + 1
    near = min(
        (place for place in range(last + 1, len(spans))),
        key=lambda place: min(abs(spans[place][1] - token.end), abs(spans[place][0] - token.start)),
        default=None,
    )
    return (last + 1 if near is None else near), 1


def _is_delimited(lines: Sequence[str]) -> bool:
    """Whether most lines have the same number of tabs."""
    filled = [line for line in lines if line.strip()]
    numbers = [line.count("\t") for line in filled if "\t" in line.strip()]
    return bool(numbers) and len(numbers) * 2 > len(filled) and len(set(numbers)) <= 2


def _without_directives(line: str) -> str:
    """A line of Stata's markup in its printed form."""

    def printed(found: re.Match[str]) -> str:
        word, _, rest = found[1].partition(" ")
        name, _, text = found[1].partition(":")
        if word == "hline":
            return "-" * min(whole_number(rest) or 20, 300)
        if word == "space":
            return " " * min(whole_number(rest) or 1, 300)
        if word == "c":
            return {"|": "|", "+": "+", "-": "-", "-(": "{", ")-": "}"}.get(rest.strip(), "+")
        if word == "col":
            return "  "
        if word in ("ralign", "lalign", "center") and text:
            width = name.partition(" ")[2]
            room = min(whole_number(width) or 0, 300)
            return text.rjust(room) if word == "ralign" else text.ljust(room)
        return text

    for _ in range(4):
        shorter = _SMCL.sub(printed, line)
        if shorter == line:
            break
        line = shorter
    return line
