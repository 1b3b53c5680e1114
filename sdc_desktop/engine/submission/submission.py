"""A submission as checked: files with their findings, tables with theirs, and what follows from several."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.submission.comparing.definitions import Definition
from sdc_desktop.engine.submission.finding.coverage import Coverage
from sdc_desktop.engine.submission.finding.models import Model
from sdc_desktop.engine.submission.finding.table import FoundTable
from sdc_desktop.engine.submission.judging.judge import Judged
from sdc_desktop.engine.submission.judging.rules import Severity, worst
from sdc_desktop.engine.submission.sheets import Sheet

PICTURE_FORMATS = frozenset({"png", "jpg", "svg", "pdf"})


@dataclass(frozen=True)
class FileFinding:
    """A finding about a file and not one of its tables: ``where`` is an address, or the name of a part."""

    code: str
    severity: Severity
    where: str = ""
    figures: Mapping[str, Param] = field(default_factory=dict)
    carried: bool = False  # gone when the file is written again


@dataclass(frozen=True)
class PeerOutput:
    """What a peer's session says of an output: shown beside ours, never used as a verdict."""

    uid: str
    status: str
    type: str
    method: str
    mitigation: str
    rounding: int
    exception: str
    comments: tuple[str, ...]
    summary: str
    command: str
    dof: int | None
    flagged: Mapping[str, tuple[tuple[int, int], ...]]  # cells by check, from 0 in the body
    counts: Mapping[str, float] = field(default_factory=dict)
    evidence: bool = False


@dataclass(frozen=True)
class Session:
    """A peer's session: its version, its policy in our terms, outputs by the path of their files."""

    folder: str
    version: str
    policy: Mapping[str, Any]
    outputs: Mapping[str, PeerOutput]


@dataclass(frozen=True)
class CheckedTable:
    """A table of a submission. ``id``: 16 hexadecimal digits of file, sheet and body."""

    id: str
    file: int
    number: int  # within its file
    judged: Judged
    population: str = ""
    not_table: str = ""  # the checker's reason why it is none
    title: str = ""  # the checker's, where corrected
    corrected: bool = False

    @property
    def table(self) -> FoundTable:
        """The table as found, or corrected."""
        return self.judged.table

    @property
    def severity(self) -> Severity:
        """The gravest finding on its own cells."""
        return Severity.RELEASE if self.not_table else self.judged.severity


@dataclass(frozen=True)
class CheckedFile:
    """A file of a submission."""

    path: str
    sha256: str
    bytes: int
    format: str
    tables: tuple[CheckedTable, ...] = ()
    findings: tuple[FileFinding, ...] = ()
    models: tuple[tuple[Model, tuple[FileFinding, ...]], ...] = ()
    peer: PeerOutput | None = None
    evidence: bool = False
    sheets: tuple[Sheet, ...] = ()  # without cells
    refused: bool = False  # nothing of it could be read
    coverage: Coverage = field(default_factory=Coverage)

    @property
    def carried(self) -> tuple[FileFinding, ...]:
        """What is removed when the file is saved again."""
        return tuple(one for one in self.findings if one.carried)

    @property
    def own_severity(self) -> Severity:
        """The gravest finding on the file itself, whatever its tables."""
        return worst(one.severity for one in self.findings)

    @property
    def severity(self) -> Severity:
        """The gravest of all its findings."""
        return worst((self.own_severity, *(table.severity for table in self.tables)))

    @property
    def is_picture(self) -> bool:
        """Whether it is seen and not read."""
        return self.format in PICTURE_FORMATS


@dataclass(frozen=True)
class Difference:
    """What follows from two tables: cells of ``here`` by address, and the difference where it is few. Tables
    are ids; ``there_name`` names the other one, which may be of an earlier release.
    """

    code: str
    here: str
    there: str
    there_name: str
    cells: tuple[str, ...]
    difference: float | None = None
    earlier: bool = False


@dataclass(frozen=True)
class Submission:
    """All files of a submission, judged. ``definitions``: what the cells of each table are, by its id."""

    files: tuple[CheckedFile, ...]
    differences: tuple[Difference, ...] = ()
    findings: tuple[FileFinding, ...] = ()  # on the submission as a whole
    sessions: tuple[Session, ...] = ()
    definitions: Mapping[str, Mapping[tuple[int, int], Definition]] = field(default_factory=dict, repr=False)

    @property
    def submitted(self) -> tuple[CheckedFile, ...]:
        """The files that are submitted for release, not as `evidence`."""
        return tuple(file for file in self.files if not file.evidence)

    def tables(self) -> Iterator[CheckedTable]:
        """All tables that are submitted for release."""
        for file in self.submitted:
            yield from (table for table in file.tables if not table.not_table)

    @property
    def severity(self) -> Severity:
        """The gravest finding of all that is submitted."""
        return worst((*(one.severity for one in self.findings), *(file.severity for file in self.submitted)))

    def with_table(self, changed: CheckedTable) -> "Submission":
        """A copy with one table replaced."""
        files = list(self.files)
        file = files[changed.file]
        tables = tuple(changed if one.id == changed.id else one for one in file.tables)
        files[changed.file] = replace(file, tables=tables)
        return replace(self, files=tuple(files))


def table_id(sha256: str, sheet: str, body: str) -> str:
    """The id of a table: a changed file has other ones."""
    return hashlib.sha256(f"{sha256}\0{sheet}\0{body}".encode()).hexdigest()[:16]


def item_id(sha256: str) -> str:
    """The id of a file that is decided on as a whole: a picture, or a text without tables."""
    return table_id(sha256, "", "")
