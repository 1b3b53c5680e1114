"""The English of the product: retired idioms and terms in all texts, comments and names.

Run by `dev.py check`. `idioms.csv` has the patterns. Those of level `fail` are never right, those of level
`fall` are good English at times. `terms.csv` has the words that the field's terms replace, and
`RETIRED_NAMES` those that names of functions, classes, parameters and variables must not have. None may
occur more often than `bounds.json` says; `allowed.csv` has the true exceptions. With --lower the bounds are
set to what is found; with --commit FILE the subject of a commit is checked.
"""

import ast
import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BOUNDS = HERE / "bounds.json"
FRONT_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md")
LONGEST_SUBJECT = 72
MOST_ALLOWED = 40
RETIRED_NAMES = {
    "told": "given, specified, setting",
    "asked": "requested, required",
    "asks": "requests, requires",
    "said": "text, stated, shown",
    "whoever": "the person by their role",
    "somebody": "the person by their role",
}
_RETIRED_WORD = re.compile(rf"(?:^|_)(?:{'|'.join(RETIRED_NAMES)})(?:_|$)")
_DEFINED = re.compile(r"\s*(?:(?:async )?def|class) (\w+)")  # a line of a test that defines a name
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_COMMENT = re.compile(r"(?:^|\s\s)#\s(.+)$")
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SHOWN = 20  # faults of one kind of text that are printed


@dataclass(frozen=True)
class Pattern:
    """What is retired, how seriously, and what to write instead."""

    name: str
    level: str
    expression: re.Pattern[str]
    replacement: str


@dataclass(frozen=True)
class Text:
    """A line that a person reads: its kind and where it is.

    The kinds are messages, guide, pages, docstrings, comments, names and, of tests, test names.
    """

    kind: str
    place: str
    line: str


@dataclass(frozen=True)
class Hit:
    """A pattern found in a text."""

    text: Text
    pattern: Pattern

    def __str__(self) -> str:
        line = self.text.line.strip()[:100]
        return f"{self.text.place}: {self.pattern.name}: {line!r}; write: {self.pattern.replacement}"


def main(arguments: Sequence[str]) -> int:
    """Check the texts, lower the bounds, or check a subject; the exit code."""
    if arguments[:1] == ["--commit"]:
        faults = subject_faults(Path(arguments[1]).read_text(encoding="utf-8").partition("\n")[0])
    else:
        hits, unused = judge(all_texts(ROOT))
        counts = count(hits)
        if arguments == ["--lower"]:
            BOUNDS.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
        faults = [*unused, *exceeded(hits, counts, json.loads(BOUNDS.read_text(encoding="utf-8")))]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def subject_faults(subject: str) -> list[str]:
    """What is wrong with the first line of a commit's message."""
    rules = {
        f"longer than {LONGEST_SUBJECT} characters": len(subject) > LONGEST_SUBJECT,
        "has a semicolon": ";" in subject,
        "ends with a full stop": subject.endswith("."),
    }
    return [f"The subject {what}: {subject}" for what, broken in rules.items() if broken]


@cache
def idioms() -> tuple[Pattern, ...]:
    """The retired idioms."""
    return tuple(
        Pattern(row["name"], row["level"], re.compile(row["pattern"]), row["replacement"])
        for row in _rows("idioms.csv")
    )


@cache
def terms() -> tuple[Pattern, ...]:
    """The words that the field's terms replace."""
    return tuple(
        Pattern(row["name"], "terms", re.compile(row["pattern"], re.IGNORECASE), row["name"])
        for row in _rows("terms.csv")
    )


def found(line: str) -> list[Pattern]:
    """The retired idioms of a line; placeholders and code in backticks do not count."""
    return _matching(plain(line), idioms())


def plain(text: str) -> str:
    """A text without fences, code, placeholders and mnemonics."""
    text = re.sub(r"```.*?```", lambda fence: "\n" * fence[0].count("\n"), text, flags=re.DOTALL)
    return re.sub(r"\{[^{}]*\}", "N", re.sub(r"`[^`]*`", "code", text)).replace("&", "")


def all_texts(root: Path) -> Iterator[Text]:
    """Every line of the checkout that a person reads in English."""
    for path in sorted((root / "sdc_desktop").rglob("*.py")):
        yield from _of_source(path, root, messages=True)
    for path in sorted((root / "packaging").rglob("*.py")):
        yield from _of_source(path, root, messages=False)
    for path in sorted((root / "tests").rglob("*.py")):
        yield from _of_test(path, root)
    for path in sorted((root / "resources" / "help" / "en").glob("*.md")):
        yield from _lines("guide", path, root)
    for pattern in FRONT_PAGES:
        for path in sorted(root.glob(pattern)):
            yield from _lines("pages", path, root)


