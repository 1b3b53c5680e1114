"""The catalogue of messages for translators: made from the sources, checked against them.

Run by `dev.py catalogue` (writes resources/translations/sdc_desktop.pot, brings each language's .po up to
it and compiles it) and by `dev.py check` (with --check: complains of messages that cannot be translated, of
those that a language lacks, and of catalogues that are out of date).
"""

import ast
import io
import string
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
TEMPLATE = FOLDER / "sdc_desktop.pot"
_NO_DATE = datetime(2000, 1, 1)
SAYING = {"say": 1, "say_many": 2}  # how many of the first arguments are messages


@dataclass(frozen=True)
class Found:
    """What a source file holds: messages (a pair where there is a plural), and what is wrong with them."""

    messages: frozenset[str | tuple[str, str]]
    faults: tuple[str, ...]


def main(arguments: list[str]) -> int:
    """Write the catalogue, or check it; the exit code."""
    messages, faults = read_sources(ROOT / "sdc_desktop")
    text = template(messages)
    if arguments == ["--check"]:
        written = TEMPLATE.read_text(encoding="utf-8") if TEMPLATE.is_file() else ""
        if written != text:
            faults.append(f"{TEMPLATE.relative_to(ROOT)} is out of date: python3 packaging/dev.py catalogue")
        for path in sorted(FOLDER.rglob("*.po")):
            faults += [*translation_faults(path), *outdated(path, text)]
    else:
        FOLDER.mkdir(exist_ok=True)
        TEMPLATE.write_text(text, encoding="utf-8", newline="\n")
        for path in sorted(FOLDER.rglob("*.po")):
            translated = brought_up(path, text)
            path.write_text(po_text(translated), encoding="utf-8", newline="\n")
            path.with_suffix(".mo").write_bytes(mo_bytes(translated))
    print(f"{len(messages)} messages")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def read_sources(folder: Path) -> tuple[set[str | tuple[str, str]], list[str]]:
    """All messages of the sources below a folder, and all faults with file and line."""
    messages: set[str | tuple[str, str]] = set()
    faults: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        found = read_source(path.read_text(encoding="utf-8"), path.relative_to(folder.parent).as_posix())
        messages |= found.messages
        faults += found.faults
    in_plurals = {single for pair in messages if isinstance(pair, tuple) for single in pair}
    return {message for message in messages if message not in in_plurals}, faults


def read_source(text: str, name: str) -> Found:
    """The messages of one source file."""
    messages: set[str | tuple[str, str]] = set()
    faults: list[str] = []
    for call in _calls(ast.parse(text)):
        called = _called(call)
        if called == "N_":
            message = _literal(call.args[0]) if len(call.args) == 1 else None
            wrong = "N_ takes one plain text" if message is None else placeholder_fault(message)
            if message is not None:
                messages.add(message)
        else:
            told = call.args[: SAYING[called]]
            wrong = "write N_(...) around the text" if any(map(_is_text, told)) else ""
            marked = [_marked(argument) for argument in told]
            if called == "say_many" and len(marked) == 2 and marked[0] is not None and marked[1] is not None:
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
        return function.id if function.id == "N_" else ""
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


def template(messages: Iterable[str | tuple[str, str]]) -> str:
    """The text of the .pot file: sorted, without places and times, so it changes only with the messages."""
    catalogue = Catalog(project="SDC Desktop", charset="utf-8", fuzzy=False)
    for message in sorted(messages, key=lambda one: (one, "") if isinstance(one, str) else one):
        catalogue.add(message)
    written = io.BytesIO()
    write_po(written, catalogue, omit_header=True, sort_output=False, width=0)
    return 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + written.getvalue().decode()


def brought_up(path: Path, template_text: str) -> Catalog:
    """A language's catalogue with the messages of the template: new ones are empty, gone ones left out."""
    with path.open("rb") as file:
        known = read_po(file)
    made = Catalog(locale=path.parent.parent.name, charset="utf-8", fuzzy=False)
    for message in read_po(io.BytesIO(template_text.encode())):
        if message.id:
            old = known.get(message.id)
            made.add(message.id, string=old.string if old is not None and not old.fuzzy else "")
    return made


def po_text(catalogue: Catalog) -> str:
    """The text of a language's .po file: only what translators write, so it changes only with that."""
    written = io.BytesIO()
    write_po(written, catalogue, omit_header=True, sort_output=False, width=0)
    return _po_header(catalogue) + written.getvalue().decode()


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled catalogue, which the program reads; without places and times, as the .po."""
    clean = read_po(io.BytesIO(po_text(catalogue).encode()), locale=catalogue.locale)
    plain = Catalog(locale=catalogue.locale, charset="utf-8", fuzzy=False)
    plain.revision_date = plain.creation_date = _NO_DATE
    for message in clean:
        if message.id:
            plain.add(message.id, string=message.string)
    written = io.BytesIO()
    write_mo(written, plain)
    return written.getvalue()


def _po_header(catalogue: Catalog) -> str:
    lines = ("Content-Type: text/plain; charset=UTF-8", f"Plural-Forms: {catalogue.plural_forms}")
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def outdated(path: Path, template_text: str) -> Iterator[str]:
    """What a language lacks, and whether its files are not those that `dev.py catalogue` would write."""
    translated = brought_up(path, template_text)
    lacking = [message.id for message in translated if message.id and not _said(message.string)]
    name = path.relative_to(FOLDER)
    if lacking:
        yield f"{name}: {len(lacking)} messages without translation, the first {lacking[0]!r}"
    compiled = path.with_suffix(".mo")
    known = compiled.read_bytes() if compiled.is_file() else b""
    if path.read_text(encoding="utf-8") != po_text(translated) or known != mo_bytes(translated):
        yield f"{name} or its .mo is out of date: python3 packaging/dev.py catalogue"


def _said(translation: str | tuple[str, ...]) -> bool:
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
