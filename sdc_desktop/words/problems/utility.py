"""What the problems of utility say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "utility.left_out": (
        N_("variables that are not in the released file are excluded: {names}"),
        "",
    ),
    "utility.no_key_variables": (
        N_("no key variables are chosen, so disclosure cannot be measured"),
        N_("choose key variables on the card Roles or here"),
    ),
    "utility.no_targets": (
        N_("no target variables are chosen, so disclosure cannot be measured"),
        N_("choose sensitive variables on the card Roles or here"),
    ),
    "utility.no_records": (
        N_("one of the two files has no records"),
        N_("choose another file"),
    ),
    "utility.no_variables": (
        N_("the two files have no variable to compare"),
        N_("choose variables that both files have"),
    ),
    "utility.not_in_released": (
        N_("variables are not in the released file: {names}"),
        N_("choose variables that both files have"),
    ),
    "utility.not_numbers": (
        N_("{name} has {number} {number:text that is not a number|texts that are not numbers}"),
        N_("declare them missing, or choose another level"),
    ),
    "utility.not_paired": (
        N_(
            "the files have {original} and {released} {released:record|records}, so they are "
            "not in the same order"
        ),
        N_("switch off the comparison by record"),
    ),
    "utility.not_two": (
        N_("{name} has {number} {number:category|categories}; a logistic model needs two"),
        N_("choose an outcome with two categories"),
    ),
    "utility.nothing_released": (
        N_("there are no released records to compare"),
        N_("choose a released file, or an earlier job as input"),
    ),
    "utility.outcome_explains": (
        N_("{name} is both outcome and term of a model"),
        N_("remove it from the terms"),
    ),
    "utility.outcome_no_number": (
        N_("{name} is not a number in both files, as a linear model needs"),
        N_("choose another outcome, or a logistic model"),
    ),
    "utility.too_few_records": (
        N_("only {number} {number:record has|records have} all values of a model"),
        N_("choose fewer terms"),
    ),
    "utility.too_many_columns": (
        N_("no propensity score: it would have {number} {number:term|terms}; the records permit {most}"),
        "",
    ),
    "utility.too_many_tables": (
        N_("the variables have {number} {number:table|tables}; at most {most} are compared"),
        N_("choose fewer variables, or fewer per table"),
    ),
    "utility.unweighted": (
        N_("the weight {name} is not in the released file; tables are compared without weights"),
        "",
    ),
    "utility.weights": (
        N_(
            "{name} has {number} {number:weight that is not a positive number|weights that "
            "are not positive numbers}"
        ),
        N_("correct them, or switch off the weights"),
    ),
}
