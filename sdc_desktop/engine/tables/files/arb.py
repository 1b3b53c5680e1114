"""Batch files (.arb): the commands that this program can do, the others named."""

import re
from dataclasses import dataclass

from sdc_desktop.engine.problems import Place, Problem, warning

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
