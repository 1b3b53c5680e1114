"""A method: the facts of a kind of job, and its stages, which are loaded when they are first used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from sdc_desktop.engine.setting import Pick, setting_of
from sdc_desktop.engine.spec import Role, Spec

if TYPE_CHECKING:  # numpy and duckdb are needed only when a job runs
    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.microdata.classes.key_classes import Integers
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.engine.source import Source
    from sdc_desktop.engine.verdict import Limits, Reason

P = TypeVar("P", bound=Spec)
C = TypeVar("C")
R = TypeVar("R")
Makes = Literal["records", "table", "measures"]
WhyRecords = Literal["records", "groups", "draws", "ranks", "requests"]


def always(params: Any) -> bool:
    """True with any params."""
    return True


def never(params: Any) -> bool:
    """False with any params."""
    return False


def no_levels(params: Any, roles: Mapping[str, Role]) -> Mapping[str, int]:
    """No levels with any params."""
    return {}


def no_files(params: Any) -> tuple[str, ...]:
    """No files with any params."""
    return ()


@dataclass(frozen=True)
class Stages(Generic[P, C, R]):
    """The stages of a method: pure functions of its params, of what it counted (C) and of its result (R).

    ``counts`` passes over the records once; ``decide`` takes milliseconds and can follow a slider, or else
    reports its progress and can be stopped; ``apply`` makes the protected records. Where a decision of
    milliseconds can only promise some figures, ``settle`` makes them true: the result of a run is settled,
    with or without an output file. A method whose decision takes long gives in ``foresee``, in milliseconds,
    the problems that are known before. ``verdict`` gives the reasons against a release. ``keys``: the
    variables on which a result suppresses whole records; its params state the treatment. ``partners``: by
    variable the number of the record (records,) that each record's value comes from. ``finish`` enters
    ledgers and writes packages; a run calls it last, an evaluation does not.
    """

    check: "Callable[[P, Source], tuple[Problem, ...]]"  # without data the source has no records
    counts: "Callable[[P, Source, JobContext], C]"
    decide: "Callable[[P, C, JobContext], R]"
    apply: "Callable[[R, C, Source, JobContext], Microdata]"
    verdict: "Callable[[P, R, Limits], Iterable[Reason]]"
    settle: "Callable[[P, R, C, JobContext], R] | None" = None
    foresee: "Callable[[P, C, JobContext], tuple[Problem, ...]] | None" = None
    outline: "Callable[[P, Source], Source] | None" = None  # the file for later jobs, without records
    further_files: Callable[[P, R, C], Mapping[str, Sequence[Sequence[str]]]] | None = None  # their rows
    with_cells: Callable[[P, Any], P] | None = None  # its params with the table of another job's result
    keys: Callable[[R], Sequence[str]] | None = None
    partners: "Callable[[P, R, C, JobContext], Mapping[str, Integers]] | None" = None
    finish: "Callable[[P, R, Source, JobContext], R] | None" = None  # what a run does outside of its folder


@dataclass(frozen=True, kw_only=True)
class Method(Generic[P]):
    """The facts of a kind of job. Texts are marks. ``package`` is the method's own; its ``engine.py`` has the
    stages, as an object STAGES.
    """

    kind: str
    params: type[P]
    title: str
    source: str  # of the method: author, year, and what it does, in one sentence
    package: str
    meaning: str = ""  # what it does, in one sentence
    done: str = ""  # what was done, for the report; none where the effects of its choices state it
    released: str = ""  # the statement to a recipient on values that it changed; without any parameter
    chance: str = ""  # what is drawn
    measures: tuple[str, ...] = ()  # of words/risk/measures.py
    uses: tuple[Role, ...] = ()  # roles whose variables count besides those that its settings pick
    problems: tuple[str, ...] = ()  # the first parts of the codes of its problems, besides its kind
    makes: Makes = "records"
    own_order: bool = False  # whether the order of the records it makes is a result
    writes: bool = False  # whether a job without `output` still writes NAME.csv
    synthetic: bool = False  # whether the records of its file are drawn, so that none is one of the input
    releases: bool = False  # whether it judges a release of files of its own, and no file of the plan
    texts: Callable[[P], tuple[str, ...]] = no_files  # endings of files on its result, beside result.json
    makes_cells: bool = False  # whether the result has the cells of a table with their intervals
    simulates: bool = False  # whether the result depends on chance that protects nothing, and so on the seed
    draws: Callable[[P], bool] = never  # whether chance protects, and so a secret is needed
    needs_data: Callable[[P], bool] = always
    takes_cells: Callable[[P], bool] = never  # whether it needs those of the job that is its input
    by_record: Callable[[P], bool] = never  # whether figures of every single record are in memory together
    works_on_counts: Callable[[P], bool] = never  # whether numbers of records suffice, as counts files have
    works_by_key: Callable[[P], bool] = (
        never  # whether a cluster suffices, as each draw follows from a record
    )
    # by variable that it recodes, and reads for nothing else, the least level that it can have afterwards (0:
    # as is), given all roles; its decisions refuse levels finer than a variable was counted from
    least_levels: Callable[[P, Mapping[str, Role]], Mapping[str, int]] = no_levels
    why_records: WhyRecords = "records"  # what it needs single records for, where these do not
    judges_input: Callable[[P], bool] = never  # whether it can find something against releasing its input
    judges_classes: Callable[[P], bool] = never  # whether it judges the smallest class of its file
    counts_persons: Callable[[P], bool] = never  # whether it counts persons where these have several records
    budgeted: bool = False  # whether a ledger is charged for its file, so that no evaluation makes it
    further: Callable[[P], tuple[str, ...]] = no_files  # the files it writes besides its output

    @property
    def family(self) -> str:
        """The folder of its package."""
        return self.package.split(".")[-2]

    @cached_property
    def stages(self) -> Stages[P, Any, Any]:
        """The stages, loaded at first use: plans, forms and the guide need none."""
        return cast(Stages[P, Any, Any], import_module(f"{self.package}.engine").STAGES)

    @property
    def picks(self) -> Mapping[str, Pick]:
        """By key, the variables that are used where the plan names none."""
        settings = ((key, setting_of(self.params, key)) for key in self.params.model_fields)
        return {key: one.picks for key, one in settings if one is not None and one.picks is not None}
