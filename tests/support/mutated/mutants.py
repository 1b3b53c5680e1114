"""Valid files of every format that is read, changed at random, and a process that reads the changed ones.

A reader may refuse a file or read it; it may not raise anything else, take more than its share of processor
time, or more than its share of memory. The process reads file after file and says before each which one: if
it dies, its parent knows of which file, and starts another for the rest. Readers that a child of the program
runs may bring their process down; others may not.
"""

import io
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support import round_trips
from tests.support.sas_file import SasColumn, catalog_bytes, sas_bytes

SECONDS = 20  # of processor time for a file
MOST_BYTES = 1 << 30  # of memory for a file
UNCHANGED = 10**9  # the number of the file as it was
_WORDS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_LONG = (0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 1 << 40)
_NUMBERS = (b"0", b"-1", b"4294967296", b"9" * 25, b"1e308", b"NaN", b"", b"0x10")
_ENTITY = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/hostname">]>'
)
_FILES_OF_R = Path(__file__).parents[2] / "engine" / "data" / "rdata" / "files"
BY_CHILD = frozenset(
    {"xlsx", "ods", "sav", "zsav", "dta", "xpt", "sas7bdat", "sas7bcat", "rda", "fixed"}
    | {"arrow", "arrows", "rds"}
)


# files ------------------------------------------------------------------------------------------------

_TEXTS: Mapping[str, tuple[str, str]] = {  # format -> name and content
    "hrc": ("tree.hrc", "N\n@ 1\n@ 2\nS\n@ 3\n@@ 31\n@ 4\n"),
    "levels": ("towns.csv", 'value;side;all\nBern;land;*\nZürich;land;*\n"a;b";sea;*\n'),
    "cdl": ("codes.cdl", " 1,Groningen\n 2,Friesland\n 3,Drenthe\n"),
    "grc": ("sizes.grc", 'small:1-3\nlarge:4,5,6-9\n<CODELIST> "s.cdl"\n<MISSING> 99\n'),
    "hst": ("entries.hst", '"1";"2";u\n"";"N";c;12.5\n"2";"S";pl;10;20\n// told\n"2";"";p\n'),
}


def seeds(folder: Path) -> dict[str, list[str]]:
    """Write a valid file of each format with what it needs; format -> the files of it that are changed."""
    made: dict[str, list[str]] = {}
    for format in round_trips.SOURCES:
        round_trips.make(folder, format)
        made[format] = [f"survey.{'txt' if format == 'fixed' else format}"]
    _packed(folder, made)
    _by_peers(folder, made)
    columns = (SasColumn("age"), SasColumn("town", 8, is_text=True))
    rows = [(float(place), f"town{place}") for place in range(40)]
    (folder / "set.sas7bdat").write_bytes(sas_bytes(columns, rows))
    (folder / "words.sas7bcat").write_bytes(catalog_bytes({"SEX": {1.0: "men", 2.0: "women"}}))
    made |= {"sas7bdat": ["set.sas7bdat"], "sas7bcat": ["words.sas7bcat"]}
    _of_argus(folder, made)
    _of_r(folder, made)
    for format, (name, content) in _TEXTS.items():
        (folder / name).write_text(content, encoding="utf-8")
        made[format] = [name]
    return made


