"""What the problems of criteria and generalisation say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

GENERALISE_MESSAGES: Mapping[str, tuple[str, str]] = {
    "criteria.attribute_identifies": (
        N_(
            "{name} is asked to be diverse within groups, but it is one of the variables that make the groups"
        ),
        N_("take it out of the identifying variables, or name a sensitive one"),
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
        N_("say in which order its values stand, or choose another distance"),
    ),
    "criteria.not_nested": (
        N_("level {level} of {name} divides the group {label} of level {finer}"),
        N_("use a nested hierarchy, in which each level only merges groups of the previous level"),
    ),
    "experiment.needs_more": (
        N_("the corrected entropy needs more generalisation than the plain one for l = {values}"),
        N_("nothing needs to be done: the correction is right on average, not in every file"),
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
        N_("all weights are zero, so no loss is told from another"),
        N_("give one of the variables a weight above 0"),
    ),
    "generalise.none_meets": (
        N_(
            "no levels meet the criteria: at least {least} records would have to be suppressed; the limit is "
            "{limit}"
        ),
        N_("raise the suppression limit, relax the criteria or allow coarser levels"),
    ),
    "generalise.none_yet": (
        N_(
            "none of the {nodes} combinations evaluated meets the criteria; the best one suppresses {least} "
            "records"
        ),
        N_("increase the number of combinations to search"),
    ),
    "generalise.not_a_key_variable": (
        N_("{name} is not one of the identifying variables"),
        N_("remove it here, or make it an identifying variable"),
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
        N_("{nodes} combinations of levels exceed the search limit of {most}"),
        N_("limit the levels of some variables, or leave levels out of their hierarchies"),
    ),
    "generalise.weights_unused": (
        N_("weights change nothing for the loss {loss}: it looks at groups, not at variables"),
        N_("choose another loss if variables should count differently"),
    ),
}
