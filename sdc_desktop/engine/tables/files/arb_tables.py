"""What the commands of a batch file require, table by table.

Nothing is ignored in silence: what this program does not do, or does in another way, is named with its line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PureWindowsPath
from typing import Any

from sdc_desktop.engine.data.argus.rda import Metadata
from sdc_desktop.engine.data.table_layouts import TableLayout
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning

DOABLE = frozenset(
    {
        "OPENMICRODATA", "OPENTABLEDATA", "OPENMETADATA", "SPECIFYTABLE", "SAFETYRULE", "READMICRODATA",
        "READTABLE", "SUPPRESS", "WRITETABLE", "APRIORI", "APRIORY", "RECODE", "GOINTERACTIVE", "LINK",
    }
)  # fmt: skip
_COMMAND = re.compile(r"<([A-Za-z]+)>\s*(.*)")
_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(frozen=True)
class Command:
    """One command: its name in capitals, its argument unchanged, and its line."""

    name: str
    argument: str
    line: int

    @property
    def quoted(self) -> tuple[str, ...]:
        """The texts in quotation marks."""
        return tuple(_QUOTED.findall(self.argument))

    @property
    def parts(self) -> tuple[str, ...]:
        """The argument's parts between the bars."""
        return tuple(part.strip() for part in self.argument.split("|"))


def parse_arb(text: str, file: str) -> tuple[tuple[Command, ...], tuple[Problem, ...]]:
    """The commands in order, and warnings that name those that this program cannot do."""
    commands, notes = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped, where = line.strip(), Place(file=file, line=number)
        if not stripped or stripped.startswith("//"):
            continue
        found = _COMMAND.fullmatch(stripped)
        if found is None:
            notes.append(warning("tauargus.unknown_command", where, command=stripped))
            continue
        command = Command(found[1].upper(), found[2].strip(), number)
        if command.name not in DOABLE:
            notes.append(warning("tauargus.unknown_command", where, command=command.name))
        commands.append(command)
    return tuple(commands), tuple(notes)


_CALL = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)\s*(.*)")
_FREQUENCY = "<freq>"
_COSTS = {"": "value", "-1": "contributors", "-2": "cells", "-3": "distance"}
_LAYOUTS: dict[str, TableLayout] = {
    "1": "cross_table",
    "2": "pivot",
    "3": "code_value",
    "4": "sbs",
    "5": "tab",
    "6": "jj",
}
_ALL_TABLES = "0"
_LARGEST = 1e15
_EFFORT_PER_MINUTE = 2_000_000  # some minutes of search on one core; the limit here is the same everywhere
_OPTIONS_WITHOUT_PART = ("SE+", "SO+", "AR+", "HI+", "QU-", "TR+", "AO+", "AD+", "AC+")


@dataclass(frozen=True)
class Apriori:
    """An a-priori file: its name, its separator (None: by its first line), and the line that names it."""

    file: str
    separator: str | None
    line: int


@dataclass
class Version:
    """A table as one SUPPRESS leaves it (``protect``: None before the first), and its output files."""

    protect: dict[str, Any] | None
    outputs: list[tuple[TableLayout, str]] = field(default_factory=list)


@dataclass
class Opened:
    """A data file and its metadata, as a batch file names them."""

    data: str
    metadata: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """Both names: one data file may be read by several metadata."""
        return self.data, self.metadata


@dataclass
class Wanted:
    """One table: its variables, how it is judged and protected, in the words of a plan, and its files.
    ``opened``: what it is in, or is made of. ``link``: the group that it is protected with.
    """

    line: int
    opened: Opened
    variables: tuple[str, ...]
    response: str | None  # None: counts
    params: dict[str, Any] = field(default_factory=dict)
    cost: str = "value"
    cost_variable: str | None = None
    shadow: str | None = None
    power: int | float | None = None
    holding: bool = False
    recodings: list[tuple[str, str, int]] = field(default_factory=list)  # variable, file or level, line
    apriori: list[Apriori] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    link: str | None = None


@dataclass
class Batch:
    """A batch file. ``is_table``: its data are tables, not records."""

    is_table: bool
    tables: list[Wanted]