def _packed(folder: Path, made: dict[str, list[str]]) -> None:
    import gzip

    from backports import zstd

    text = (folder / "survey.csv").read_bytes()
    (folder / "survey.csv.gz").write_bytes(gzip.compress(text))
    (folder / "survey.csv.zst").write_bytes(zstd.compress(text))
    with zipfile.ZipFile(folder / "survey.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("survey.csv", text)
    made |= {"csv.gz": ["survey.csv.gz"], "csv.zst": ["survey.csv.zst"], "zip": ["survey.zip"]}


def _by_peers(folder: Path, made: dict[str, list[str]]) -> None:
    import polars as pl
    import pyreadstat

    frame = round_trips.frame()
    pyreadstat.write_sav(frame, str(folder / "survey.zsav"), compress=True)
    pyreadstat.write_dta(frame.drop(columns="clock"), str(folder / "old.dta"), version=10)
    pyreadstat.write_xport(frame, str(folder / "old.xpt"), file_format_version=5)
    survey = pl.read_ipc(io.BytesIO((folder / "survey.arrow").read_bytes()))
    survey = survey.with_columns(
        pl.col("town").cast(pl.Categorical),
        pl.col("income").cast(pl.Decimal(12, 3)),
        pl.lit("a text longer than a view holds").alias("long"),
    )
    survey.write_ipc(folder / "packed.arrow", compression="lz4")
    survey.write_ipc_stream(folder / "survey.arrows")
    survey.write_ipc_stream(folder / "packed.arrows", compression="zstd")
    made["arrow"].append("packed.arrow")
    made["arrows"] = ["survey.arrows", "packed.arrows"]
    made["zsav"] = ["survey.zsav"]
    made["dta"].append("old.dta")
    made["xpt"].append("old.xpt")


def _of_argus(folder: Path, made: dict[str, list[str]]) -> None:
    records = "\r\n".join(
        f"{number % 5:2d} {number % 4 + 1:2d}{number * 7.5:8.1f} 1.5" for number in range(40)
    )
    (folder / "firms.asc").write_text(records, encoding="ascii")
    (folder / "firms.rda").write_text(
        "Size 1 2 99\n  <RECODEABLE>\nRegion 4 2 99\n  <RECODEABLE>\n  <HIERARCHICAL>\n"
        '  <CODELIST> "codes.cdl"\n'
        '  <HIERCODELIST> "tree.hrc"\n  <HIERLEADSTRING> "@"\nTurnover 6 8\n  <NUMERIC>\n  <DECIMALS> 1\n'
        "Weight 14 4\n  <DECIMALS> 1\n  <WEIGHT>\n",
        encoding="ascii",
    )
    (folder / "batch.arb").write_text(
        '<OPENMICRODATA> "firms.asc"\n<OPENMETADATA> "firms.rda"\n'
        '<SPECIFYTABLE> "Size""Region"|"Turnover"||-3,0.5\n'
        '<SAFETYRULE> P(10,1)|FREQ(3,20)|NK(1,75)|WGT(1)|ZERO(5)|MIS(1)\n<RECODE> 1, Size, "sizes.grc"\n'
        '<APRIORI> "entries.hst",1,";",1,0\n<SUPPRESS> MOD(1,5,1,1,1)\n<WRITETABLE> (1,5,AS+,"a.txt")\n'
        '<SUPPRESS> RND(1,5,2,10)\n<WRITETABLE> (1,1,,"b.csv")\n',
        encoding="ascii",
    )
    (folder / "t.rda").write_text(
        '<SEPARATOR> ";"\nSize\n  <RECODEABLE>\n  <TOTCODE> "Total"\nRegion\n  <RECODEABLE>\n'
        '  <TOTCODE> "Total"\n'
        "Var\n  <NUMERIC>\n  <DECIMALS> 2\nFreq\n  <FREQUENCY>\nTop\n  <MAXSCORE>\nState\n  <STATUS>\n"
        "Low\n  <NUMERIC> <LOWERPL>\n",
        encoding="ascii",
    )
    cells = [("Total", "Total", 10), ("Total", "a", 4), ("Total", "b", 6)]
    cells += [
        ("x", "Total", 7),
        ("x", "a", 3),
        ("x", "b", 4),
        ("y", "Total", 3),
        ("y", "a", 1),
        ("y", "b", 2),
    ]
    lines = (f'"{size}";"{region}";{value},00;{value};1,00;S;0,01\n' for size, region, value in cells)
    (folder / "t.tab").write_text("".join(lines), encoding="ascii")
    (folder / "small.jj").write_text(
        "0\n4\n0 10 10 s 0 20 0 0 0\n1 3 3 u 0 20 1 1 0\n2 4 4 s 0 20 0 0 0\n3 3 3 s 0 20 0 0 0\n"
        "1\n0 4 : 0 (-1) 1 (1) 2 (1) 3 (1)\n",
        encoding="ascii",
    )
    (folder / "a.sdcplan").write_text(
        '{"schema": 2, "data": {"path": "survey.csv", "variables": {"age": {"role": "key"}},'
        ' "hierarchies": {"town": {"kind": "levels", "path": "towns.csv"}}}, "jobs": [{"name": "t",'
        ' "kind": "table",'
        ' "params": {"dimensions": [{"variable": "sex"}], "rules": [{"kind": "threshold", "n": 3}]},'
        ' "output": {"path": "a.csv", "also": [{"path": "b.csv", "layout": "pivot"}]}}]}',
        encoding="utf-8",
    )
    made |= {"rda": ["firms.asc", "firms.rda"], "arb": ["batch.arb", "firms.rda", "entries.hst", "sizes.grc"]}
    made |= {"tab": ["t.tab", "t.rda"], "jj": ["small.jj"], "plan": ["a.sdcplan"]}


def _of_r(folder: Path, made: dict[str, list[str]]) -> None:
    """What R itself wrote, of each form and with objects of all kinds."""
    names = ("survey.rds", "little.rds", "ascii.rds", "xz.rds", "short.rds", "several.RData")
    for name in names:
        shutil.copy(_FILES_OF_R / name, folder / f"r_{name}")
        made["rds"].append(f"r_{name}")


# changes ----------------------------------------------------------------------------------------------


def changed(raw: bytes, draw: random.Random) -> bytes:
    """The bytes of a file with one to three changes; those of an archive inside or outside its parts."""
    if raw.startswith(b"PK") and draw.random() < 0.7:
        return _within_archive(raw, draw)
    if raw.startswith(b"\x1f\x8b") and draw.random() < 0.5:
        import gzip

        return gzip.compress(_changes(gzip.decompress(raw), draw), mtime=0)
    if raw.startswith(b"\x28\xb5\x2f\xfd") and draw.random() < 0.5:
        from backports import zstd

        return zstd.compress(_changes(zstd.decompress(raw), draw))
    return _changes(raw, draw)


def _changes(raw: bytes, draw: random.Random) -> bytes:
    for _ in range(draw.choice((1, 1, 2, 3))):
        raw = draw.choice(_WAYS)(raw, draw)
    return raw


def _within_archive(raw: bytes, draw: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        names = before.namelist()
        chosen = draw.choice(names)
        for name in names:
            part = before.read(name)
            if name == chosen:
                part = _ENTITY + part if draw.random() < 0.1 else _changes(part, draw)
                if draw.random() < 0.03:  # a bomb
                    part += bytes(1 << 26)
            after.writestr(name, part)
    return out.getvalue()


def _flipped(raw: bytes, draw: random.Random) -> bytes:
    made = bytearray(raw)
    for _ in range(draw.choice((1, 1, 2, 8))):
        if made:
            made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
    return bytes(made)


def _cut(raw: bytes, draw: random.Random) -> bytes:
    return raw[: draw.randrange(len(raw) + 1)]


def _without(raw: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(raw) + 1)
    return raw[:start] + raw[start + draw.choice((1, 2, 8, 80)) :]


def _repeated(raw: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(raw) + 1)
    part = raw[start : start + draw.choice((1, 8, 100, 1000))]
    return raw[:start] + part * draw.choice((2, 3, 50)) + raw[start:]


def _number(raw: bytes, draw: random.Random) -> bytes:
    """A length or count of 2, 4 or 8 bytes, near the beginning as a rule."""
    size = draw.choice((2, 4, 4, 8))
    if len(raw) < size:
        return raw
    most = len(raw) - size if draw.random() < 0.4 else min(len(raw) - size, 2048)
    start = draw.randint(0, most)
    start -= start % draw.choice((1, size))
    value = draw.choice((*_WORDS, *_LONG) if size == 8 else _WORDS) & ((1 << 8 * size) - 1)
    sign = draw.choice("<>")
    return raw[:start] + struct.pack(f"{sign}{ {2: 'H', 4: 'I', 8: 'Q'}[size] }", value) + raw[start + size :]


def _digits(raw: bytes, draw: random.Random) -> bytes:
    found = list(re.finditer(rb"\d+", raw[:100_000]))
    if not found:
        return raw
    one = draw.choice(found)
    return raw[: one.start()] + draw.choice(_NUMBERS) + raw[one.end() :]


def _inserted(raw: bytes, draw: random.Random) -> bytes:
    start = draw.randrange(len(raw) + 1)
    signs = (
        b"\x00",
        b"\xff\xfe",
        b'"',
        b";",
        b"\n",
        b"\r",
        b"<",
        b"\xe2\x80\xae",
        b"\x1a",
        b"(" * 3000,
        b"[" * 3000,
    )
    return raw[:start] + draw.choice(signs) + raw[start:]


def _swapped(raw: bytes, draw: random.Random) -> bytes:
    if len(raw) < 4:
        return raw
    a, b = sorted(draw.sample(range(len(raw)), 2))
    size = min(draw.choice((1, 4, 16)), b - a)
    return raw[:a] + raw[b : b + size] + raw[a + size : b] + raw[a : a + size] + raw[b + size :]


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_flipped, _cut, _without, _repeated, _number, _number, _digits, _inserted, _swapped),
)


