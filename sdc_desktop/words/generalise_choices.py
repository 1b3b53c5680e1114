"""The choices of the best generalisation, and what its steps of the history are called. No arithmetic."""

from collections.abc import Collection, Mapping

from sdc_desktop.words.words import N_, Words

CRITERIA: Mapping[str, str] = {
    "k_anonymity": N_("k-anonymity"),
    "distinct_l_diversity": N_("Distinct l-diversity"),
    "entropy_l_diversity": N_("Entropy l-diversity"),
    "recursive_cl_diversity": N_("Recursive (c, l)-diversity"),
    "t_closeness": N_("t-closeness"),
    "p_sensitive": N_("p-sensitivity"),
    "average_risk": N_("Average risk"),
}
CRITERIA_HELP: Mapping[str, str] = {
    "k_anonymity": N_("Each record matches at least k - 1 others on the key variables."),
    "distinct_l_diversity": N_("Each class has at least l distinct sensitive values."),
    "entropy_l_diversity": N_(
        "In each group the sensitive variable is as uncertain as if it had l equally common values."
    ),
    "recursive_cl_diversity": N_(
        "In each class, the most frequent sensitive value occurs less often than c times the l-th most "
        "frequent and all less frequent values together."
    ),
    "t_closeness": N_(
        "In each class, the distribution of the sensitive variable is close to that in the whole file."
    ),
    "p_sensitive": N_("In each group the sensitive variable has at least p different values."),
    "average_risk": N_("Number of classes divided by number of records: the average re-identification risk."),
}
ESTIMATORS: Mapping[str, str] = {
    "shannon": N_("plain entropy"),
    "grassberger": N_("corrected entropy"),
    "grassberger_2003": N_("corrected, form of 2003"),
}
DISTANCES: Mapping[str, str] = {
    "equal": N_("all values equally far"),
    "ordered": N_("ordered values"),
    "hierarchical": N_("as far as the hierarchy says"),
}
LOSSES: Mapping[str, str] = {
    "loss": N_("share of the domain"),
    "entropy": N_("bits (non-uniform entropy)"),
    "discernibility": N_("discernibility"),
    "class_size": N_("average group size"),
    "anopi": N_("distance from ANOPI's optimum"),
}
LOSSES_HELP: Mapping[str, str] = {
    "loss": N_("How much of its hierarchy a value covers, from 0 (as is) to 1 (anything)."),
    "entropy": N_("Joining common values loses more than joining rare ones."),
    "discernibility": N_("Large groups and suppressed records cost most."),
    "class_size": N_("Records in a group on average, divided by k."),
    "anopi": N_(
        "How far each variable lies from the balance that your points and weight of utility ask for."
    ),
}
LOCAL: Mapping[str, str] = {
    "none": N_("suppress them"),
    "repeat": N_("search again among them"),
    "mondrian": N_("divide them (Mondrian)"),
}
LOCAL_HELP: Mapping[str, str] = {
    "none": N_("They show * in every identifying variable and keep the rest."),
    "repeat": N_(
        "They are released more coarsely than the rest, so a value can stand at several levels: a table by "
        "it needs a level that all records reach."
    ),
    "mondrian": N_(
        "They are released in groups as small as the criteria allow, each coarsened by itself, so a value "
        "can stand at several levels: a table by it needs a level that all records reach."
    ),
}
_CHANGES: Mapping[str, str] = {
    "criteria": N_("Privacy criteria"),
    "suppression_limit": N_("Suppression limit"),
    "loss": N_("Loss to keep least"),
    "limits": N_("Levels allowed"),
    "weights": N_("Weights of variables"),
    "local_recoding": N_("Failing records"),
    "anopi": N_("ANOPI's points for the search"),
    "max_nodes": N_("Where the search ends"),
}


def change_label(fields: Collection[str], words: Words) -> str:
    """The step's name when some fields of the question were changed; the first of them names it."""
    return words.say(_CHANGES[next(iter(fields))])
