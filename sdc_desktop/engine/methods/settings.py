"""Settings that methods of several families have in common."""

from typing import Annotated, Literal

from pydantic import Field

from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Unit
from sdc_desktop.engine.spec import Number
from sdc_desktop.marks import N_

Names = Annotated[tuple[str, ...], Field(min_length=1)]
TolerableRisk = Annotated[Number, Field(ge=0, le=1)]  # share: the largest risk that may be left open
Importance = dict[str, Annotated[Number, Field(gt=0)]]  # by variable: the cost of a suppressed value

Rule = Literal["category", "kept", "wildcard"]  # what a suppressed value counts as
Steps = Annotated[int, Field(ge=0)]  # above "as is" in a hierarchy

KEYS = Pick(
    levels=("continuous", "ordinal", "nominal"), described=N_("all identifying variables"), roles=("key",)
)
SENSITIVE = Pick(
    levels=("continuous", "ordinal", "nominal"), described=N_("all sensitive variables"), roles=("sensitive",)
)
KEY_CATEGORIES = Pick(
    levels=("nominal", "ordinal"),
    described=N_("all identifying variables that are not continuous"),
    roles=("key",),
)


def treated(short: str, pick: Pick, help: str) -> Setting:
    """The variables that a method changes."""
    return Setting(label=N_("Variables"), short=short, help=help, secrecy="open", picks=pick)


def risk_limit(counted: str) -> Setting:
    """The largest risk that may be left open; `counted` is the help, which names the risks that count."""
    return Setting(
        label=N_("Maximum tolerable risk"),
        short=N_("Tolerable risk"),
        help=counted,
        secrecy="open",
        unit=SHARE,
        absent=N_("not set"),
        place="more",
    )


SUPPRESSED_AS = Setting(
    label=N_("Matching rule for suppressed values"),
    short=N_("Suppressed values"),
    help=N_("what `*` counts as: a value of its own (the strictest), nothing, or any value (the weakest)."),
    secrecy="open",
    choices={
        "category": Choice(N_("* is a category"), hint=N_("What a record shows, * too, {k} records show.")),
        "kept": Choice(N_("* is ignored"), hint=N_("The values still shown are shared by {k} records.")),
        "wildcard": Choice(
            N_("* matches any value"), hint=N_("* agrees with all: {k} fit each record. Weak.")
        ),
    },
)
IMPORTANCE = Setting(
    label=N_("Importance (suppression cost) by variable"),
    short=N_("Importance (cost of suppressing a value)"),
    help=N_("what a cell of a variable costs; give more to what users need."),
    secrecy="open",
    unit=Unit(decimals=1),
    first=1,
    place="more",
)
