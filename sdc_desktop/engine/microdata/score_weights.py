"""The weights of the parts of disclosure risk in the score."""

from typing import Annotated

from sdc_desktop.engine.setting import SHARE, Setting, Settings
from sdc_desktop.engine.spec import Share
from sdc_desktop.marks import N_


class ScoreWeights(Settings):
    """How much each part of the disclosure risk counts (Domingo-Ferrer & Torra 2001: 0.25, 0.25, 0.5)."""

    dld: Annotated[
        Share,
        Setting(
            label=N_("linked by distance"),
            help=N_("the weight of records that are linked by distance."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.25
    pld: Annotated[
        Share,
        Setting(
            label=N_("linked by agreement"),
            help=N_("the weight of records that are linked by agreement."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.25
    id: Annotated[
        Share,
        Setting(
            label=N_("in a narrow interval"),
            help=N_("the weight of values close to the released ones."),
            secrecy="open",
            unit=SHARE,
        ),
    ] = 0.5
