"""Closed lists of words: statistics as programs print them, numbers in words, words before rough figures.

A label or heading that is one of these as a whole, in any case, has the kind of its list; others are read
by `words`.
"""

import re
from functools import lru_cache

# pandas, lifelines, statsmodels, tableone, gtsummary, R, Stata, SAS and SPSS
_STATISTICS = {
    "count": (
        "count", "size", "n", "obs", "freq", "freq.", "frequency", "häufigkeit", "anzahl", "n.risk",
        "n.event", "n.censor", "at_risk", "at risk", "observed", "removed", "censored", "entrance", "records",
        "events", "n miss", "nmiss", "missing", "unknown", "valid", "gültig", "fehlend", "no. observations",
        "observations", "number of observations", "num. obs.", "num.obs.",
    ),
    "mean": ("mean", "trimmed", "mittelwert"),
    "sd": (
        "std", "sd", "se", "std.err", "std. dev.", "std dev", "mad", "standardabweichung", "skew", "kurtosis",
        "lower 95% ci", "upper 95% ci", "0.95lcl", "0.95ucl", "[0.025", "0.975]", "[95% conf. interval]",
    ),
    "position": ("1st qu.", "median", "3rd qu.", "q1", "q3", "1q", "3q", "iqr", "perzentile"),
    "endpoint": (
        "min", "max", "min.", "max.", "minimum", "maximum", "p0", "p100", "q0", "q4", "range", "spannweite",
        "top",
    ),
    "cumulative": (
        "cumulative frequency", "cum. n", "kumulierte häufigkeit", "cum.", "cumulative percent",
        "kumulierte prozente", "cumsum",
    ),
    "percent": ("percent", "valid percent", "prozent", "gültige prozente"),
    "p_value": ("t", "z", "p", "p>|t|", "p>|z|", "pr(>|t|)", "pr(>|z|)", "smd"),
    "none": ("unique", "vars"),
}  # fmt: skip
_KIND = {word: kind for kind, words in _STATISTICS.items() for word in words}
_POSITION = re.compile(r"p\d{1,2}(?:\.\d{1,2})?|\d{1,2}(?:[.,]\d+)? ?%|0?[.,]\d+")
_ENDPOINT = re.compile(r"[01](?:[.,]0+)?|0(?:[.,]0+)? ?%|100(?:[.,]0+)? ?%")
STEP_LABELS = frozenset(
    ("time", "event_at", "at", "duration", "days", "day", "months", "month", "week", "weeks", "zeit", "tage",
     "tag", "monate", "monat", "woche")
)  # fmt: skip
_TWOFOLD = frozenset(  # statistics, and as well regions, countries, diseases or quarters
    ("se", "sd", "mad", "cv", "ci", "smd", "std", "t", "z", "p", "sig", "wald", "or", "hr", "rr", "irr", "q1",
     "q2", "q3")
)  # fmt: skip
ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_IN_WORDS = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
)
NUMBERS = {word: number for words in _IN_WORDS for number, word in enumerate(words)}
UNITS = frozenset(
    ("patient", "patients", "person", "persons", "people", "participant", "participants", "respondent",
     "respondents", "subject", "subjects", "individual", "individuals", "case", "cases", "observation",
     "observations", "obs", "record", "records", "household", "households", "firm", "firms", "employees",
     "student", "students", "pupil", "pupils", "women", "men", "children", "adults", "member", "members",
     "death", "deaths", "event", "events", "befragte", "befragten", "personen", "patienten", "patientinnen",
     "fall", "fälle", "fällen", "teilnehmer", "teilnehmern", "teilnehmerinnen", "beobachtungen", "haushalt",
     "haushalte", "haushalten", "unternehmen", "betrieb", "betriebe", "betrieben", "beschäftigte",
     "beschäftigten", "kinder", "frauen", "männer", "probanden", "angeschriebene", "angeschriebenen")
)  # fmt: skip
NOTE_WORDS = ("source", "note", "quelle", "anmerkung", "hinweis", "*", "†", "‡", "[", "1)", "¹")
ABOUT = ("about", "approx.", "ca.", "etwa", "rund", "~", "≈")
_REMEMBERED = 20_000  # labels: those of a submission recur


def _bare(label: str) -> str:
    return " ".join(label.casefold().split())


@lru_cache(maxsize=_REMEMBERED)
def statistic_of(label: str) -> str | None:
    """The kind of a label that is the name of a statistic as a whole; None of any other label."""
    return _KIND.get(_bare(label))


@lru_cache(maxsize=_REMEMBERED)
def quantile_kind(label: str) -> str | None:
    """Position or endpoint of a label that is a share as a whole: 25%, 0.5, p95, 0, 100 %; None of others."""
    bare = _bare(label)
    if _ENDPOINT.fullmatch(bare):
        return "endpoint"
    return "position" if _POSITION.fullmatch(bare) else None


def is_twofold(label: str) -> bool:
    """Whether a label that names a statistic may as well be a category: SE, t."""
    return _bare(label).rstrip(".") in _TWOFOLD


def is_step_label(label: str) -> bool:
    """Whether a heading names the steps of a survival table, which are labels."""
    return _bare(label) in STEP_LABELS


def is_number_word(text: str) -> bool:
    """Whether a text is a number from zero to ten in words."""
    return _bare(text) in NUMBERS


def is_roman(text: str) -> bool:
    """Whether a text is a Roman numeral to ten."""
    return text.strip() in ROMANS


def is_unit(word: str) -> bool:
    """Whether a word says who or what is counted: persons, Stück."""
    return _bare(word).strip(".") in (*UNITS, "stück")
