"""The settings of jobs in plain words: the data of the tables "What was asked for" in the report.

A setting is looked up by its kind and name (``anopi.alpha``), then by its name alone.
"""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

LABELS: Mapping[str, str] = {
    # which variables
    "key_variables": N_("Key variables (known to the intruder)"),
    "sensitive": N_("Sensitive variables"),
    "variables": N_("Variables"),
    "attribute": N_("Observed variable"),
    "weight": N_("Variable with the weights"),
    "weights": N_("Variable weights"),
    # groups and criteria
    "k": N_("Minimum class size"),
    "criteria": N_("Privacy criteria"),
    "suppression_limit": N_("Suppression limit"),
    "loss": N_("Loss measure to minimise"),
    "limits": N_("Levels allowed, from least to greatest"),
    "local_recoding": N_("Treatment of failing records"),
    "max_nodes": N_("Maximum combinations evaluated"),
    "explore": N_("Combinations looked at"),
    "suppress_below": N_("Suppression below class size"),
    "suppress": N_("Suppression scope"),
    "suppressed_as": N_("Matching rule for suppressed values"),
    "importance": N_("Importance (suppression cost) by variable"),
    "alpha": N_("Utility weight"),
    "user_points": N_("Utility points"),
    "intruder_points": N_("Privacy points"),
    "anopi": N_("Points of ANOPI beside it"),
    "anopi.technique": N_("Technique"),
    "anopi.blocks": N_("Variables grouped together"),
    "anopi.min_utility": N_("Minimum utility"),
    "anopi.min_privacy": N_("Minimum privacy"),
    "anopi.override": N_("Set manually"),
    "recode.levels": N_("Level of each variable, 0 being as is"),
    # risk
    "max_risk": N_("Maximum tolerable risk"),
    # curves and experiments
    "values": N_("Possible values entered manually"),
    "labels": N_("Names of the intervals"),
    "step": N_("Steps between possible values"),
    "repeats": N_("Files drawn of each"),
    "kind": N_("Kind"),
    "method": N_("Method"),
}

VALUES: Mapping[str, str] = {
    "recoding": N_("recoding to levels of the hierarchies"),
    "microaggregation": N_("microaggregation"),
    "anopi.category": N_("a value of its own"),
    "suppressed_as.category": N_("a value of its own"),
    "suppressed_as.kept": N_("nothing: only what is still shown counts"),
    "suppressed_as.wildcard": N_("any value"),
    "suppress.records": N_("the whole record"),
    "suppress.cells": N_("as few cells as possible"),
    "local_recoding.none": N_("they are suppressed"),
    "local_recoding.repeat": N_("searched again by themselves"),
    "local_recoding.mondrian": N_("divided into ever smaller groups"),
    "explore.needed": N_("those that can be best"),
    "explore.all": N_("all"),
    "loss.loss": N_("share of the domain that a value covers"),
    "loss.entropy": N_("bits lost"),
    "loss.discernibility": N_("discernibility"),
    "loss.class_size": N_("average group size"),
    "loss.anopi": N_("distance from ANOPI's optimum"),
}
