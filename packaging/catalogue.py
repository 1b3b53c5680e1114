"""The catalogues of messages for translators: made from the sources, checked against them.

Run by `dev.py catalogue` (brings the files of each language below resources/translations up to the sources)
and by `dev.py check` (with --check: complains of messages that cannot be translated, of those missing in a
language, and of outdated files). Each folder of the program has a file of its own.
"""

import ast
import io
import json
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
POLICIES = ROOT / "resources" / "policy"
SAYING = {"say": 1, "say_many": 2, "NN_": 2}  # how many of the first arguments are messages
DEPTH = 3  # how many folders below sdc_desktop have a file of their own

Message = str | tuple[str, str]
Translations = Mapping[str, str | tuple[str, ...]]  # by message, or by its singular


@dataclass(frozen=True)
class Found:
    """What a source file holds: messages (a pair where there is a plural), and what is wrong with them."""

    messages: frozenset[Message]
    faults: tuple[str, ...]


def main(arguments: list[str]) -> int:
    """Write the catalogues, or check them; the exit code."""
    areas, faults = read_sources(ROOT / "sdc_desktop")
    areas["words-policies"] |= set(policy_texts(POLICIES)) - {one for own in areas.values() for one in own}
    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        texts = {area: po_text(made) for area, made in brought_up(folder, areas).items()}
        if arguments == ["--check"]:
            faults += outdated(folder, texts)
        else:
            write(folder, texts)
    print(f"{sum(map(len, areas.values()))} messages")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def read_sources(folder: Path) -> tuple[dict[str, set[Message]], list[str]]:
    """All messages of the sources below a folder, by area, and all faults with file and line.

    A message that several areas have belongs to the first of them.
    """
    areas: dict[str, set[Message]] = {}
    seen: set[Message] = set()
    faults: list[str] = []
    for path in sorted(folder.rglob("*.py"), key=lambda path: (area_of(path.relative_to(folder)), path)):
        found = read_source(path.read_text(encoding="utf-8"), path.relative_to(folder.parent).as_posix())
        areas.setdefault(area_of(path.relative_to(folder)), set()).update(found.messages - seen)
        seen |= found.messages
        faults += found.faults
    in_plurals = {single for pair in seen if isinstance(pair, tuple) for single in pair}
    return {area: own - in_plurals for area, own in areas.items() if own - in_plurals}, faults


def policy_texts(folder: Path) -> Iterator[str]:
    """What the ready-made policies say in their files: their names, what they are about, rules and notes."""
    for path in sorted(folder.glob("*.json")):
        policy = json.loads(path.read_text(encoding="utf-8"))
        rules = [one.get("text", "") for one in policy.get("rules", ())]
        notes = [one.get("note", "") for one in policy.get("sources", ())]
        if notes:  # the example of a site policy has none
            yield from filter(None, (policy["name"], policy["about"], *rules, *notes))


def area_of(path: Path) -> str:
    """The name of the file that has the messages of a source file, given by its path below sdc_desktop."""
    return "-".join(path.parts[:-1][:DEPTH]) or "program"


