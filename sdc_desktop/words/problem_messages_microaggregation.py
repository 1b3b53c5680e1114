"""What the problems of microaggregation say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MICROAGGREGATION_MESSAGES: Mapping[str, tuple[str, str]] = {
    "microaggregate.doubled": (
        N_("{name} stands in more than one place"),
        N_("name each variable once, in one block"),
    ),
    "microaggregate.k_is_one": (
        N_("with k = 1, nothing is changed"),
        N_("choose a k of 2 or more to protect the records"),
    ),
    "microaggregate.left_out": (
        N_("key variables outside all blocks are not changed: {names}"),
        N_("put them into a block, recode them, or leave them out of the file"),
    ),
    "microaggregate.missing_kept": (
        N_(
            "k-anonymity does not hold because missing values are kept; records in classes below {k}: "
            "{number}"
        ),
        N_("group within equal patterns of missing values, or leave out the records that lack a value"),
    ),
    "microaggregate.missing_stay": (
        N_("missing values stay missing, so k-anonymity is not given: records that lack a value: {number}"),
        N_("group within equal patterns of missing values, or leave out the records that lack a value"),
    ),
    "microaggregate.needs_numbers": (
        N_("{name} is not continuous, and the optimal univariate method needs numbers"),
        N_("choose MDAV, or declare {name} as continuous"),
    ),
    "microaggregate.no_order": (
        N_("{name} is ordinal, but its values are no numbers and have no declared order"),
        N_("say in which order its values stand, or declare it as nominal"),
    ),
    "microaggregate.no_variables": (
        N_("there is a block without variables"),
        N_("name the variables to microaggregate, or say which are identifying"),
    ),
    "microaggregate.not_numbers": (
        N_("{name} is continuous, but some of its different values are no numbers: {number}"),
        N_("declare these texts as missing, or {name} as nominal"),
    ),
    "microaggregate.one_variable_a_block": (
        N_("the optimal univariate method takes one variable a block, and this block has {number}"),
        N_("divide the block, or choose MDAV"),
    ),
    "microaggregate.order_lacks": (
        N_("the order of {name} lacks some of its different values: {number}"),
        N_("add them to the order, or declare them as missing"),
    ),
    "microaggregate.several_blocks": (
        N_("each of the {number} blocks hides its records by itself; the blocks taken together need not"),
        N_("use one block where an intruder may know variables of several"),
    ),
    "microaggregate.small_pattern": (
        N_("patterns of missing values with fewer than {k} records: {number}; the smallest has {least}"),
        N_("choose a smaller k or other variables, or leave out the records that lack a value"),
    ),
    "microaggregate.small_stratum": (
        N_("strata with fewer than {k} records that have a value: {number}; the smallest has {least}"),
        N_("choose a smaller k, or coarser strata"),
    ),
    "microaggregate.stratum_in_block": (
        N_("{name} divides the records into strata and stands in a block too"),
        N_("use it for one of the two"),
    ),
    "microaggregate.suppressed": (
        N_("records left out because they lack a value: {number}"),
        N_("no action needed"),
    ),
    "microaggregate.too_few": (
        N_("there are fewer than {k} records that have a value: {records}"),
        N_("choose a smaller k"),
    ),
    "microaggregate.too_large": (
        N_("{name} has numbers too large to compute with: {number}"),
        N_("declare them as missing, or correct them in the file"),
    ),
    "microaggregate.variables_and_blocks": (
        N_("both variables and blocks are told"),
        N_("tell one of the two: variables are a single block"),
    ),
}
