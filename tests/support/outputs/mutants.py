"""Submitted files with bytes changed, parts exchanged, and numbers replaced, of every format that is read."""

import io
import json
import random
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from xml.parsers import expat

from tests.support.outputs.cases import golden, golden_bytes

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
HOSTILE = [
    "", "0", "-1", "1048576", "XFD1048576", "A1:XFD1048576", "4294967296", "1e400", "1e999999999", "nan",
    "\u202e", "9" * 5000, "Infinity", "\u0663", "\u00b2",
]  # fmt: skip
SMCL = """{smcl}
{com}. tab area
{txt}       area {c |}      Freq.     Percent
{hline 12}{c +}{hline 25}
      North {c |}{res}         43       46.24
{txt}      South {c |}{res}         50       53.76
{hline 12}{c +}{hline 25}
      Total {c |}{res}         93      100.00
"""
CHECKS = [{"name": "a.csv", "sdc": {"summary": {"threshold": 1}, "cells": {"threshold": [[0, 1]]}}}]
OUTPUT = {
    "uid": "t",
    "status": "pass",
    "type": "table",
    "properties": {"method": "crosstab"},
    "files": CHECKS,
}
SESSION = {"version": "1.0", "results": {"t": OUTPUT}}


@cache
def originals() -> Mapping[str, bytes]:
    """Files of every format by name."""
    found = {name: golden_bytes(name) for name in (*golden("parts"), *golden("texts"))}
    found["a.txt"] = found["session.log"]
    found["a.smcl"] = SMCL.encode()
    found["results.json"] = json.dumps(SESSION).encode()
    found["a.ods"] = packed(_opendocument())
    found["a.zip"] = packed({name: found[name] for name in ("german.csv", "a.smcl", "tight.xlsx")})
    return found


def mutant(name: str, rnd: random.Random) -> bytes:
    """One of the files, changed."""
    data = originals()[name]
    if data.startswith(b"PK") and rnd.random() < 0.6:
        return _with_parts_changed(data, rnd)
    if not data.startswith(b"PK") and rnd.random() < 0.4:
        return _renumbered(data.decode("latin-1"), rnd).encode("latin-1", "replace")
    return _mutated(data, rnd)


def is_whole(data: bytes, ending: str) -> bool:
    """Whether a file can be read to its end, tested apart from the readers: archives by their sums of parts,
    XML by a parser, texts by their signs.
    """
    if not data.startswith(b"PK"):
        text = not any(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in data)
        return ending not in ("xlsx", "docx", "ods", "zip") and (
            text or data[:2] in (b"\xff\xfe", b"\xfe\xff")
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            texts = [name for name in archive.namelist() if name.endswith((".xml", ".rels"))]
            whole = archive.testzip() is None
            return whole and (ending == "zip" or all(_is_well_formed(archive.read(name)) for name in texts))
    except Exception:  # noqa: BLE001 - whatever the library says of it: it is not whole
        return False


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive of these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()


def _opendocument() -> dict[str, bytes]:
    spaces = " ".join(f'xmlns:{one}="{OFFICE}:{one}:1.0"' for one in ("office", "table", "text", "style"))
    label = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    twice = 'office:value-type="float" table:number-columns-repeated="2"'
    number = f'<table:table-cell {twice} office:value="{{}}"><text:p>{{}}</text:p></table:table-cell>'
    rows = "".join(
        f"<table:table-row>{label.format(area)}{number.format(count, count)}</table:table-row>"
        for area, count in (("North", 120), ("South", 84), ("Total", 204))
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="T">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return {"content.xml": content.encode(), "META-INF/manifest.xml": b"<manifest/>"}


def _with_parts_changed(data: bytes, rnd: random.Random) -> bytes:
    """An archive with a part changed, left out, or exchanged for another one."""
    parts = _parts(data)
    name = rnd.choice(sorted(parts))
    way = rnd.randrange(5)
    if way == 0:
        parts[name] = _mutated(parts[name], rnd)
    elif way == 1:
        parts[name] = _renumbered(parts[name].decode("utf-8", "replace"), rnd).encode("utf-8", "replace")
    elif way == 2:
        other = rnd.choice(sorted(parts))
        parts[name], parts[other] = parts[other], parts[name]
    elif way == 3:
        del parts[name]
    else:
        others = [one for one in originals().values() if one.startswith(b"PK")]
        theirs = _parts(rnd.choice(others))
        other = rnd.choice(sorted(theirs))
        parts[rnd.choice((name, other))] = theirs[other]
    return packed(parts)


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _mutated(data: bytes, rnd: random.Random) -> bytes:
    """Some bytes changed, cut out, doubled, exchanged or cut off."""
    changed = bytearray(data)
    for _ in range(rnd.randint(1, 8)):
        place = rnd.randrange(len(changed) or 1)
        way = rnd.randrange(10)
        if way < 3 and changed:
            changed[place] = rnd.randrange(256)
        elif way < 5:
            del changed[place : place + rnd.randint(1, 40)]
        elif way < 7:
            changed[place:place] = changed[place : place + rnd.randint(1, 40)]
        elif way < 9:
            other, length = rnd.randrange(len(changed) or 1), rnd.randint(1, 60)
            changed[place : place + length] = changed[other : other + length]
        else:
            changed = changed[: max(place, 1)]
    return bytes(changed)


def _renumbered(text: str, rnd: random.Random) -> str:
    """A text with some of its numbers and addresses changed, well formed where it was."""
    for _ in range(rnd.randint(1, 4)):
        inner = [found.span(1) for found in re.finditer(r'[">]([A-Z]{0,3}[0-9.:-]+)["<]', text)]
        places = inner or [found.span() for found in re.finditer(r"\d+", text)]
        if places:
            start, end = rnd.choice(places)
            text = text[:start] + rnd.choice(HOSTILE) + text[end:]
    return text


def _is_well_formed(data: bytes) -> bool:
    try:
        expat.ParserCreate().Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError):
        return False
    return True
