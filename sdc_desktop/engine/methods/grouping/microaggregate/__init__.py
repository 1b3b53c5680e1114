"""Microaggregation: its settings and facts."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEYS, TolerableRisk, risk_limit
from sdc_desktop.engine.setting import Choice, Pick, Setting, Settings
from sdc_desktop.marks import N_

if TYPE_CHECKING:  # numpy and duckdb are needed only when a job runs
    from sdc_desktop.engine.data.microdata import Microdata


class MicroaggregateParams(Settings):
    """Groups of at least k records that are near one another get the same values.

    One block of ``variables`` or several ``blocks``; the key variables where neither is given.
    """

    variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Variables"),
            help=N_("the variables of a single block, where no blocks are given. In plans only."),
            secrecy="open",
            picks=KEYS,
            place="plan",
        ),
    ] = None
    blocks: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Setting(
            label=N_("Variable blocks"),
            help=N_(
                "the variables in one block or in several. One block of all gives k-anonymity; several lose "
                "less, but an intruder who knows variables of two blocks may isolate records."
            ),
            secrecy="open",
            absent=N_("one block of all key variables"),
        ),
    ] = None
    k: Annotated[
        int,
        Field(ge=1),
        Setting(
            label=N_("Minimum group size"),
            short=N_("Minimum, k"),
            help=N_(
                "the least number of records in a group. 3 to 5 is usual, more protects more; with 1 nothing "
                "changes."
            ),
            secrecy="open",
            card=N_("Group size"),
            first=3,
        ),
    ]
    strata: Annotated[
        tuple[str, ...] | str,
        Setting(
            label=N_("Strata"),
            help=N_("groups never cross the values of these variables, such as a region."),
            secrecy="open",
            picks=Pick(levels=KEYS.levels, described="", roles=()),
            place="more",
        ),
    ] = ()
    method: Annotated[
        Literal["mdav", "optimal_univariate"],
        Setting(
            label=N_("Grouping method"),
            short=N_("Method"),
            help=N_(
                "MDAV for any block; optimal univariate, for blocks of one continuous variable, finds the "
                "groups that lose least."
            ),
            secrecy="open",
            choices={
                "mdav": Choice(
                    N_("MDAV"),
                    N_(
                        "Groups are formed by MDAV (Domingo-Ferrer and Torra 2005): the records farthest "
                        "from the centre first, each with its nearest neighbours."
                    ),
                ),
                "optimal_univariate": Choice(
                    N_("optimal univariate"),
                    N_(
                        "Groups are optimal for each variable separately (Hansen and Mukherjee 2003): no "
                        "others of this size lose less."
                    ),
                ),
            },
        ),
    ] = "mdav"
    standardise: Annotated[
        bool,
        Setting(
            label=N_("Standardise variables"),
            help=N_("scales all variables to mean 0 and variance 1 first, so that all have the same weight."),
            secrecy="open",
            place="more",
        ),
    ] = True
    missing: Annotated[
        Literal["keep", "patterns", "suppress"],
        Setting(
            label=N_("Treatment of missing values"),
            short=N_("Missing values"),
            help=N_(
                "keep them, which leaves those records less protected, group only records with the same "
                "missing values, or omit such records."
            ),
            secrecy="open",
            choices={
                "keep": Choice(
                    N_("keep them where they are"),
                    N_(
                        "A missing value adds nothing to a distance or a mean and stays missing. It is "
                        "distinguished from every other value, so records of one group that lack different "
                        "values can be distinguished."
                    ),
                ),
                "patterns": Choice(
                    N_("group only records with the same missing values"),
                    N_("Records are grouped only with records that have the same missing values."),
                ),
                "suppress": Choice(
                    N_("omit records with missing values"),
                    N_(
                        "Records with a missing value in any block are excluded from the file and from all "
                        "means."
                    ),
                ),
            },
        ),
    ] = "keep"
    tolerable_risk: Annotated[
        TolerableRisk | None,
        risk_limit(
            N_(
                "the largest risk of the numbers that may be left open, as a share; in the window in "
                "percent. Records linked by distance or by agreement and values close to the released ones "
                "count. A larger risk is not safe. It is needed where variables other than key variables "
                "are grouped."
            )
        ),
    ] = None

    @property
    def dividing(self) -> tuple[str, ...]:
        """The variables whose values divide the records into strata."""
        return (self.strata,) if isinstance(self.strata, str) else self.strata

    def blocks_in(self, data: "Microdata") -> tuple[tuple[str, ...], ...]:
        """The blocks that are given, else one of the variables given, else one of the key variables."""
        if self.blocks is not None:
            return self.blocks
        if self.variables is not None:
            return (self.variables,)
        key_variables = tuple(variable.name for variable in data.with_role("key"))
        return (key_variables,) if key_variables else ()


MICROAGGREGATE = Method(
    kind="microaggregate",
    params=MicroaggregateParams,
    title=N_("Microaggregation"),
    released=N_("Values are replaced by a mean, median or most frequent value of similar records."),
    done=N_(
        "Records that are near one another form groups of at least k. In each variable of a block all "
        "records of a group get the same value: the mean of continuous variables, the median category of "
        "ordinal ones, the most frequent category of nominal ones. Means are written with 15 significant "
        "figures. Other variables stay as they are."
    ),
    source="Microaggregation: groups of near records get the same values.",
    package=__name__,
    measures=("key_frequency", "guess", "variation"),
    uses=("key",),
    writes=True,
    by_record=always,
    why_records="groups",
    counts_persons=always,
)
