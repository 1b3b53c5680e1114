"""The choices of the tab Release queue, and what the steps of the history are called. Loads no arithmetic."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

WAYS: Mapping[str, str] = {
    "simulate": N_("Simulation on the open file"),
    "live": N_("Live release"),
}
TESTS: Mapping[str, str] = {
    "MIS": N_("MIS \u2013 all targets together"),
    "KLD": N_("KLD \u2013 distance of each target"),
    "CST": N_("CST \u2013 chi-square of each target"),
    "DQT": N_("DQT – outlying target"),
}
COMBINATIONS: Mapping[str, str] = {
    "each": N_("each test separately"),
    "all": N_("all tests jointly"),
    "both": N_("separately and jointly"),
    "own": N_("custom (see More)"),
}
POLICIES: Mapping[str, str] = {
    "deny": N_("deny"),
    "oldest_first": N_("queue, oldest first"),
    "most_records": N_("queue, largest safe set"),
}
STREAMS: Mapping[str, str] = {
    "random": N_("random"),
    "file": N_("file order"),
    "arrivals": N_("arrival rates by target"),
    "listed": N_("requests file"),
}
DEGREES: Mapping[str, str] = {
    "baseline": N_("of all values of the baseline"),
    "seen": N_("of the values released so far"),
}
DIXON: Mapping[str, str] = {
    "kl": N_("DQT on Kullback-Leibler distances"),
    "pearson": N_("DQT on Pearson's chi-square"),
}
JOINS: Mapping[str, str] = {
    "smaller_neighbour": N_("smallest cell with its smaller neighbour"),
    "forwards": N_("with the next value"),
}
BASELINES: Mapping[str, str] = {"data": N_("open file"), "told": N_("entered shares")}
_FIELDS: Mapping[str, str] = {
    "attribute": N_("Observed attribute: {value}"),
    "target": N_("Target: {value}"),
    "baseline": N_("Baseline"),
    "tests": N_("Tests"),
    "alpha": N_("Significance"),
    "policy": N_("Unsafe requests"),
    "degrees": N_("Degrees of freedom"),
    "draws": N_("Draws for the first records: {value}"),
    "orders": N_("Orders: {value}"),
    "requests": N_("Requests of each order: {value}"),
    "stream": N_("Request order"),
    "requests_file": N_("File of requests: {value}"),
    "rates": N_("Rates of requests"),
    "dixon_on": N_("DQT statistic"),
    "join": N_("Rule for joining small cells"),
    "seed": N_("Seed: {value}"),
    "assess_only": N_("Whether the whole file is assessed"),
}


def field_label(key: str, value: object, words: Words) -> str:
    """The step's name when a field of the question was changed."""
    shown = words.say(N_("all")) if value is None else str(value)
    return words.say(_FIELDS[key], value=shown)
