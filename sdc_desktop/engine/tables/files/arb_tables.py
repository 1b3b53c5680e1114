"""What the commands of a batch file ask for, table by table. Nothing is ignored in silence: what this program
does not do, or does in another way, is named with its line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.tables.files.rda import Metadata

DOABLE = frozenset(
    {
        "OPENMICRODATA", "OPENTABLEDATA", "OPENMETADATA", "SPECIFYTABLE", "SAFETYRULE", "READMICRODATA",
        "READTABLE", "SUPPRESS", "WRITETABLE", "APRIORI", "RECODE", "GOINTERACTIVE",
    }
)  # fmt: skip
_COMMAND = re.compile(r"<([A-Za-z]+)>\s*(.*)")
_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(frozen=True)
class Command:
    """One command: its name in capitals, its argument as written, and its line."""

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
_COSTS = {"": "value", "-1": "contributors", "-2": "cells"}
_LAYOUTS = {
    "1": "CSV",
    "2": "pivot",
    "3": "code-value",
    "4": "SBS",
    "5": "intermediate",
    "6": "JJ",
    "7": "CKM",
}


@dataclass
class Wanted:
    """One table: its variables, how it is judged and protected, in the words of a plan, and its file."""

    line: int
    variables: tuple[str, ...]
    response: str | None  # None: counts
    params: dict[str, Any] = field(default_factory=dict)
    cost: str = "value"
    holding: bool = False
    recodings: list[tuple[str, str, int]] = field(default_factory=list)  # variable, file or level, line
    output: str | None = None


@dataclass
class Batch:
    """A batch file. ``is_table``: its data are a table, not records."""

    data: str
    metadata: str
    is_table: bool
    tables: list[Wanted]


class _Reader:
    """The commands one after the other."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.notes: list[Problem] = []
        self.data: str | None = None
        self.metadata: str | None = None
        self.is_table = False
        self.tables: list[Wanted] = []

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

    def table(self, text: str, command: Command) -> Wanted:
        number = text.strip()
        if not number.isdecimal() or not 1 <= int(number) <= len(self.tables):
            where = Place(file=self.file, line=command.line)
            raise Refused(error("tauargus.no_table", where, number=number))
        return self.tables[int(number) - 1]


def batch_of(commands: Sequence[Command], file: str) -> tuple[Batch, tuple[Problem, ...]]:
    """The tables that a batch file asks for, and what of it has no effect or another. Raises
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
        "SUPPRESS": _suppress,
        "WRITETABLE": _write,
    }
    for command in commands:
        if command.name in steps:
            steps[command.name](reader, command)
    if reader.data is None or reader.metadata is None or not reader.tables:
        raise Refused(error("tauargus.batch_incomplete", Place(file=file)))
    return Batch(reader.data, reader.metadata, reader.is_table, reader.tables), tuple(reader.notes)


def _open(reader: _Reader, command: Command) -> None:
    if reader.data is not None:
        raise Refused(error("tauargus.two_data_files", Place(file=reader.file, line=command.line)))
    reader.data = command.argument.strip().strip('"')
    reader.is_table = command.name == "OPENTABLEDATA"


def _metadata(reader: _Reader, command: Command) -> None:
    reader.metadata = command.argument.strip().strip('"')


def _specify(reader: _Reader, command: Command) -> None:
    codes, *rest = command.parts
    variables = tuple(re.findall(r'"([^"]*)"', codes))
    if not variables or not rest:
        raise reader.refusal(command)
    bare = [part.strip().strip('"') for part in rest]
    response, shadow, cost = (*bare, "", "", "")[:3]
    cost, comma, power = cost.partition(",")
    cost = cost.strip().strip('"')
    counts = response.casefold() == _FREQUENCY
    table = Wanted(command.line, variables, None if counts else response)
    if shadow and shadow not in (response, "") and not reader.is_table:
        reader.left_out(command.line, f"shadow {shadow}")
    if cost.casefold() in (response.casefold(), _FREQUENCY):
        table.cost = "contributors" if cost.casefold() == _FREQUENCY else "value"
    elif cost in _COSTS:
        table.cost = _COSTS[cost]
    elif not reader.is_table:
        reader.left_out(command.line, f"cost {cost}")
    if comma and power.strip() not in ("", "1"):
        reader.left_out(command.line, f"lambda {power.strip()}")
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
            told = [float(text) for text in numbers]
        except ValueError:
            raise reader.refusal(command) from None
        seen[name] = seen.get(name, 0) + 1
        for rule in _rule(reader, command, table, name, told):
            if seen[name] > (1 if name in ("FREQ", "REQ") else 2):
                table.holding = True
            rules.append(rule)
    if table.holding and len(rules) > 1:
        reader.otherwise(command.line, "HOLDING", "all rules judge holdings")
    table.params["rules"] = rules


def _rule(
    reader: _Reader, command: Command, table: Wanted, name: str, told: list[float]
) -> Iterator[dict[str, Any]]:
    """The rule of a plan; what is no rule goes to the table's params. A figure of 0 means: not used."""
    if name == "P" and 1 <= len(told) <= 3:
        colluders = int(told[-1]) if len(told) > 1 else 1
        if told[0] > 0 and len(told) == 3 and told[1] != 100:
            yield {"kind": "pq", "p": _plain(told[0]), "q": _plain(told[1]), "colluders": max(1, colluders)}
        elif told[0] > 0:
            yield {"kind": "p_percent", "p": _plain(told[0]), "colluders": max(1, colluders)}
    elif name == "NK" and len(told) == 2:
        if told[0] > 0 and told[1] > 0:
            yield {"kind": "dominance", "n": int(told[0]), "k": _plain(told[1])}
    elif name == "FREQ" and len(told) == 2:
        if told[0] > 0:
            yield {"kind": "threshold", "n": int(told[0]), "range": _plain(told[1])}
    elif name == "ZERO" and len(told) == 1:
        table.params["zeros_unsafe"] = True
        if told[0] > 1:
            reader.left_out(command.line, f"ZERO({_plain(told[0])})")
    elif name == "MIS" and len(told) == 1:
        table.params["missing_safe"] = told[0] == 1
    elif name == "WGT" and len(told) == 1:
        if told[0] == 1:
            table.params["weight"] = True  # which variable, the metadata say
    elif name == "REQ" and len(told) == 4:
        if told[0] > 0:
            yield {"kind": "request", "share": _plain(told[0]), "range": _plain(told[3])}
            if told[1] not in (0, told[0]) or told[2] > 0:
                reader.left_out(command.line, f"REQ(..., {_plain(told[1])}, {_plain(told[2])}, ...)")
    elif name == "MAN" and len(told) == 1:
        reader.left_out(command.line, f"MAN({_plain(told[0])})")
    else:
        raise reader.refusal(command)


