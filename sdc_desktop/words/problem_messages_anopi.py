"""What the problems of ANOPI's microaggregation say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

ANOPI_MESSAGES: Mapping[str, tuple[str, str]] = {
    "anopi.block_without_part": (
        N_("{name} stands in a block but takes no part"),
        N_("make {name} an identifying variable, or take it out of the block"),
    ),
    "anopi.in_no_block": (
        N_("{name} is microaggregated but stands in no block"),
        N_("put it into a block, or tell no blocks: all of them are one block then"),
    ),
    "anopi.k_beyond_values": (
        N_("k is {k} for {names}, and only {records} records have a value there"),
        N_("choose a smaller k by hand, or give privacy less weight"),
    ),
    "anopi.k_bound_beyond": (
        N_("the bound names a k of {degree}, and there are {records} records"),
        N_("name a k from 1 to {records}"),
    ),
    "anopi.k_is_one": (
        N_("{names}: with k = 1 every record is a group of its own and stays as it is"),
        N_("give privacy more weight, or choose a k by hand"),
    ),
    "anopi.k_lowered": (
        N_("{names}: k is {k}, below {least}, for no k that the points ask for meets the lower bounds"),
        N_("lower the bounds if groups should be larger"),
    ),
    "anopi.k_raised": (
        N_("{names}: k is {k}, above {most}: groups any smaller promise a variable more than it tells"),
        N_("no action needed"),
    ),
    "anopi.k_without_points": (
        N_("{names} have neither utility nor privacy points: all records form one group of {k}"),
        N_("give a variable of the block points if it should say more"),
    ),
    "anopi.missing_kept": (
        N_("missing values of {names} stay missing, so groups of {k} do not give k-anonymity"),
        N_("microaggregate in a job of that kind, which can leave out records that lack a value"),
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
        N_("a k of {k} was chosen, and there are {records} records"),
        N_("choose a k from 1 to {records}"),
    ),
    "anopi.privacy_missed": (
        N_("{name} is released with privacy {reached}, below its lower bound {bound}"),
        N_("choose a coarser coding or a larger k, or lower the bound"),
    ),
    "anopi.recoded_in_block": (
        N_("{name} stands in a block but is recoded"),
        N_("set its technique to microaggregation, or take it out of the block"),
    ),
    "anopi.technique_without_part": (
        N_("a technique was told for {name}, which takes no part: it is released as it is"),
        N_("make it an identifying variable, or remove the technique"),
    ),
    "anopi.utility_missed": (
        N_("{name} is released with utility {reached}, below its lower bound {bound}"),
        N_("choose a finer coding or a smaller k, suppress less, or lower the bound"),
    ),
}
