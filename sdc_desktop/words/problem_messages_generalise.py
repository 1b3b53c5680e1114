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
    "criteria.no_identifying": (
        N_("no variable is identifying, so there are no groups to look at"),
        N_("say which variables could identify somebody"),
    ),
    "criteria.no_order": (
        N_("the ordered distance needs an order, and the values of {name} are neither numbers nor dates"),
        N_("say in which order its values stand, or choose another distance"),
    ),
    "criteria.not_nested": (
        N_("level {level} of {name} divides the group {label} of level {finer}"),
        N_("use a hierarchy in which every level only joins groups of the level before"),
    ),
    "experiment.needs_more": (
        N_("the corrected entropy needs more generalisation than the plain one for l = {values}"),
        N_("nothing needs to be done: the correction is right on average, not in every file"),
    ),
    "generalise.all_suppressed": (
        N_("every record would be suppressed"),
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
        N_("variables without a hierarchy stay as they are: {names}"),
        N_("add hierarchies for them if they may become coarser"),
    ),
    "generalise.no_records": (
        N_("the file has no records"),
        N_("choose a file with records"),
    ),
    "generalise.no_variables": (
        N_("no variable is identifying"),
        N_("say which variables could identify somebody"),
    ),
    "generalise.no_weight": (
        N_("all weights are zero, so no loss is told from another"),
        N_("give one of the variables a weight above 0"),
    ),
    "generalise.none_meets": (
        N_("no levels meet the criteria: at best {least} records have to be suppressed, and {limit} may be"),
        N_("raise the suppression limit, ask for less, or allow coarser levels"),
    ),
    "generalise.none_yet": (
        N_("none of the {nodes} combinations looked at meets the criteria; the best suppresses {least}"),
        N_("let the search look at more of them"),
    ),
    "generalise.not_identifying": (
        N_("{name} is not one of the identifying variables"),
        N_("remove it here, or make it an identifying variable"),
    ),
    "generalise.not_proven": (
        N_("the search was ended early: these levels are the best found so far, and better ones may exist"),
        N_("let it run to its end"),
    ),
    "generalise.ties": (
        N_("combinations of levels with the same loss: {number}; the one that suppresses least is taken"),
        N_("choose another of them if it suits you better"),
    ),
    "generalise.too_many_nodes": (
        N_("there are {nodes} combinations of levels; at most {most} can be searched"),
        N_("limit the levels of some variables, or leave levels out of their hierarchies"),
    ),
    "generalise.weights_unused": (
        N_("weights change nothing for the loss {loss}: it looks at groups, not at variables"),
        N_("choose another loss if variables should count differently"),
    ),
}
