"""What the problems of risk say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

RISK_MESSAGES: Mapping[str, tuple[str, str]] = {
    "risk.identifies_too": (
        N_("{name} is one of the identifying variables, so it cannot be the weight or the household"),
        N_("use it for one of the two"),
    ),
    "risk.missing_values": (
        N_("{names} have missing values: the figures depend on the matching rule for missing values"),
        N_("choose the matching rule that fits the intruder's knowledge"),
    ),
    "risk.no_records": (
        N_("the file has no records"),
        N_("choose a file with records"),
    ),
    "risk.no_variables": (
        N_("no key variables are set"),
        N_("set the role of at least one variable to key variable"),
    ),
    "risk.not_compared": (
        N_("{names} cannot be compared: not all their released values are numbers, or they are left out"),
        N_("compare with a file in which they still are numbers, if they should be part of the score"),
    ),
    "risk.weight_not_positive": (
        N_("{name} is the weight, but some of its different values are not positive numbers: {number}"),
        N_("correct them in the file, or choose another weight"),
    ),
}