def judge(texts: Iterable[Text]) -> tuple[list[Hit], list[str]]:
    """Every hit that is not allowed, and the faults of the list of exceptions."""
    allowed = {(row["text"], row["name"]): False for row in _rows("allowed.csv")}
    hits = []
    for text in texts:
        retired = _retired(text)
        for pattern in retired:
            fitting = [key for key in allowed if key[1] == pattern.name and key[0] in text.line]
            allowed |= dict.fromkeys(fitting, True)
            if not fitting:
                hits.append(Hit(text, pattern))
    faults = [
        f"allowed.csv: {text!r} ({name}) occurs nowhere" for (text, name), used in allowed.items() if not used
    ]
    if len(allowed) > MOST_ALLOWED:
        faults.append(f"allowed.csv: {len(allowed)} exceptions, more than {MOST_ALLOWED}")
    return hits, faults


def _retired(text: Text) -> list[Pattern]:
    """What is retired in a text: words of a name, idioms of a comment, idioms and terms of any other."""
    if text.kind in ("names", "test names"):
        return [pattern for word, pattern in _name_patterns().items() if word in text.line.split("_")]
    line = plain(text.line)
    idiomatic = found(line) if _any()[0].search(line) else []
    if text.kind == "comments":
        return [pattern for pattern in idiomatic if pattern.level == "fail"]
    return [*idiomatic, *(_matching(line, terms()) if _any()[1].search(line) else ())]


@cache
def _name_patterns() -> dict[str, Pattern]:
    """The retired words of names."""
    return {
        word: Pattern(f"name: {word}", "fail", re.compile(rf"(?:^|_){word}(?:_|$)"), instead)
        for word, instead in RETIRED_NAMES.items()
    }


def count(hits: Iterable[Hit]) -> dict[str, int]:
    """The number of hits by kind of text and level, for example `guide fail`."""
    return dict(sorted(Counter(f"{hit.text.kind} {hit.pattern.level}" for hit in hits).items()))


def exceeded(hits: Sequence[Hit], counts: dict[str, int], bounds: dict[str, int]) -> Iterator[str]:
    """The hits of each kind and level that has more than its bound."""
    for name, number in counts.items():
        if number > bounds.get(name, 0):
            yield f"{name}: {number} lines with retired words, at most {bounds.get(name, 0)} allowed:"
            own = [hit for hit in hits if f"{hit.text.kind} {hit.pattern.level}" == name]
            yield from (f"  {hit}" for hit in own[:SHOWN])


def _matching(line: str, patterns: Iterable[Pattern]) -> list[Pattern]:
    return [pattern for pattern in patterns if pattern.expression.search(line)]


@cache
def _any() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An expression that finds whatever some idiom finds, and one for terms: most lines have nothing."""
    sides = (idioms(), terms())
    starts = r"(?:\b|(?=\W))"  # no pattern begins within a word, and to know that makes the search fast
    joined = [starts + f"(?:{'|'.join(one.expression.pattern for one in side)})" for side in sides]
    return re.compile(joined[0]), re.compile(joined[1], re.IGNORECASE)


def _rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _lines(kind: str, path: Path, root: Path) -> Iterator[Text]:
    name = path.relative_to(root).as_posix()
    for number, line in enumerate(plain(path.read_text(encoding="utf-8")).splitlines(), 1):
        yield Text(kind, f"{name}:{number}", line)


def _of_source(path: Path, root: Path, *, messages: bool) -> Iterator[Text]:
    name = path.relative_to(root).as_posix()
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    for number, line in enumerate(source.splitlines(), 1):
        if "# " in line and (comment := _COMMENT.search(line)) is not None:
            yield Text("comments", f"{name}:{number}", comment[1])
    for node in ast.walk(tree):
        if messages and isinstance(node, ast.Call) and (message := _message(node)) is not None:
            yield Text("messages", f"{name}:{node.lineno}", message)
        if (given := _name_of(node)) is not None and _RETIRED_WORD.search(given):
            yield Text("names", f"{name}:{getattr(node, 'lineno', 0)}", given)
        if isinstance(node, _WITH_DOCSTRING):
            first = getattr(node, "lineno", 0) + 1
            for offset, line in enumerate(plain(ast.get_docstring(node) or "").splitlines()):
                yield Text("docstrings", f"{name}:{first + offset}", line)


def _of_test(path: Path, root: Path) -> Iterator[Text]:
    """The names of tests and helpers, found line by line: tests are half of all lines."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if (given := _DEFINED.match(line)) is not None and _RETIRED_WORD.search(given[1]):
            yield Text("test names", f"{path.relative_to(root).as_posix()}:{number}", given[1])


def _name_of(node: ast.AST) -> str | None:
    """The name that a node gives to a function, class, parameter, variable or attribute."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.Attribute):
        return node.attr if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, _NAMED) else None


def _message(node: ast.Call) -> str | None:
    if not (isinstance(node.func, ast.Name) and node.func.id == "N_"):
        return None
    given = node.args[0] if len(node.args) == 1 else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