class _Reader:
    """The commands one after the other."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.notes: list[Problem] = []
        self.opened: list[Opened] = []
        self.metadata = ""
        self.waiting: Command | None = None  # names metadata of a data file that is still to be opened
        self.is_table = False
        self.tables: list[Wanted] = []
        self.groups = 0

    def refusal(self, command: Command) -> Refused:
        where = Place(file=self.file, line=command.line)
        return Refused(error("tauargus.malformed", where, text=f"<{command.name}> {command.argument}"))

    def left_out(self, line: int, part: str) -> None:
        """Name what has no effect."""
        where = Place(file=self.file, line=line)
        self.notes.append(warning("tauargus.part_left_out", where, part=part))

    def otherwise(self, line: int, part: str, instead: str) -> None:
        """Name what is done in another way."""
        where = Place(file=self.file, line=line)
        self.notes.append(warning("tauargus.done_otherwise", where, part=part, instead=instead))

    def linked(self, tables: Sequence[Wanted]) -> str:
        """A name for a group of tables protected together; a rule on holdings of one holds in all."""
        self.groups += 1
        if any(table.holding for table in tables):
            for table in tables:
                if not table.holding:
                    self.otherwise(table.line, "SAFETYRULE", "holdings are judged in all tables of the group")
                table.holding = True
        return f"tables {self.groups}"

    def table(self, text: str, command: Command) -> Wanted:
        number = text.strip()[:9]
        if not number.isdecimal() or not 1 <= int(number) <= len(self.tables):
            where = Place(file=self.file, line=command.line)
            raise Refused(error("tauargus.no_table", where, number=number))
        return self.tables[int(number) - 1]


def batch_of(commands: Sequence[Command], file: str) -> tuple[Batch, tuple[Problem, ...]]:
    """The tables that a batch file requires, and notes on what has no effect or another. Raises
    :class:`Refused` with the line that makes no sense.
    """
    reader = _Reader(file)
    steps = {
        "OPENMICRODATA": _open,
        "OPENTABLEDATA": _open,
        "OPENMETADATA": _metadata,
        "SPECIFYTABLE": _specify,
        "SAFETYRULE": _rules,
        "RECODE": _recode,
        "APRIORI": _apriori,
        "APRIORY": _apriori,
        "SUPPRESS": _suppress,
        "LINK": _link,
        "WRITETABLE": _write,
    }
    for command in commands:
        if command.name in steps:
            steps[command.name](reader, command)
    if not all(table.opened.metadata for table in reader.tables) or not reader.tables:
        raise Refused(error("tauargus.batch_incomplete", Place(file=file)))
    if reader.waiting is not None:
        raise reader.refusal(reader.waiting)
    return Batch(reader.is_table, reader.tables), tuple(reader.notes)


def _open(reader: _Reader, command: Command) -> None:
    """Open a data file: one of records, or one for each table."""
    is_table = command.name == "OPENTABLEDATA"
    if reader.opened and not (is_table and reader.is_table):
        raise Refused(error("tauargus.two_data_files", Place(file=reader.file, line=command.line)))
    reader.opened.append(Opened(command.argument.strip().strip('"'), reader.metadata))
    reader.is_table, reader.waiting = is_table, None


def _metadata(reader: _Reader, command: Command) -> None:
    """The metadata of the data file opened last, or of the next where that file has metadata and tables."""
    reader.metadata = command.argument.strip().strip('"')
    last = reader.opened[-1] if reader.opened else None
    if last is None or (last.metadata and any(table.opened is last for table in reader.tables)):
        reader.waiting = command
    else:
        last.metadata = reader.metadata


def _specify(reader: _Reader, command: Command) -> None:
    codes, *rest = command.parts
    variables = tuple(re.findall(r'"([^"]*)"', codes))
    if not reader.opened:
        raise Refused(error("tauargus.batch_incomplete", Place(file=reader.file, line=command.line)))
    if not variables or not rest:
        raise reader.refusal(command)
    bare = [part.strip().strip('"') for part in rest]
    response, shadow, cost = (*bare, "", "", "")[:3]
    cost, comma, power = cost.partition(",")
    cost = cost.strip().strip('"')
    counts = response.casefold() == _FREQUENCY
    table = Wanted(command.line, reader.opened[-1], variables, None if counts else response)
    if shadow and shadow.casefold() != response.casefold() and not reader.is_table:
        table.shadow = shadow
    if cost.casefold() in (response.casefold(), _FREQUENCY):
        table.cost = "contributors" if cost.casefold() == _FREQUENCY else "value"
    elif cost in _COSTS:
        table.cost = _COSTS[cost]
    elif cost.startswith("-"):
        reader.left_out(command.line, f"cost {cost}")
    elif not reader.is_table:  # a table has its costs in a variable of its own
        table.cost, table.cost_variable = "variable", cost
    if comma and power.strip() not in ("", "1", "1.0"):
        table.power = _number(reader, command, power.strip().strip('"'))
    for number, extra in enumerate(bare[3:]):
        if extra and not (number == 0 and extra in ("1", "1.0")):
            reader.left_out(command.line, extra)
    reader.tables.append(table)


def _rules(reader: _Reader, command: Command) -> None:
    if not reader.tables:
        raise reader.refusal(command)
    table, rules = reader.tables[-1], []
    seen: dict[str, int] = {}
    for part in command.parts:
        if not part:
            continue
        called = _CALL.fullmatch(part)
        if called is None or called[3]:
            raise reader.refusal(command)
        name, numbers = called[1].upper(), [text.strip() for text in called[2].split(",")]
        try:
            args = [_finite(text) for text in numbers]
        except ValueError:
            raise reader.refusal(command) from None
        seen[name] = seen.get(name, 0) + 1
        for rule in _rule(reader, command, table, name, args):
            if seen[name] > (1 if name in ("FREQ", "REQ") else 2):
                table.holding = True
            rules.append(rule)
    if table.holding and len(rules) > 1:
        reader.otherwise(command.line, "HOLDING", "all rules judge holdings")
    table.params["rules"] = rules


def _rule(
    reader: _Reader, command: Command, table: Wanted, name: str, args: list[float]
) -> Iterator[dict[str, Any]]:
    """The rule of a plan; what is no rule goes to the table's params. A figure of 0 means: not used."""
    if name == "P" and 1 <= len(args) <= 3:
        colluders = int(args[-1]) if len(args) > 1 else 1
        if args[0] > 0 and len(args) == 3 and args[1] != 100:
            yield {"kind": "pq", "p": _plain(args[0]), "q": _plain(args[1]), "colluders": max(1, colluders)}
        elif args[0] > 0:
            yield {"kind": "p_percent", "p": _plain(args[0]), "colluders": max(1, colluders)}
    elif name == "NK" and len(args) == 2:
        if args[0] > 0 and args[1] > 0:
            yield {"kind": "dominance", "n": int(args[0]), "k": _plain(args[1])}
    elif name == "FREQ" and len(args) == 2:
        if args[0] > 0:
            yield {"kind": "threshold", "n": int(args[0]), "range": _plain(args[1])}
    elif name == "ZERO" and len(args) == 1:
        table.params["zeros_unsafe"] = True
        if args[0] > 1:
            reader.left_out(command.line, f"ZERO({_plain(args[0])})")
    elif name == "MIS" and len(args) == 1:
        table.params["missing_safe"] = args[0] == 1
    elif name == "WGT" and len(args) == 1:
        if args[0] == 1:
            table.params["weight"] = True  # which variable, the metadata say
    elif name == "REQ" and len(args) == 4:
        if args[0] > 0:
            yield {"kind": "request", "share": _plain(args[0]), "range": _plain(args[3])}
            if args[1] not in (0, args[0]) or args[2] > 0:
                reader.left_out(command.line, f"REQ(..., {_plain(args[1])}, {_plain(args[2])}, ...)")
    elif name == "MAN" and len(args) == 1:
        if args[0] > 0:
            table.params["manual_range"] = _plain(args[0])
    else:
        raise reader.refusal(command)