def _recode(reader: _Reader, command: Command) -> None:
    parts = [part.strip() for part in command.argument.split(",", 2)]
    if len(parts) != 3:
        raise reader.refusal(command)
    table = reader.table(parts[0], command)
    table.recodings.append((parts[1].strip('"'), parts[2].strip('"'), command.line))


def _apriori(reader: _Reader, command: Command) -> None:
    found = re.fullmatch(r'\s*"([^"]*)"\s*,\s*(\d+)\s*(?:,\s*"([^"]*)"\s*)?(?:,.*)?', command.argument)
    if found is None:
        raise reader.refusal(command)
    reader.table(found[2], command).params["apriori"] = found[1]


def _suppress(reader: _Reader, command: Command) -> None:
    called = _CALL.fullmatch(command.argument)
    if called is None:
        raise reader.refusal(command)
    name, told = called[1].upper(), [text.strip() for text in called[2].split(",")]
    if told[0] == "0" or name == "CKM":
        reader.left_out(command.line, f"{name}({called[2]})")
        return
    table = reader.table(told[0], command)
    protect: dict[str, Any]
    if name in ("GH", "MOD", "OPT", "NET"):
        protect = {"method": "suppression", "solver": "optimal" if name in ("OPT", "NET") else "fast"}
        if name == "GH":
            protect["singletons"] = told[3] == "1" if len(told) > 3 else True
            reader.otherwise(command.line, "GH", "fast suppression with its audit")
        elif name == "MOD":
            protect["singletons"] = any(flag == "1" for flag in told[2:4]) if len(told) > 2 else True
            reader.otherwise(command.line, "MOD", "fast suppression with its audit")
        if len(told) > 1 and name in ("MOD", "OPT") and told[1] not in ("", "0"):
            reader.left_out(command.line, f"time limit {told[1]}")
    elif name == "RND" and len(told) > 1:
        steps = int(told[2]) if len(told) > 2 and told[2].isdecimal() else 0
        protect = {"method": "rounding", "base": _number(reader, command, told[1]), "steps": steps}
    elif name == "CTA":
        protect = {"method": "adjustment"}
    else:
        raise reader.refusal(command)
    table.params["protect"] = protect


def _write(reader: _Reader, command: Command) -> None:
    found = re.fullmatch(r'\(\s*(\d+)\s*,\s*(\d)\s*,([^,]*),\s*"?([^")]*)"?\s*\)', command.argument.strip())
    if found is None:
        raise reader.refusal(command)
    table = reader.table(found[1], command)
    if table.output is not None:
        reader.left_out(command.line, f"WRITETABLE {found[4]}")
        return
    table.output = found[4]
    layout = _LAYOUTS.get(found[2])
    if layout is None:
        raise reader.refusal(command)
    reader.otherwise(command.line, layout, "CSV")


def _number(reader: _Reader, command: Command, text: str) -> int | float:
    try:
        return _plain(float(text))
    except ValueError:
        raise reader.refusal(command) from None


def _plain(value: float) -> int | float:
    return int(value) if value == int(value) else value


def variables_known(batch: Batch, told: Metadata, file: str) -> Iterator[Problem]:
    """Variables of tables that the metadata lack."""
    for table in batch.tables:
        named = [*table.variables, *([] if table.response is None else [table.response])]
        for name in named:
            if told.variable(name) is None:
                yield error("plan.unknown_variable", Place(file=file, line=table.line), name=name)
