"""What the problems of microdata, risk, score and persons say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
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
        N_("remove the bound, or make {name} a key variable"),
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
        N_("the lower bounds need an income of {asked}; it is {income}"),
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
        N_("a level was chosen for {name}, which is not used: it is released unchanged"),
        N_("recode it in a job of kind recode, make it a key variable, or remove the choice"),
    ),
    "anopi.points_on_constants": (
        N_("all points are on variables with one value only: {names}"),
        N_("give points to variables in which records differ"),
    ),
    "anopi.points_sum": (
        N_("the points add up to {total} instead of 100"),
        N_("distribute exactly 100 points"),
    ),
    "criteria.unknown_value": (
        N_("{number} of the values of {name} that are limited do not occur"),
        N_("correct these values, or limit all values"),
    ),
    "criteria.estimator_default": (
        N_("entropy l-diversity of {name} uses the plain entropy, as the plan names no estimator"),
        "",
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
        N_("values occur more than once with different labels ({number} in all): {values}"),
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
    "household.missing": (
        N_("records without a household: {number}; each is a household of its own"),
        N_("no action needed"),
    ),
    "hierarchy.in_two_groups": (
        N_("values are in two groups of level {level} ({number} in all): {values}"),
        N_("leave each in one group"),
    ),
    "hierarchy.header_is_value": (
        N_("the first line was read as a header but has a value ({number} missing): {values}"),
        N_('state that the file has no header ("header": false)'),
    ),
    "hierarchy.lacks": (
        N_("values missing from the hierarchy ({number} in total): {values}"),
        N_("add them to the hierarchy, or declare them as missing"),
    ),
    "hierarchy.no_bounds": (
        N_("neither a bottom nor a top is given"),
        N_("enter a bottom or a top"),
    ),
    "hierarchy.no_run": (
        N_("a group without label skips values or changes their order: {values}"),
        N_("list neighbouring values from low to high, or give the group a label"),
    ),
    "hierarchy.not_nested": (
        N_("level {level} splits the group {label} of level {finer}"),
        N_("this is allowed here; a search for the optimal generalisation needs nested levels"),
    ),
    "hierarchy.repeated": (
        N_("some values occur more than once, each time with the same labels ({number} in all)"),
        N_("no action needed; one row per value is enough"),
    ),
    "hierarchy.steps": (
        N_("the signs masked at the levels are {masked} together, but the codes have {length}"),
        N_("let the steps add up to the length of the codes"),
    ),
    "hierarchy.too_many_digits": (
        N_(
            "start, end and widths of the intervals take {digits} {digits:digit|digits} to "
            "write beside one another"
        ),
        N_("round them so that {most} {most:digit is|digits are} enough"),
    ),
    "recode.direct_identifier": (
        N_("{name} cannot be chosen: its role keeps it out of every released file"),
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
        N_("{steps} {steps:step was|steps were} requested; the hierarchy of {name} has {most}"),
        N_("ask for {most} {most:step|steps} or fewer"),
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
        N_("give {name} an importance above 0, or omit it: then it is 1"),
    ),
    "suppression.importance_unknown": (
        N_("{name} has an importance but is not a key variable"),
        N_("remove it, or make {name} a key variable"),
    ),
    "suppression.k_beyond_records": (
        N_("k is {k}, but there {records:is|are} only {records} {records:record|records}"),
        N_("ask for {records} or fewer"),
    ),
    "suppression.left_out": (
        N_("key variables left unchanged: {names}"),
        N_("protect them by another method, for example microaggregation, noise or top coding"),
    ),
    "suppression.no_household": (
        N_("households must be suppressed together, but no variable has the role household"),
        N_("give the household number this role, or treat members separately"),
    ),
    "suppression.nothing_left": (
        N_(
            "{records:the only record is in a class|all {records} records are in classes} "
            "smaller than {k}, so suppression would remove every record"
        ),
        N_("choose coarser levels, reduce k (now {k}) or suppress single values instead of records"),
    ),
    "suppression.only_continuous": (
        N_("all key variables are continuous, and local suppression is the wrong method for them: {names}"),
        N_(
            "choose microaggregation, noise, rank swapping or top coding, or recode them into intervals first"
        ),
    ),
    "risk.identifies_too": (
        N_("{name} is one of the key variables, so it cannot be the weight or the household"),
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
        N_("{names} cannot be compared: not all their released values are numbers, or they are excluded"),
        N_("compare with a file in which they still are numbers, if they should be part of the score"),
    ),
    "risk.missing_in_population": (
        N_("{names} have missing values; in the population models they are a category"),
        N_("fill the missing values, if they hide other categories"),
    ),
    "risk.model_not_fitted": (
        N_("the log-linear model did not converge for the term {names}"),
        N_("remove this term, or recode its variables"),
    ),
    "risk.model_too_large": (
        N_(
            "the key variables have {cells} {cells:combination|combinations} of categories; a "
            "model takes at most {most}"
        ),
        N_("recode key variables, or use fewer"),
    ),
    "risk.population_empty": (
        N_("the population table has no rows"),
        N_("choose another file"),
    ),
    "risk.population_fewer_than_records": (
        N_(
            "{number} {number:class of the file has|classes of the file have} more records "
            "than people in the table ({records} {records:record|records})"
        ),
        N_("use the table of the population that the records are from"),
    ),
    "risk.population_lacks_classes": (
        N_(
            "{number} {number:class of the file is|classes of the file are} not in the "
            "population table ({records} {records:record|records})"
        ),
        N_("complete the table, or code the key variables as it does"),
    ),
    "risk.population_lacks_values": (
        N_("values of {names} are not in the population table, at no level of their hierarchies"),
        N_("code these variables as the table does, or give them a hierarchy"),
    ),
    "risk.population_lacks_variables": (
        N_("the population table has no column named {names}"),
        N_("name its columns as in the file"),
    ),
    "risk.population_no_table": (
        N_("no population table is chosen"),
        N_("choose the file of the population table"),
    ),
    "risk.population_suppressed": (
        N_("{name} has suppressed values in the population table"),
        N_("use a table that has all values"),
    ),
    "risk.population_number_is_key": (
        N_("{name} is a key variable, so it cannot have the number of people"),
        N_("enter the column that counts people"),
    ),
    "risk.population_number_wrong": (
        N_("{name} has the number of people, but some of its values are not numbers from 0 on: {number}"),
        N_("correct them in the table, or enter another column"),
    ),
    "risk.population_rows_repeated": (
        N_("the population table has several rows for the same key values: {number}"),
        N_("add their numbers up in one row"),
    ),
    "risk.population_too_small": (
        N_(
            "the population has {size} {size:person|people}, fewer than the {records} "
            "{records:record|records} of the file"
        ),
        N_("correct the size of the population, or the weights"),
    ),
    "risk.population_without_weight": (
        N_("the population is estimated from sampling weights, but no variable has the role weight"),
        N_("choose the weight, or enter the size of the population"),
    ),
    "risk.term_without_key": (
        N_("{name} is in a term of the model, but not a key variable"),
        N_("remove it from the term, or make it a key variable"),
    ),
    "risk.weighting_without_weights": (
        N_("the model uses sampling weights, but the population is not estimated from them"),
        N_("choose sampling weights as the population, or no weights in the model"),
    ),
    "ru_map.range_reversed": (
        N_("the range of k ends before it begins"),
        N_("exchange its two ends"),
    ),
    "ru_map.too_many": (
        N_(
            "there {points:is|are} {points} {points:combination|combinations} of levels; a "
            "map shows at most {most}"
        ),
        N_("limit the levels of some variables"),
    ),
    "pairing.by_key": (
        N_("{number} {number:record is|records are} paired by {name}"),
        "",
    ),
    "pairing.by_nearest": (
        N_(
            "{number} {number:record is|records are} paired with the nearest original, as the "
            "order of the files differs"
        ),
        "",
    ),
    "pairing.by_order": (
        N_(
            "{number:the only records are|the {number} records are} paired by their order, "
            "which the values confirm"
        ),
        "",
    ),
    "pairing.left_out": (
        N_(
            "{number} {number:released record has no clear original and is|released records "
            "have no clear original and are} left out of the comparison"
        ),
        "",
    ),
    "pairing.none": (
        N_("the records cannot be paired: no common identifier, not the same order, no clear nearest record"),
        N_("choose a file with an identifier of the records, or one exported in the order of the original"),
    ),
    "score.lacks_variable": (
        N_("{name} is not in both files, so it cannot be compared"),
        N_("omit it, or choose another file"),
    ),
    "score.no_variables": (
        N_("there is no continuous variable to compare"),
        N_("declare which variables are continuous"),
    ),
    "score.not_numbers": (
        N_("{name} is not continuous, and the score compares numbers"),
        N_("omit it, or declare it as continuous"),
    ),
    "score.other_records": (
        N_(
            "the files have {records} and {released} {released:record|records}; the score "
            "compares record by record"
        ),
        N_("choose a file made from all these records, in their order"),
    ),
    "score.too_few": (
        N_("records with all values in both files: {records}; at least two are needed"),
        N_("omit the variables with many missing values"),
    ),
}
