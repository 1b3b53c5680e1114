"""The choices of the best generalisation, and what its steps of the history are called. No arithmetic."""

from collections.abc import Collection, Mapping

from sdc_desktop.words.words import N_, Words

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
