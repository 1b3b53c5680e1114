"""Reading the catalogues of a language: gettext's .po files, as `packaging/catalogue.py` writes them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

Catalogue = Mapping[str, tuple[str, ...]]  # for each message its translation, or its singular and plural


def read_catalogue(folder: Path) -> Catalogue:
    """Returns all translations of a language's folder; empty if the folder does not exist.

    Raises ValueError where a file is not of the form that `packaging/catalogue.py` writes.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.po")):
        found.update(_entries(path.read_text(encoding="utf-8")))
    found.pop("", None)  # the header
    return found


def _entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for block in text.split("\n\n"):
        fields = _fields(block)
        translations = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
        if all(translations):
            yield fields.get("msgid", ""), translations


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.split("\n"):
        if not line or line.startswith("#"):
            continue
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
        fields[name] = fields.get(name, "") + json.loads(line)
    return fields
