"""What the problems of jobs that change values say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

PERTURBATION_MESSAGES: Mapping[str, tuple[str, str]] = {
    "perturb.bounds_reversed": (
        N_("the bottom, {bottom}, is above the top, {top}"),
        N_("exchange the two"),
    ),
    "perturb.doubled": (
        N_("{name} is named twice"),
        N_("name each variable once"),
    ),
    "perturb.matrix_unused": (
        N_("there are chances for {name}, which is not one of the variables"),
        N_("add it to the variables, or remove the chances"),
    ),
    "perturb.matrix_values": (
        N_("the chances of {name} lack values of the data ({lacking}) or name others ({strange})"),
        N_("give one row for each value that is not missing, and name no other value in it"),
    ),
    "perturb.no_bound": (
        N_("{name} has neither a bottom nor a top"),
        N_("give it one of the two, or leave it out"),
    ),
    "perturb.no_variables": (
        N_("no variable is chosen that this method could change"),
        N_("choose one or more"),
    ),
    "perturb.no_bounds": (
        N_("no variable has a bottom or a top yet"),
        N_("give at least one of them"),
    ),
    "perturb.not_numbers": (
        N_("{name} has no numbers or order that this method could use"),
        N_("leave it out, or say that it is continuous or in which order its values stand"),
    ),
    "perturb.row_sum": (
        N_("the chances of this value sum to {total}, not to 1"),
        N_("change them so that they sum to 1"),
    ),
}