def _recode(reader: _Reader, command: Command) -> None:
    parts = [part.strip() for part in command.argument.split(",", 2)]
    if len(parts) != 3:
        raise reader.refusal(command)
    table = reader.table(parts[0], command)
    table.recodings.append((parts[1].strip('"'), parts[2].strip('"'), command.line))


def _apriori(reader: _Reader, command: Command) -> None:
    found = re.fullmatch(
        r'\s*"([^"]*)"\s*,\s*(\d+)\s*(?:,\s*"([^"]*)"\s*)?(?:,\s*(\d?)\s*)?(?:,\s*(\d?)\s*)?',
        command.argument,
    )
    if found is None:
        raise reader.refusal(command)
    table = reader.table(found[2], command)
    table.apriori.append(Apriori(found[1], found[3] or None, command.line))
    if found[5] == "1":
        reader.left_out(command.line, "APRIORI, trivial levels")


def _suppress(reader: _Reader, command: Command) -> None:
    """Each SUPPRESS begins with the original table, before any other SUPPRESS."""
    called = _CALL.fullmatch(command.argument)
    if called is None:
        raise reader.refusal(command)
    name, args = called[1].upper(), [text.strip() for text in called[2].split(",")]
    if name == "CKM":
        reader.left_out(command.line, f"{name}({called[2]})")
        return
    protect = _protection(reader, command, name, args)
    if args[0] != _ALL_TABLES:
        reader.table(args[0], command).versions.append(Version(protect))
        return
    if name not in ("GH", "MOD") or not reader.tables:
        raise reader.refusal(command)
    link = reader.linked(reader.tables)
    for table in reader.tables:
        table.versions.append(Version({**protect, "link": link}))


