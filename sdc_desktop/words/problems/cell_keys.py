"""Problems of the cell key method and of perturbation tables: code -> (what happened, remedy)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "cell_key.cut_at_zero": (
        N_("the noise would have changed the sign of an amount; cells published as 0: {number}"),
        "",
    ),
    "cell_key.forbidden": (
        N_("results up to {forbidden} cannot be excluded with a maximum perturbation of {maximum}"),
        N_("choose a greater maximum, or exclude fewer results"),
    ),
    "cell_key.mean_of_counts": (
        N_("a table of counts has no amount per record"),
        N_("choose the variable of the amounts, or the share of a total"),
    ),
    "cell_key.no_noise": (
        N_("the cell key method has neither a variance and a maximum nor a perturbation table"),
        N_("set a variance and a maximum, or choose a file"),
    ),
    "cell_key.no_such_job": (
        N_("the plan has no job {name} with counts and noise by cell key"),
        N_("check the name of the job"),
    ),
    "cell_key.no_weights": (
        N_("noise by cell key is not available for weighted amounts"),
        N_("remove the weight, or choose another method"),
    ),
    "cell_key.noise_too_large": (
        N_("the noise could be {percent} % of the largest contribution, more than all of it"),
        N_("choose a smaller step or maximum"),
    ),
    "cell_key.share_of": (
        N_("{name} is not a dimension of the table"),
        N_("choose a dimension of the table for the share"),
    ),
    "cell_key.shares": (
        N_("the weights of the contributors must be {number} {number:number|numbers} from 1 down"),
        N_("begin with 1 and let them fall"),
    ),
    "cell_key.table_for_counts": (
        N_("a perturbation table from a file is for counts only"),
        N_("set a variance and a maximum for amounts"),
    ),
    "cell_key.two_noises": (
        N_("the cell key method has both a perturbation table and a variance or a maximum"),
        N_("remove the file, or the variance and the maximum"),
    ),
    "cell_key.variance_not_reached": (
        N_("the noise has the variance {reached}, not {variance}: more is not possible within the maximum"),
        "",
    ),
    "cell_key.variance_too_large": (
        N_("the variance {variance} is not below {most}, the most that this maximum allows"),
        N_("choose a smaller variance or a greater maximum"),
    ),
    "cell_key.variance_too_small": (
        N_("the variance {variance} is below {least}, the least that unbiased noise needs here"),
        N_("choose a greater variance, or exclude fewer results"),
    ),
    "cell_key.which_job": (
        N_("the plan has {number} {number:job|jobs} with counts and noise by cell key: {names}"),
        N_("name one with --job"),
    ),
    "ptable.biased": (
        N_("the noise of the count {count} is not unbiased: its mean is {mean}"),
        N_("check the probabilities of this count"),
    ),
    "ptable.column_twice": (
        N_("the perturbation table has two columns of the same name"),
        N_("remove one of them"),
    ),
    "ptable.empty": (
        N_("the perturbation table is empty"),
        N_("choose another file"),
    ),
    "ptable.ends": (
        N_("the intervals of the count {count} do not follow from its probabilities"),
        N_("correct p or the ends of the intervals"),
    ),
    "ptable.for_amounts": (
        N_("this row belongs to a perturbation table for amounts"),
        N_("choose a table for counts: whole numbers, type all"),
    ),
    "ptable.length": (
        N_("the perturbation table has {number} {number:row|rows}; it must have 1 to {most}"),
        N_("choose another file"),
    ),
    "ptable.malformed": (
        N_("this is not a row of a perturbation table: {text}"),
        N_("correct the row, or choose another file"),
    ),
    "ptable.no_column": (
        N_("the perturbation table is missing columns: {names}"),
        N_("name the columns i, j, p, v and p_int_ub"),
    ),
    "ptable.no_count": (
        N_("the perturbation table has no row for the count {count}"),
        N_("add rows for all counts from 0 on"),
    ),
    "ptable.no_number": (
        N_("{text} in column {name} is not a number"),
        N_("correct the row"),
    ),
    "ptable.no_probability": (
        N_("{text} in column p is not a probability"),
        N_("enter a number from 0 to 1"),
    ),
    "ptable.order": (
        N_("the results of the count {count} do not rise with the ends of their intervals"),
        N_("order the intervals by j, each result once"),
    ),
    "ptable.out_of_range": (
        N_("i must be from 0 to {most}, j at least 0, and v at most {noise} either way"),
        N_("correct the row"),
    ),
    "ptable.sum": (
        N_("the intervals of the count {count} end at {end}, not at 1"),
        N_("correct the probabilities so that they add up to 1"),
    ),
    "ptable.unknown_type": (
        N_("{text} is not a type of a perturbation table; types: {types}"),
        N_("correct the row, or remove the column"),
    ),
    "ptable.wrong_noise": (
        N_("v is {noise}, but j \u2212 i is {difference}"),
        N_("correct v, i or j"),
    ),
    "ptable.zero_changes": (
        N_("the perturbation table changes zeros"),
        N_("let the count 0 stay 0 with probability 1"),
    ),
}
