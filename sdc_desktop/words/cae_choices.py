"""The choices of the tab Risk curves, and what the steps of the history are called. Loads no arithmetic."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

WAYS: Mapping[str, str] = {
    "attribute": N_("Variable in the file"),
    "values": N_("Entered values"),
    "intervals": N_("Intervals of a table"),
    "sampling": N_("Experiment: sampling"),
    "query_restriction": N_("Experiment: query restriction"),
    "noise": N_("Experiment: noise addition"),
    "released": N_("Released file against original"),
}
_CURVES = ("attribute", "values", "intervals")
PARAMETERS: Mapping[str, str] = {
    "sampling": N_("Sample size (% of records)"),
    "query_restriction": N_("Records in a query"),
    "noise": N_("Noise (%)"),
}
LIKELIHOODS: Mapping[str, str] = {
    "uniform": N_("uniform within the noise range"),
    "binomial": N_("by the likelihood of the noise"),
}
_FIELDS: Mapping[str, str] = {
    "attribute": N_("Confidential attribute: {value}"),
    "known": N_("What the intruder knows"),
    "values": N_("Possible values"),
    "probabilities": N_("Possible values"),
    "normalise": N_("Probabilities normalised to sum to 1"),
    "intervals": N_("Intervals of a table"),
    "labels": N_("Intervals of a table"),
    "weights": N_("How likely each record is: {value}"),
    "points": N_("Widths computed: {value}"),
    "domain": N_("Domain of the confidential attribute"),
    "step": N_("Step between possible values: {value}"),
    "data": N_("Data of the experiment"),
    "attributes": N_("Variables that an intruder may know"),
    "parameters": N_("Parameters of the experiment"),
    "repeats": N_("Files for each parameter: {value}"),
    "seed": N_("Seed: {value}"),
    "likelihood": N_("Reading of the noise"),
    "matching": N_("Where people are looked for"),
    "released": N_("Released file: {value}"),
    "queries": N_("Query log: {value}"),
}


DOMAINS: Mapping[str, str] = {
    "occurring": N_("every value in the data"),
    "steps": N_("in even steps"),
    "listed": N_("a list of values"),
}
WHO: Mapping[str, str] = {
    "everybody": N_("all records: one case per combination"),
    "person": N_("one person, with values:"),
}


def way_label(way: str, words: Words) -> str:
    """The step's name when another source was chosen."""
    name = words.say(WAYS[way])
    return words.say(N_("Risk curve: {way}"), way=name) if way in _CURVES else name


def field_label(key: str, value: object, words: Words) -> str:
    """The step's name when a field of the question was changed."""
    shown = words.say(N_("none")) if value is None else str(value)
    return words.say(_FIELDS[key], value=shown)


def comparison_label(whole: bool, words: Words) -> str:
    """The step's name when all techniques were put into the plan, or all but one taken out."""
    text = N_("Experiments: all techniques compared") if whole else N_("Experiments: one technique alone")
    return words.say(text)
