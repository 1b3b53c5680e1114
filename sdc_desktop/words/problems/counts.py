"""What the problems of counts files say: code -> (what happened, what to do). Sorted by code."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

WHY_RECORDS: Mapping[str, str] = {  # engine/method.py WhyRecords
    "records": N_("it compares or changes single records"),
    "groups": N_("it forms groups of similar single records"),
    "draws": N_("it draws a value for each single record"),
    "ranks": N_("it exchanges values between single records"),
    "requests": N_("it plays requests on single records"),
}
_COUNT_AGAIN = N_("have the site count again, and open the new counts file")

COUNTS_MESSAGES: Mapping[str, tuple[str, str]] = {
    "counts.coarse": (
        N_("{name} was counted from level {level} (0: as is) on, and figures before protection are of it"),
        N_("release it at that level or a coarser one; “apply” gives the figures of the records"),
    ),
    "counts.coarse_hierarchy": (
        N_("the hierarchy or the missing codes of {name} are not those that it was counted with"),
        N_("restore them, or have the site count with this plan"),
    ),
    "counts.coarse_loss": (
        N_("this loss measure depends on finer levels than were counted: {names}"),
        N_("minimise the share of the domain, discernibility or the average group size"),
    ),
    "counts.coarse_values": (
        N_("{name} was counted from level {level} (0: as is) on, and this job uses finer values"),
        N_("recode it to that level or a coarser one, or have the site count it as is"),
    ),
    "counts.lacks": (
        N_("the counts file does not hold these variables together: {names}"),
        N_("save the plan and have the site count with it (sdc-desktop counts PLAN)"),
    ),
    "counts.largest": (
        N_("the counts file has the {number} largest amounts of each cell, and the rules need {wanted}"),
        N_("save the plan and have the site count with it (sdc-desktop counts PLAN)"),
    ),
    "counts.no_records": (
        N_("this needs single records, and a counts file holds none"),
        N_("work on the records themselves, or choose a method that works on counts"),
    ),
    "counts.many": (
        N_("the counts file has {number} combinations, so single steps take longer"),
        N_("have the site count fewer variables if this is too slow"),
    ),
    "counts.not_numbers": (
        N_("the variable is declared continuous, but {number} records have a value that is not a number"),
        N_("give it another level, name its missing codes, or use the decimal mark {decimal}"),
    ),
    "counts.other_plan": (
        N_("the data were counted for a plan that declares these variables differently: {names}"),
        N_("restore their roles and missing codes, or have the site count with this plan"),
    ),
    "counts.other_policy": (
        N_("the data were counted under the site policy “{before}”; the active policy is “{now}”"),
        N_("ask the site whether its policy has changed, and have it count again"),
    ),
    "counts.order_of_records": (
        N_("only part of a class is suppressed, so the result depends on the order of the records"),
        N_("suppress whole records, change k, or run this step on the site (sdc-desktop apply)"),
    ),
    "counts.too_many": (
        N_("{number} combinations need about {wanted} GB of memory; {memory} GB is available"),
        N_("have the site count fewer variables or jobs, or coarser values"),
    ),
    "counts.torn": (
        N_("the parts of the counts file are not of the same records"),
        _COUNT_AGAIN,
    ),
    "site.needs_records": (
        N_("{title} needs the records, and a counts file has only their numbers: {reason}"),
        N_("run it on the records of one stratum, or choose a method that works on counts"),
    ),
}