def read_source(text: str, name: str) -> Found:
    """The messages of one source file."""
    messages: set[Message] = set()
    faults: list[str] = []
    for call in _calls(ast.parse(text)):
        called = _called(call)
        if called == "N_":
            message = _literal(call.args[0]) if len(call.args) == 1 else None
            wrong = "N_ takes one plain text" if message is None else placeholder_fault(message)
            if message is not None:
                messages.add(message)
        else:
            shown = call.args[: SAYING[called]]
            wrong = "write N_(...) around the text" if any(map(_is_text, shown)) else ""
            marked = [_marked(argument) for argument in shown]
            if SAYING[called] == 2 and len(marked) == 2 and marked[0] is not None and marked[1] is not None:
                messages.add((marked[0], marked[1]))
        if wrong:
            faults.append(f"{name}:{call.lineno}: {wrong}")
    return Found(frozenset(messages), tuple(faults))


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (_called(node) == "N_" or _called(node) in SAYING):
            yield node


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id if function.id in ("N_", "NN_") else ""
    return function.attr if isinstance(function, ast.Attribute) else ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _marked(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and _called(node) == "N_" and len(node.args) == 1:
        return _literal(node.args[0])
    return None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or _literal(node) is not None


def placeholder_fault(message: str) -> str:
    """Why a message cannot be filled in by name; empty if it can."""
    try:
        names = placeholders(message)
    except ValueError as failure:
        return f"{failure}: {message!r}"
    unnamed = [name for name in names if not name.isidentifier()]
    return f"placeholders need a name: {message!r}" if unnamed else ""


def placeholders(message: str) -> frozenset[str]:
    """The names between braces in a message. Raises ValueError where a brace is alone."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(message) if name is not None)


def brought_up(folder: Path, areas: Mapping[str, Iterable[Message]]) -> dict[str, Catalog]:
    """A language's catalogues for the messages of the sources: new ones empty, gone ones dropped."""
    known = known_translations(folder)
    made: dict[str, Catalog] = {}
    for area, messages in areas.items():
        made[area] = Catalog(locale=folder.name, charset="utf-8", fuzzy=False)
        for message in sorted(messages, key=lambda one: (one, "") if isinstance(one, str) else one):
            old = known.get(message if isinstance(message, str) else message[0], "")
            fits = isinstance(old, tuple) == isinstance(message, tuple)
            made[area].add(message, string=old if fits else "")
    return made


def known_translations(folder: Path) -> Translations:
    """All translations in a language's files."""
    known: dict[str, str | tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=folder.name):
                if message.id and not message.fuzzy:
                    known[message.id if isinstance(message.id, str) else message.id[0]] = message.string
    return known


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write a language's files and remove those of areas that are no more."""
    for area, text in texts.items():
        (folder / f"{area}.po").write_text(text, encoding="utf-8", newline="\n")
    for path in folder.glob("*.po"):
        if path.stem not in texts:
            path.unlink()


def po_text(catalogue: Catalog) -> str:
    """The text of a .po file: only what translators write, so it changes only with that."""
    written = io.BytesIO()
    write_po(written, catalogue, omit_header=True, sort_output=False, width=0)
    return _po_header(catalogue) + written.getvalue().decode()


def _po_header(catalogue: Catalog) -> str:
    lines = ("Content-Type: text/plain; charset=UTF-8", f"Plural-Forms: {catalogue.plural_forms}")
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def outdated(folder: Path, texts: Mapping[str, str]) -> Iterator[str]:
    """The messages missing in a language, its errors, and files that `dev.py catalogue` would change."""
    files = {path.stem: path for path in sorted(folder.glob("*.po"))}
    for area in sorted({*files, *texts}):
        name = f"{folder.name}/{area}.po"
        if area in files:
            yield from translation_faults(files[area])
        if area not in files or files[area].read_text(encoding="utf-8") != texts.get(area):
            yield f"{name} is out of date: python3 packaging/dev.py catalogue"
        made = read_po(io.BytesIO(texts.get(area, "").encode()))
        lacking = [message.id for message in made if message.id and not _filled(message.string)]
        if lacking:
            yield f"{name}: {len(lacking)} messages without translation, the first {lacking[0]!r}"


def _filled(translation: str | tuple[str, ...]) -> bool:
    return bool(translation) and (isinstance(translation, str) or all(translation))


def translation_faults(path: Path) -> Iterator[str]:
    """What is wrong with a translation: placeholders that differ from those of its message."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        translations = message.string if isinstance(message.string, tuple) else (message.string,)
        known = (
            frozenset().union(*(placeholders(original) for original in originals))
            if message.id
            else frozenset()
        )
        for translation in filter(None, translations if message.id else ()):
            if not placeholders(translation) <= known:
                yield f"{path.name}: unknown placeholder in {translation!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
