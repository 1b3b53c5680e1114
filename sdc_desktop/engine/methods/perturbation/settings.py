"""Settings that methods of the family have in common."""

from sdc_desktop.engine.setting import Pick
from sdc_desktop.marks import N_

CONTINUOUS = Pick(
    levels=("continuous",),
    described=N_("all continuous variables but direct identifiers, the weight and the household"),
)
RISK_OF_NUMBERS = N_(
    "the largest risk that may be left open, as a share; in the window in percent. Records linked by "
    "distance or by agreement, values close to the released ones, and the re-identification risk on "
    "unchanged key variables count. A larger risk is not safe; without a limit the file is not judged."
)