def mutant(folder: Path, format: str, files: list[str], number: int) -> tuple[str, bytes]:
    """The changed file of a number: its name and content, the same in every run."""
    draw = random.Random(f"{format} {number}")
    name = draw.choice(files)
    if number == UNCHANGED:
        return name, (folder / name).read_bytes()
    return name, changed((folder / name).read_bytes(), draw)


# the trial --------------------------------------------------------------------------------------------


@dataclass
class Trial:
    """How many files of a format were read and refused, by code, what must not happen, by number, and the
    most memory.
    """

    format: str
    codes: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    peak: int = 0  # bytes of memory, the most for any of the files


def trial(format: str, first: int, count: int, folder: Path) -> Trial:
    """Read the changed files of these numbers. `folder` is empty; what is in it afterwards is of no use."""
    done = Trial(format)
    last, number = first + count, first
    while number < last:
        command = [
            sys.executable,
            "-m",
            "tests.support.mutated.worker",
            format,
            str(number),
            str(last),
            str(folder),
        ]
        run = subprocess.run(command, capture_output=True, check=False)
        text = run.stdout.decode("utf-8", "replace").splitlines()
        begun = number
        for line in text:
            kind, at, what = (*line.split(" ", 2), "")[:3]
            if kind == "begin":
                begun = int(at)
            elif kind == "code":
                done.codes[what] = done.codes.get(what, 0) + 1
            elif kind == "peak":
                done.peak = max(done.peak, int(what))
            elif kind == "fault":
                done.faults.append(f"{format} {at}: {what}")
        if run.returncode == 0:
            break
        if not text:
            raise RuntimeError(run.stderr.decode("utf-8", "replace")[-2000:])
        limited = text[-1].startswith("child")  # the program limits that child's time as well
        by_child = limited or (format in BY_CHILD and run.returncode != -signal.SIGPROF)
        if run.returncode < 0 and by_child:
            done.codes["died"] = done.codes.get("died", 0) + 1
        elif not (text and text[-1].startswith("fault")):
            where = re.findall(rb'File "[^"]*/(\w+\.py)", line (\d+)', run.stderr)[:2]
            tail = " ".join(f"{file.decode()}:{line.decode()}" for file, line in where)
            done.faults.append(f"{format} {begun}: ended with {run.returncode} at {tail}")
        number = begun + 1
    return done


__all__ = ["BY_CHILD", "MOST_BYTES", "SECONDS", "UNCHANGED", "Trial", "changed", "mutant", "seeds", "trial"]
