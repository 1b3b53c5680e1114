"""Recoding by hand: its settings and facts."""

from collections.abc import Mapping
from typing import Annotated

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.settings import Steps
from sdc_desktop.engine.microdata.suppression.spec import SuppressionParams, suppresses
from sdc_desktop.engine.setting import Setting
from sdc_desktop.engine.spec import Role
from sdc_desktop.marks import N_


class RecodeParams(SuppressionParams):
    """Global recoding: for each variable the steps above "as is" (0) of its hierarchy."""

    levels: Annotated[
        dict[str, Steps],
        Setting(
            label=N_("Level of each variable, 0 being as is"),
            short=N_("Hierarchy level"),
            help=N_(
                "how coarse each variable is released: steps above *as is*, 0 leaves it. Go up until the "
                "verdict is content, then back one where it stays so."
            ),
            secrecy="open",
            first=0,
        ),
    ]


def _least_levels(params: RecodeParams, roles: Mapping[str, Role]) -> Mapping[str, int]:
    keys = (name for name, role in roles.items() if role == "key")
    return dict.fromkeys(keys, 0) | params.levels


RECODE = Method(
    kind="recode",
    params=RecodeParams,
    title=N_("Recoding by hand"),
    released=N_("Values are replaced by groups of values."),
    done=N_(
        "Every value of a recoded variable is replaced by the group that its hierarchy puts it into at "
        "the level chosen, in every record. Other variables are unchanged."
    ),
    source="Global recoding to levels that the officer names.",
    package=__name__,
    problems=("suppression",),
    uses=("key",),
    measures=("key_frequency", "guess", "entropy"),
    writes=True,
    works_on_counts=always,
    counts_persons=always,
    least_levels=_least_levels,
    judges_classes=suppresses,
)
