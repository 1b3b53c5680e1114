"""What the problems of hierarchies, recoding and ANOPI say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MICRODATA_MESSAGES: Mapping[str, tuple[str, str]] = {
    "anopi.all_constant": (
        N_("these variables have only one value: {names}"),
        N_("choose a key variable with at least two values"),
    ),
    "anopi.bound_too_high": (
        N_("the lower bound {bound} of {name} is above {most}, the most that any coding can reach"),
        N_("lower the bound to {most} or less, or give {name} more points"),
    ),
    "anopi.bound_without_part": (
        N_("{name} has a lower bound but takes no part"),
        N_("remove the bound, or make {name} an identifying variable"),
    ),
    "anopi.bound_without_points": (
        N_("{name} has the lower bound {bound} but no points to reach it with"),
        N_("give {name} points, or remove the bound"),
    ),
    "anopi.constant_left_out": (
        N_("{name} has only one value, so it is ignored"),
        N_("no action needed"),
    ),
    "anopi.degree_beyond": (
        N_("the bound names level {degree}, and the hierarchy has {levels}"),
        N_("name a level from 1 to {levels}"),
    ),
    "anopi.income_short": (
        N_("the lower bounds ask for an income of {asked}, and there is {income}"),
        N_("lower some of the bounds"),
    ),
    "anopi.no_coding_in_bounds": (
        N_("no coding of {name} meets its lower bounds; (utility, privacy) can be {pairs}"),
        N_("lower the bounds to one of these pairs, or add a level to the hierarchy"),
    ),
    "anopi.no_hierarchy": (
        N_("{name} has no hierarchy and cannot be recoded"),
        N_("add a hierarchy or change the role of the variable"),
    ),
    "anopi.no_points": (
        N_("{name} has no utility or privacy points, so its coarsest level is released"),
        N_("assign points to release more detail"),
    ),
    "anopi.no_variables": (
        N_("no key variables are set and no variable has points"),
        N_("set the role of at least one variable to key variable"),
    ),
    "anopi.override_beyond": (
        N_("level {level} was chosen, and the hierarchy has {levels}"),
        N_("choose a level from 1 to {levels}"),
    ),
    "anopi.override_without_part": (
        N_("a level was chosen for {name}, which takes no part: it is released as it is"),
        N_("recode it in a job of kind recode, make it an identifying variable, or remove the choice"),
    ),
    "anopi.points_on_constants": (
        N_("all points are on variables with one value only: {names}"),
        N_("give points to variables in which records differ"),
    ),
    "anopi.points_sum": (
        N_("the points add up to {total} instead of 100"),
        N_("distribute exactly 100 points"),
    ),
    "diversity.near_equal": (
        N_(
            "{name} has values that differ only in case, blanks, Unicode form or number format "
            "({number}): {pairs}"
        ),
        N_("recode values that mean the same to one value; each counts separately"),
    ),
    "hierarchy.bottom_above_top": (
        N_("a level puts together what is below {bottom} and what is above {top}, which overlap"),
        N_("give each level a bottom that is not above its top"),
    ),
    "hierarchy.doubled": (
        N_("values stand more than once with different labels ({number} in all): {values}"),
        N_("keep one row for each value"),
    ),
    "hierarchy.empty": (
        N_("the hierarchy file has no rows"),
        N_("check that this is the right file, and whether its first row is a header"),
    ),
    "hierarchy.end_before_start": (
        N_("the intervals end at {end}, before their start at {start}"),
        N_("give an end that is not below the start"),
    ),
    "hierarchy.in_two_groups": (
        N_("values are in two groups of level {level} ({number} in all): {values}"),
        N_("leave each in one group"),
    ),
    "hierarchy.lacks": (
        N_("values missing from the hierarchy ({number} in total): {values}"),
        N_("add them to the hierarchy, or declare them as missing"),
    ),
    "hierarchy.no_bounds": (
        N_("neither a bottom nor a top is given"),
        N_("give at least one of them"),
    ),
    "hierarchy.no_run": (
        N_("a group without label skips values or changes their order: {values}"),
        N_("list neighbouring values from low to high, or give the group a label"),
    ),
    "hierarchy.not_nested": (
        N_("level {level} splits the group {label} of level {finer}"),
        N_("this is allowed here; a search for the best generalisation needs nested levels"),
    ),
    "hierarchy.repeated": (
        N_("some values stand more than once, each time with the same labels ({number} in all)"),
        N_("nothing needs to be done; one row for each value is enough"),
    ),
    "hierarchy.steps": (
        N_("the signs masked at the levels are {masked} together, but the codes have {length}"),
        N_("let the steps add up to the length of the codes"),
    ),
    "hierarchy.too_many_digits": (
        N_("start, end and widths of the intervals take {digits} digits to write beside one another"),
        N_("round them so that {most} digits are enough"),
    ),
    "recode.direct_identifier": (
        N_("{name} is a direct identifier and cannot be released"),
        N_("omit the variable or change its role"),
    ),
    "recode.no_hierarchy": (
        N_("{name} has no hierarchy and cannot be recoded"),
        N_("add a hierarchy for it"),
    ),
    "recode.no_variables": (
        N_("no variable is identifying and none is recoded"),
        N_("name the variables to recode"),
    ),
    "recode.steps_beyond": (
        N_("{steps} steps were asked for, and the hierarchy of {name} has {most}"),
        N_("ask for {most} steps or fewer"),
    ),
    "suppression.continuous": (
        N_(
            "local suppression is the wrong method for continuous variables and would "
            "suppress most values: {names}"
        ),
        N_(
            "protect them by microaggregation, noise, rank swapping or top coding, or recode them "
            "into intervals"
        ),
    ),
    "suppression.importance_not_positive": (
        N_("the importance of {name} is {weight}; it must be greater than 0"),
        N_("give {name} an importance above 0, or leave it out: then it is 1"),
    ),
    "suppression.importance_unknown": (
        N_("{name} has an importance but is no key variable"),
        N_("remove it, or make {name} an identifying variable"),
    ),
    "suppression.k_beyond_records": (
        N_("k is {k}, but there are only {records} records"),
        N_("ask for {records} or fewer"),
    ),
    "suppression.left_out": (
        N_("key variables left unchanged: {names}"),
        N_("protect them by another method, for example microaggregation, noise or top coding"),
    ),
    "suppression.nothing_left": (
        N_("all {records} records are in classes smaller than {k}, so suppression would remove every record"),
        N_("choose coarser levels, reduce k (now {k}) or suppress single values instead of records"),
    ),
    "suppression.only_continuous": (
        N_("all key variables are continuous, and local suppression is the wrong method for them: {names}"),
        N_(
            "choose microaggregation, noise, rank swapping or top coding, or recode them into intervals first"
        ),
    ),
}
