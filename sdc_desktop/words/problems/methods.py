"""What the problems of ANOPI, generalisation, grouping and perturbation say: code -> (what, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "microaggregate.doubled": (
        N_("{name} occurs in more than one place"),
        N_("name each variable once, in one block"),
    ),
    "microaggregate.k_is_one": (
        N_("with k = 1, nothing is changed"),
        N_("choose a k of 2 or more to protect the records"),
    ),
    "microaggregate.left_out": (
        N_("key variables outside all blocks are not changed: {names}"),
        N_("put them into a block, recode them, or do not release them"),
    ),
    "microaggregate.missing_kept": (
        N_(
            "k-anonymity does not hold because missing values are kept; records in classes below {k}: "
            "{number}"
        ),
        N_("group within equal patterns of missing values, or omit records with missing values"),
    ),
    "microaggregate.missing_stay": (
        N_("missing values stay missing, so k-anonymity is not met: records without a value: {number}"),
        N_("group within equal patterns of missing values, or omit records with missing values"),
    ),
    "microaggregate.needs_numbers": (
        N_("{name} is not continuous, and the optimal univariate method needs numbers"),
        N_("choose MDAV, or declare {name} as continuous"),
    ),
    "microaggregate.no_order": (
        N_("{name} is ordinal, but its values are not numbers and have no declared order"),
        N_("declare the order of its values, or declare it as nominal"),
    ),
    "microaggregate.no_variables": (
        N_("there is a block without variables"),
        N_("choose the variables to microaggregate, or set the role of some to key variable"),
    ),
    "microaggregate.not_numbers": (
        N_("{name} is continuous, but some of its different values are not numbers: {number}"),
        N_("declare these texts as missing, or {name} as nominal"),
    ),
    "microaggregate.one_variable_a_block": (
        N_("the optimal univariate method takes one variable a block, and this block has {number}"),
        N_("divide the block, or choose MDAV"),
    ),
    "microaggregate.order_lacks": (
        N_("different values missing from the order of {name}: {number}"),
        N_("add them to the order, or declare them as missing"),
    ),
    "microaggregate.several_blocks": (
        N_(
            "each of the {number} {number:block|blocks} hides its records separately; the "
            "blocks together need not"
        ),
        N_("use one block where an intruder may know variables of several"),
    ),
    "microaggregate.few_persons": (
        N_(
            "{persons} {persons:person has|persons have} a value in one of the parts to be "
            "grouped, fewer than {k}"
        ),
        N_("choose a smaller k, or coarser strata"),
    ),
    "microaggregate.small_pattern": (
        N_("patterns of missing values with fewer than {k} records: {number}; the smallest has {least}"),
        N_("choose a smaller k or other variables, or omit records with missing values"),
    ),
    "microaggregate.small_stratum": (
        N_("strata with fewer than {k} records that have a value: {number}; the smallest has {least}"),
        N_("choose a smaller k, or coarser strata"),
    ),
    "microaggregate.stratum_in_block": (
        N_("{name} divides the records into strata and is in a block too"),
        N_("use it for one of the two"),
    ),
    "microaggregate.suppressed": (
        N_("records omitted because of missing values: {number}"),
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
        N_("both variables and blocks are given"),
        N_("give one of the two: variables are a single block"),
    ),
    "anopi.block_without_part": (
        N_("{name} is in a block but is not used"),
        N_("make {name} a key variable, or take it out of the block"),
    ),
    "anopi.in_no_block": (
        N_("{name} is microaggregated but is in no block"),
        N_("put it into a block, or give no blocks: then all of them are one block"),
    ),
    "anopi.k_beyond_values": (
        N_("k is {k} for {names}, and only {records} {records:record has|records have} a value there"),
        N_("choose a smaller k manually, or give privacy less weight"),
    ),
    "anopi.k_beyond_persons": (
        N_("k is {k} for {names}, and only {records} {records:person has|persons have} a value there"),
        N_("choose a smaller k manually, or give privacy less weight"),
    ),
    "anopi.k_bound_beyond": (
        N_("the bound names a k of {degree}, and there {records:is|are} {records} {records:record|records}"),
        N_("name a k from 1 to {records}"),
    ),
    "anopi.k_by_records": (
        N_("k is chosen by the entropies of the records, and counts persons in the groups"),
        N_("check the sizes of the groups, or choose k manually"),
    ),
    "anopi.k_is_one": (
        N_("{names}: with k = 1 every record is a group of its own and stays unchanged"),
        N_("give privacy more weight, or choose a k manually"),
    ),
    "anopi.k_lowered": (
        N_("{names}: k is {k}, below {least}, for no k that the points ask for meets the lower bounds"),
        N_("lower the bounds if groups should be larger"),
    ),
    "anopi.k_raised": (
        N_("{names}: k is {k}, above {most}: smaller groups promise a variable more information than it has"),
        N_("no action needed"),
    ),
    "anopi.k_without_points": (
        N_("{names} have neither utility nor privacy points: all records form one group of {k}"),
        N_("give a variable of the block points if it should count"),
    ),
    "anopi.missing_kept": (
        N_("missing values of {names} stay missing, so groups of {k} do not give k-anonymity"),
        N_("microaggregate in a job of that kind, which can omit records with missing values"),
    ),
    "anopi.no_k_for_block": (
        N_("no k meets the lower bounds of all variables of a block: {names}"),
        N_("lower some of the bounds, or divide the block"),
    ),
    "anopi.no_k_in_bounds": (
        N_("no k of {name} meets its lower bounds; (k, utility, privacy) can be {pairs}"),
        N_("lower the bounds to one of these pairs"),
    ),
    "anopi.override_differs": (
        N_("variables of one block have different k: {told}"),
        N_("choose one k for the block"),
    ),
    "anopi.override_k_beyond": (
        N_("a k of {k} was chosen, and there {records:is|are} {records} {records:record|records}"),
        N_("choose a k from 1 to {records}"),
    ),
    "anopi.privacy_missed": (
        N_("{name} is released with privacy {reached}, below its lower bound {bound}"),
        N_("choose a coarser coding or a larger k, or lower the bound"),
    ),
    "anopi.recoded_in_block": (
        N_("{name} is in a block but is recoded"),
        N_("set its technique to microaggregation, or take it out of the block"),
    ),
    "anopi.technique_without_part": (
        N_("a technique is set for {name}, which is not a key variable: it is released unchanged"),
        N_("make it a key variable, or remove the technique"),
    ),
    "anopi.utility_missed": (
        N_("{name} is released with utility {reached}, below its lower bound {bound}"),
        N_("choose a finer coding or a smaller k, suppress less, or lower the bound"),
    ),
    "criteria.attribute_identifies": (
        N_("{name} must be diverse within groups, but it is one of the variables that form the groups"),
        N_("take it out of the key variables, or name a sensitive one"),
    ),
    "criteria.missing_rule": (
        N_("{criterion} cannot be judged where a match with a missing value counts as {share} of a record"),
        N_("let a missing value match no value, or take out the criterion"),
    ),
    "criteria.presence_reversed": (
        N_("the minimum presence, {least}, is above the maximum, {most}"),
        N_("enter a minimum that is at most the maximum"),
    ),
    "criteria.presence_with_suppressed": (
        N_("key values are suppressed already, so the search cannot judge δ-presence"),
        N_("search on the original records, or measure presence on the page Risk"),
    ),
    "criteria.table_with_local_recoding": (
        N_("criteria against a population table need one level for each variable"),
        N_("suppress failing records, or remove these criteria"),
    ),
    "criteria.population_too_small": (
        N_("the population has {size} {size:person|people}, fewer than the {number} {number:record|records}"),
        N_("enter the size of the population"),
    ),
    "criteria.no_hierarchy": (
        N_("the hierarchical distance needs a hierarchy of {name}, and there is none"),
        N_("add a hierarchy for it, or choose another distance"),
    ),
    "criteria.no_key_variable": (
        N_("no key variables are set, so there are no equivalence classes"),
        N_("set the role of at least one variable to key variable"),
    ),
    "criteria.no_order": (
        N_("the ordered distance needs an order, and the values of {name} are neither numbers nor dates"),
        N_("declare the order of its values, or choose another distance"),
    ),
    "criteria.not_nested": (
        N_("level {level} of {name} divides the group {label} of level {finer}"),
        N_("use a nested hierarchy, in which each level only merges groups of the previous level"),
    ),
    "experiment.needs_more": (
        N_("the corrected entropy needs more generalisation than the plain one for l = {values}"),
        N_("no action needed: the correction is right on average, not in every file"),
    ),
    "generalise.all_suppressed": (
        N_("all records would be suppressed"),
        N_("lower the suppression limit, or ask for less"),
    ),
    "generalise.level_beyond": (
        N_("{name} is limited to level {level}, and its hierarchy ends at level {most}"),
        N_("name a level from 0 to {most}"),
    ),
    "generalise.limits_reversed": (
        N_("the least level allowed for {name}, {least}, is above the greatest, {most}"),
        N_("exchange the two"),
    ),
    "generalise.no_hierarchy": (
        N_("variables without a hierarchy are not generalised: {names}"),
        N_("add hierarchies for them if they may become coarser"),
    ),
    "generalise.no_records": (
        N_("the file has no records"),
        N_("choose a file with records"),
    ),
    "generalise.no_variables": (
        N_("no key variables are set"),
        N_("set the role of at least one variable to key variable"),
    ),
    "generalise.no_weight": (
        N_("all weights are zero, so losses cannot be distinguished"),
        N_("give one of the variables a weight above 0"),
    ),
    "generalise.none_meets": (
        N_(
            "no levels meet the criteria: at least {least} {least:record would have|records "
            "would have} to be suppressed; the limit is {limit}"
        ),
        N_("raise the suppression limit, relax the criteria or allow coarser levels"),
    ),
    "generalise.none_yet": (
        N_(
            "{nodes:the only combination evaluated does not meet|none of the {nodes} "
            "combinations evaluated meets} the criteria; the best one suppresses {least} "
            "{least:record|records}"
        ),
        N_("increase the number of combinations to search"),
    ),
    "generalise.not_a_key_variable": (
        N_("{name} is not one of the key variables"),
        N_("remove it here, or make it a key variable"),
    ),
    "generalise.not_proven": (
        N_("the search stopped early: these are the best levels so far, and better ones may exist"),
        N_("complete the search"),
    ),
    "generalise.ties": (
        N_("combinations of levels with the same loss: {number}; the one that suppresses least is taken"),
        N_("choose another of them if it suits you better"),
    ),
    "generalise.too_many_nodes": (
        N_(
            "{nodes} {nodes:combination of levels exceeds|combinations of levels exceed} the "
            "search limit of {most}"
        ),
        N_("limit the levels of some variables, or remove levels from their hierarchies"),
    ),
    "generalise.weights_unused": (
        N_("weights change nothing for the loss {loss}: it measures groups, not variables"),
        N_("choose another loss if variables should count differently"),
    ),
    "perturb.bounds_reversed": (
        N_("the bottom, {bottom}, is above the top, {top}"),
        N_("exchange the two"),
    ),
    "perturb.doubled": (
        N_("{name} is named twice"),
        N_("name each variable once"),
    ),
    "perturb.identifiers_not_unique": (
        N_("{name} does not identify each record: {missing} have no value, {repeated} a repeated one"),
        N_("choose a variable with a value of its own for each record"),
    ),
    "perturb.correlated_by_value": (
        N_("correlated noise would change equal values of a person differently"),
        N_("draw once for all values of a person, or choose independent noise"),
    ),
    "perturb.few_beyond": (
        N_(
            "beyond a bound of {name} there are values of {persons} {persons:person|persons}, "
            "fewer than {least}"
        ),
        N_("move the bound, or replace by the bound"),
    ),
    "perturb.matrix_unused": (
        N_("there are chances for {name}, which is not one of the variables"),
        N_("add it to the variables, or remove the chances"),
    ),
    "perturb.matrix_values": (
        N_("the probabilities of {name} omit values of the data ({lacking}) or name others ({strange})"),
        N_("give one row for each value that is not missing, and name no other value in it"),
    ),
    "perturb.no_bound": (
        N_("{name} has neither a bottom nor a top"),
        N_("give it one of the two, or omit it"),
    ),
    "perturb.no_categories": (
        N_("no nominal or ordinal variable is chosen"),
        N_("choose nominal or ordinal variables, which this method needs"),
    ),
    "perturb.no_numbers": (
        N_("no variable with numbers is chosen"),
        N_("tick variables, or set the level of one to continuous on the card Roles"),
    ),
    "perturb.no_bounds": (
        N_("no variable has a bottom or a top yet"),
        N_("enter a bottom or a top for at least one variable"),
    ),
    "perturb.not_numbers": (
        N_("{name} has no numbers or order that this method could use"),
        N_("omit it, or declare it as continuous or declare the order of its values"),
    ),
    "perturb.row_sum": (
        N_("the chances of this value sum to {total}, not to 1"),
        N_("change them so that they sum to 1"),
    ),
    "synthesise.later_predictor": (
        N_("predictors of {name} are not drawn before it: {names}"),
        N_("choose variables that come earlier in the order"),
    ),
    "synthesise.many_categories": (
        N_("{name} has {number} {number:category|categories}, more than the {most} that a tree can draw"),
        N_("recode it first, declare it as continuous, or do not release it"),
    ),
    "synthesise.no_records": (
        N_("the file has no records"),
        N_("open a file with records"),
    ),
    "synthesise.no_variables": (
        N_("no variable is left to be drawn"),
        N_("release at least one variable"),
    ),
    "synthesise.not_numbers": (
        N_("{name} is continuous, but some of its distinct values are not numbers: {number}"),
        N_("declare these texts as missing codes, or {name} as nominal"),
    ),
    "synthesise.not_released": (
        N_("{name} has a role that is not released here, such as direct identifier, weight or household"),
        N_("remove it from the settings"),
    ),
    "synthesise.smooth_numbers": (
        N_("{name} is not continuous and cannot be smoothed"),
        N_("remove it from the smoothed variables"),
    ),
    "swap_households.differs": (
        N_("{name} differs within households: {number}, for example {households}"),
        N_("correct the data, or choose a variable that is equal for all members"),
    ),
    "swap_households.household_used": (
        N_("{name} identifies the households and is also an area or equal between partners"),
        N_("choose another variable for one of them"),
    ),
    "swap_households.missing": (
        N_("{name} is missing in some records: {number}"),
        N_("complete the values, or remove these households in an earlier step"),
    ),
    "swap_households.mostly_rare": (
        N_(
            "{number} {number:household|households} ({share} of all) {number:is|are} rare in "
            "their area and would all be swapped"
        ),
        N_("choose a smaller k, fewer variables, or larger areas"),
    ),
    "swap_households.no_areas": (
        N_("no area variable is given"),
        N_("choose the variables that state where a household lives, the coarsest first"),
    ),
    "swap_households.no_household": (
        N_("no variable identifies the households"),
        N_("give a variable the role household or person, or choose the household in the settings"),
    ),
    "swap_households.not_nested": (
        N_("areas of {name} are in several areas of {coarser}: {number}, for example {values}"),
        N_("give these areas different codes, or choose other variables"),
    ),
    "swap_households.one_area": (
        N_("all households are in one area of {name}, so none can be exchanged"),
        N_("choose a finer variable"),
    ),
    "swap_households.person_moved": (
        N_(
            "{name} differs between records of a person: {number} {number:person|persons}; "
            "without a household, persons move"
        ),
        N_("choose the household, or variables that are equal for all records of a person"),
    ),
    "swap_households.risk_incomplete": (
        N_("given risks need a variable for each area variable, and a threshold"),
        N_("complete both, or use the minimum class size instead"),
    ),
    "swap_households.risk_values": (
        N_("{name} has values that are not risks"),
        N_("give every record a number of 0 or more"),
    ),
    "swap_households.similar_area": (
        N_("partners cannot be equal in {name}, which is exchanged"),
        N_("choose other variables for partners"),
    ),
}
