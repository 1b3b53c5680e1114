"""Settings that methods of several families have in common."""

from typing import Annotated

from pydantic import Field

from sdc_desktop.engine.setting import SHARE, Pick, Setting
from sdc_desktop.engine.spec import Share
from sdc_desktop.marks import N_

Names = Annotated[tuple[str, ...], Field(min_length=1)]
TolerableRisk = Share  # share: the largest risk that may be left open
Steps = Annotated[int, Field(ge=0)]  # above "as is" in a hierarchy

KEYS = Pick(levels=("continuous", "ordinal", "nominal"), described=N_("all key variables"), roles=("key",))
SENSITIVE = Pick(
    levels=("continuous", "ordinal", "nominal"), described=N_("all sensitive variables"), roles=("sensitive",)
)
KEY_CATEGORIES = Pick(
    levels=("nominal", "ordinal"),
    described=N_("all key variables that are not continuous"),
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