def _link(reader: _Reader, command: Command) -> None:
    """Tables that are protected together, each as its SUPPRESS says: by their numbers, or all of them."""
    numbers = [text for text in re.split(r"[\s,;()]+", command.argument) if text]
    tables = [reader.table(number, command) for number in numbers if number != _ALL_TABLES]
    tables = tables or reader.tables
    link = reader.linked(tables)
    for table in tables:
        table.link = link


def _protection(reader: _Reader, command: Command, name: str, args: list[str]) -> dict[str, Any]:
    """What a method becomes in a plan. The hypercube and the modular method are the heuristic here: neither
    proves that its pattern is the cheapest.
    """
    if name in ("GH", "MOD"):
        flags = args[3:4] if name == "GH" else args[2:4]
        reader.otherwise(command.line, name, "fast suppression with its audit")
        for rest in args[4:] if name == "GH" else args[5:]:
            if rest:
                reader.left_out(command.line, f"{name}, {rest}")
        if name == "MOD" and args[1:2] and args[1] not in ("", "0"):
            reader.otherwise(command.line, f"time limit {args[1]}", "no limit, the search ends by itself")
        return {"method": "suppression", "solver": "fast", "singletons": not flags or "1" in flags}
    if name in ("OPT", "NET"):
        protect: dict[str, Any] = {"method": "suppression", "solver": "optimal"}
        if name == "NET":
            reader.otherwise(command.line, name, "optimal suppression")
        elif args[1:2] and args[1] not in ("", "0"):
            protect["effort"] = int(_number(reader, command, args[1]) * _EFFORT_PER_MINUTE)
            if protect["effort"] < 1:
                raise reader.refusal(command)
            reader.otherwise(command.line, f"time limit {args[1]}", f"effort {protect['effort']}")
        return protect
    if name == "RND" and len(args) > 1:
        steps = int(_number(reader, command, args[2] or "0")) if len(args) > 2 else 0
        for rest, usual in zip(args[3:], ("10", "0", "2"), strict=False):
            if rest not in ("", usual):
                reader.left_out(command.line, f"{name}, {rest}")
        return {"method": "rounding", "base": _number(reader, command, args[1]), "steps": steps}
    if name == "CTA":
        return {"method": "adjustment"}
    raise reader.refusal(command)


def _write(reader: _Reader, command: Command) -> None:
    """A file of the table as the commands before leave it."""
    found = re.fullmatch(r'\(\s*(\d+)\s*,\s*(\d)\s*,([^,]*),\s*"?([^")]*)"?\s*\)', command.argument.strip())
    if found is None:
        raise reader.refusal(command)
    table, name = reader.table(found[1], command), PureWindowsPath(found[4].strip()).name
    if found[2] == "7":
        reader.left_out(command.line, f"WRITETABLE {found[4]}")
        return
    layout = _LAYOUTS.get(found[2])
    if layout is None or not name.strip(". "):
        raise reader.refusal(command)
    options = re.findall(r"[A-Z]{2}\s*[+-]", found[3].upper())
    for option in (one.replace(" ", "") for one in options):
        if option in _OPTIONS_WITHOUT_PART or (option == "FL+" and layout == "code_value"):
            reader.left_out(command.line, f"WRITETABLE, {option}")
    if not table.versions:
        table.versions.append(Version(None))
    table.versions[-1].outputs.append((layout, name))


def _number(reader: _Reader, command: Command, text: str) -> int | float:
    try:
        return _plain(_finite(text))
    except ValueError:
        raise reader.refusal(command) from None


def _finite(text: str) -> float:
    """The number in a text. Raises ValueError where it is none, or larger than any that is meant."""
    value = float(text)
    if not abs(value) < _LARGEST:
        raise ValueError(text)
    return value


def _plain(value: float) -> int | float:
    return int(value) if value == int(value) else value


def variables_known(table: Wanted, metadata: Metadata, file: str) -> Iterator[Problem]:
    """Problems for variables of a table that are missing from the metadata."""
    named = [*table.variables, *filter(None, (table.response, table.cost_variable, table.shadow))]
    for name in named:
        if metadata.variable(name) is None:
            yield error("plan.unknown_variable", Place(file=file, line=table.line), name=name)
