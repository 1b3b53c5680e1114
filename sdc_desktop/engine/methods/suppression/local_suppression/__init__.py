"""Local suppression: its settings and facts."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import KEY_CATEGORIES
from sdc_desktop.engine.microdata.suppression.spec import (
    IMPORTANCE,
    SUPPRESSED_AS,
    SUPPRESSED_RECORDS,
    Importance,
    Rule,
    SuppressedRecords,
)
from sdc_desktop.engine.setting import Choice, Setting, Settings, Unit
from sdc_desktop.marks import N_


class LocalSuppressionParams(Settings):
    """Local suppression: the fewest suppressed values so that every class has k records by the rule set."""

    key_variables: Annotated[
        tuple[str, ...] | None,
        Setting(
            label=N_("Key variables (known to the intruder)"),
            short=N_("Key variables"),
            help=N_(
                "those of the key. The method suits categories: continuous variables are better "
                "protected by microaggregation, noise, rank swapping or top coding."
            ),
            secrecy="open",
            picks=KEY_CATEGORIES,
            place="plan",
        ),
    ] = None
    k: Annotated[
        int,
        Field(ge=2),
        Setting(
            label=N_("Minimum class size"),
            short=N_("Minimum class size, k"),
            help=N_("the minimum number of records with equal key values, 2 or more."),
            secrecy="open",
            unit=Unit(suffix=N_(" records")),
            inherits="k",
        ),
    ] = 3
    suppressed_as: Annotated[Rule, SUPPRESSED_AS] = "category"
    importance: Annotated[Importance, IMPORTANCE] = Field(default_factory=dict)
    households: Annotated[
        Literal["apart", "together"],
        Setting(
            label=N_("Members of a household"),
            help=N_(
                "whether a suppressed value that the members of nearly all households share, such as the "
                "region, is suppressed in all members. A member who shows it reveals it of the others."
            ),
            secrecy="open",
            choices={
                "apart": Choice(N_("separately")),
                "together": Choice(
                    N_("together"),
                    hint=N_("Requires a household variable."),
                    effect=N_("Values that households share were suppressed in all their members."),
                ),
            },
            begins="together",
            begins_for="household",
            place="more",
        ),
    ] = "apart"
    suppressed_records: Annotated[SuppressedRecords, SUPPRESSED_RECORDS] = "keep"


def _apart(params: LocalSuppressionParams) -> bool:
    return params.households == "apart"


def _together(params: LocalSuppressionParams) -> bool:
    return params.households == "together"


LOCAL_SUPPRESSION = Method(
    kind="local_suppression",
    params=LocalSuppressionParams,
    title=N_("Local suppression"),
    released=N_("Some values are suppressed (*)."),
    meaning=N_("Suppresses as few values as possible until no equivalence class is smaller than k."),
    done=N_("Selected values in small classes are replaced with *. All other values are unchanged."),
    source="As few cells as possible suppressed, so that no key is rarer than k.",
    package=__name__,
    measures=("key_frequency", "guess", "k_anonymity", "entropy"),
    writes=True,
    by_record=_together,
    works_on_counts=_apart,
    counts_persons=_apart,
    judges_classes=always,
)
