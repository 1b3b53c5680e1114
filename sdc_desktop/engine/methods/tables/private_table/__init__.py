"""A differentially private table of counts: its settings and facts."""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.setting import SHARE, Choice, Setting, Settings, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import (
    DIMENSIONS_HELP,
    TOTAL_CODE,
    Coordinates,
    DimensionSpec,
    TotalCode,
    variable,
)
from sdc_desktop.marks import N_

Codes = dict[str, tuple[str, ...]]
Zeros = tuple[Coordinates, ...]
_PERSON = variable()


class MarginalShare(Settings):
    """The part of the budget that a marginal gets: its variables, joined by ``*``."""

    title = N_("Share of a marginal")
    phrase = N_("{marginal}: {share}")

    marginal: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Marginal"),
            help=N_("its variables: region * sex; of a hierarchy with the level: region 1 * sex."),
            secrecy="open",
            first="Total",
        ),
    ]
    share: Annotated[
        Number,
        Field(gt=0, le=1),
        Setting(
            label=N_("Share of the budget"),
            help=N_("all shares together are 100 %."),
            secrecy="open",
            unit=SHARE,
            first=0.5,
        ),
    ]


class PrivateTableParams(Settings):
    """Counts with noise that bounds what any release reveals of a person, whatever an intruder knows."""

    dimensions: Annotated[
        tuple[DimensionSpec, ...],
        Field(min_length=1),
        Setting(label=N_("Dimensions"), help=DIMENSIONS_HELP, secrecy="open", card=N_("Table layout")),
    ]
    codes: Annotated[
        Codes,
        Setting(
            label=N_("Codes by variable"),
            help=N_(
                "all codes that a variable can have. Codes found in the data would reveal them; those of a "
                "hierarchy file and of a declared order are known already."
            ),
            secrecy="names",
        ),
    ] = Field(default_factory=dict)
    missing: Annotated[
        bool,
        Setting(
            label=N_("Missing codes as a category"),
            help=N_("the missing codes of each variable are among its codes. Off: no record may have one."),
            secrecy="open",
            place="more",
        ),
    ] = False
    noise: Annotated[
        Literal["gaussian", "laplace"],
        Setting(
            label=N_("Type of noise"),
            help=N_("Gaussian noise has a rho (zCDP), Laplace noise a pure epsilon."),
            secrecy="open",
            card=N_("Privacy budget"),
            choices={
                "gaussian": Choice(
                    N_("discrete Gaussian (rho)"),
                    N_("Each measured count got discrete Gaussian noise, drawn exactly."),
                ),
                "laplace": Choice(
                    N_("discrete Laplace (epsilon)"),
                    N_("Each measured count got discrete Laplace noise, drawn exactly."),
                ),
            },
        ),
    ] = "gaussian"
    budget: Annotated[
        Number,
        Field(gt=0, le=100),
        Setting(
            label=N_("Budget of this table"),
            help=N_("rho of Gaussian, epsilon of Laplace noise. A smaller budget protects more."),
            secrecy="open",
            unit=Unit(decimals=3),
            first=0.1,
        ),
    ] = 0.1
    most_epsilon: Annotated[
        Annotated[Number, Field(gt=0, le=1000)] | None,
        Setting(
            label=N_("Maximum epsilon of all tables"),
            short=N_("Maximum epsilon"),
            help=N_(
                "what all tables from the same ledger may take together. A table beyond it is not drawn; "
                "without a limit the table is not judged. The smallest limit ever set applies."
            ),
            secrecy="open",
            unit=Unit(decimals=3),
            absent=N_("not set"),
            first=1,
        ),
    ] = None
    delta: Annotated[
        Number,
        Field(ge=1e-9, le=1e-5),
        Setting(
            label=N_("Delta"),
            help=N_("the probability for which epsilon of Gaussian noise is stated."),
            secrecy="open",
            place="plan",
        ),
    ] = 1e-6
    neighbours: Annotated[
        Literal["add_remove", "replace"],
        Setting(
            label=N_("Protected difference"),
            help=N_("whether a person is in the data, or all values of a person."),
            secrecy="open",
            choices={
                "add_remove": Choice(N_("a person is added or removed")),
                "replace": Choice(N_("a person is replaced by another")),
            },
            place="more",
        ),
    ] = "add_remove"
    contribution: Annotated[
        int,
        Field(ge=1, le=1000),
        Setting(
            label=N_("Maximum records of a person"),
            short=N_("Records per person"),
            help=N_("the number of records of a person that the noise protects."),
            secrecy="open",
        ),
    ] = 1
    person: Annotated[
        str | None,
        Setting(
            label=N_("Variable that identifies persons"),
            short=N_("Persons"),
            help=N_("checks that no person has more records."),
            secrecy="open",
            picks=_PERSON,
            absent=N_("not checked"),
        ),
    ] = None
    shares: Annotated[
        tuple[MarginalShare, ...],
        Setting(
            label=N_("Shares of marginals"),
            help=N_(
                "how the budget is divided; marginals that are not named are not measured, and the detailed "
                "cells must be named."
            ),
            secrecy="open",
            absent=N_("half for the detailed cells, the rest equally for all marginals"),
            place="more",
        ),
    ] = ()
    zeros: Annotated[
        Zeros,
        Setting(
            label=N_("Structural zeros"),
            help=N_(
                "cells that cannot have any record, whatever the data. A code of a total means all cells "
                "below it."
            ),
            secrecy="counted",
            absent=N_("none"),
            place="more",
        ),
    ] = ()
    total_code: Annotated[TotalCode, TOTAL_CODE] = "Total"
    ledger: Annotated[
        str,
        Field(min_length=1),
        Setting(
            label=N_("Budget ledger"),
            help=N_("where each drawn table is entered; the same file for all tables of these persons."),
            secrecy="internal",
            place="more",
        ),
    ] = "privacy-budget.ledger"
    head: Annotated[
        str | None,
        Field(min_length=1),
        Setting(
            label=N_("Head of the ledger"),
            help=N_("the file that shows whether the ledger is complete, kept elsewhere."),
            secrecy="internal",
            absent=N_("in the settings folder"),
            place="plan",
        ),
    ] = None

    def files(self) -> Iterator[str]:
        """No files that a plan reads as its inputs: the ledger grows with each table."""
        yield from ()

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """The params with the paths of ledger and head changed by `moved`: the files stay in place."""
        head = None if self.head is None else moved(self.head)
        return self.model_copy(update={"ledger": moved(self.ledger), "head": head})


PRIVATE_TABLE = Method(
    kind="private_table",
    params=PrivateTableParams,
    title=N_("Differentially private table"),
    meaning=N_("Adds noise to counts so that a release reveals hardly anything of any single person."),
    source="Canonne, Kamath and Steinke 2020: discrete Gaussian noise; Bun and Steinke 2016: budgets.",
    package=__name__,
    chance=N_("the noise of each measured count"),
    problems=("ledger",),
    measures=("epsilon",),
    makes="table",
    draws=always,
    budgeted=True,
    counts_persons=always,
)
