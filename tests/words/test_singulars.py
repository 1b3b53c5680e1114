"""A figure of 1 has a singular beside it, in every message and in both languages."""

import re
from difflib import SequenceMatcher

import pytest

from sdc_desktop.resources import resource_path
from sdc_desktop.words.catalogue import read_catalogue
from sdc_desktop.words.words import Words

_NEVER_ONE = {
    "k",
    "asked",
    "first",
    "name",
    "share",
    "risk",
    "prior",
    "prior_share",
}  # sizes of classes and of the beginning of a file; names, shares
_OTHERWISE = (  # said otherwise of one
    "The {number} household numbers of {variable}",
    "Up to {number} detailed cells",
    "{number} of {persons} persons ha",
)
_ADJECTIVES = (
    "more further other requested released original synthetic largest possible detailed unsafe "
    "suppressed protected small equally likely household effective distinct missing"
)
_NOUNS = (
    "records persons people variables intervals contributors degrees points tables values rows draws "
    "cases orders cells rounds requests ratios households deviations neighbours findings notes problems "
    "widths files classes coefficients entries times combinations bytes dimensions lines numbers terms "
    "multiples digits amounts characters fields jobs steps contributions keys inequalities subtotals "
    "columns precisions decimals codes sheets labels bands categories texts weights dates faults sets "
    "messages days counts marginals warnings trials groups reasons"
)
_NOUNS_OF_GERMAN = (
    "Datensätzen Datensätze Variablen Personen Intervalle Beitragenden Beitragende Freiheitsgrade "
    "Punkte Tabellen Werten Werte Zeilen Ziehungen Fällen Reihenfolgen Zellen Durchgänge Anfragen "
    "Quotienten Haushalten Haushalte Abweichungen Befunde Hinweise Probleme Breiten Dateien Klassen "
    "Koeffizienten Einträge Kombinationen Dimensionen Zahlen Terme Vielfache Stellen Datensammlungen "
    "Felder Aufträge Schritten Schritte Ungleichungen Spalten Zwischensummen Nachkommastellen Codes "
    "Blätter Bezeichnungen Ausprägungen Kategorien Texte Gewichte Meldungen Tage Stufenkombinationen"
)
_ENGLISH = re.compile(rf"\{{(\w+)\}} (?:(?:{_ADJECTIVES.replace(' ', '|')}) )*({_NOUNS.replace(' ', '|')})\b")
_GERMAN = re.compile(rf"\{{(\w+)\}} (?:[a-zäöü]+en? )?({_NOUNS_OF_GERMAN.replace(' ', '|')})\b")
_ALIKE = 0.6
_FORMS = re.compile(r"\{\w+:(?:[^{}|]|\{\w+\})*\|(?:[^{}|]|\{\w+\})*\}")
_CATALOGUE = read_catalogue(resource_path("translations") / "de")


def _singular(noun: str) -> str:
    if noun == "people":
        return "person"
    return re.sub(r"ies$", "y", noun) if noun.endswith("ies") else re.sub(r"(?<=ss)es$|s$", "", noun)


def _alone() -> list[str]:
    """The messages that are the same for every figure: those with a singular of their own are not."""
    pairs = {text for text, forms in _CATALOGUE.items() if len(forms) > 1}
    return [text for text in _CATALOGUE if text not in pairs]


def _has_singular(message: str, noun: re.Match[str]) -> bool:
    """Whether another message begins as this one, with the singular of the noun, and goes on much alike."""
    if message.startswith(_OTHERWISE):
        return True
    begins = message[: noun.start()] + noun[0][: -len(noun[2])] + _singular(noun[2])
    rest = message[noun.end() :]
    others = (other[len(begins) :] for other in _CATALOGUE if other.startswith(begins))
    return any(
        not other[:1].isalpha() and (len(rest) < 2 or SequenceMatcher(None, rest, other).ratio() > _ALIKE)
        for other in others
    )


def test_every_plural_beside_a_figure_has_a_singular() -> None:
    lacking = [
        message
        for message in _alone()
        for found in _ENGLISH.finditer(_FORMS.sub("", message))
        if found[1] not in _NEVER_ONE and not _has_singular(message, found)
    ]
    assert not lacking


def test_german_has_a_singular_where_english_has_one() -> None:
    lacking = []
    for message, (german, *more) in _CATALOGUE.items():
        named = set(re.findall(r"\{(\w+):", message))
        if named and not more:
            lacking += [german for found in _GERMAN.finditer(_FORMS.sub("", german)) if found[1] in named]
    assert not lacking


def test_german_verbs_before_a_figure_with_a_singular_have_one_too() -> None:
    verbs = "sind|werden|wurden|waren|bleiben|lassen sich"
    plural = re.compile(rf"\b(?:{verbs}) \{{(\w+)\}} \{{\1:")
    assert not [german for german, *_ in _CATALOGUE.values() if plural.search(german)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_messages_with_forms_are_filled_for_one_and_for_several(language) -> None:
    words = Words(language, resource_path("translations"))
    with_forms = [message for message, (german, *_) in _CATALOGUE.items() if _FORMS.search(message + german)]
    for message in with_forms:
        names = set(re.findall(r"\{(\w+)", message))
        for figure in ("1", "2"):
            said = words.say(message, **dict.fromkeys(names, figure))
            assert not re.search(r"[{}|]", said), message
    assert len(with_forms) > 200


def test_a_figure_selects_its_form() -> None:
    words, message = Words(), "there {n:is|are} {n:only one|all {n} records} of {m}"
    assert words.say(message, n=1, m="2") == "there is only one of 2"
    assert words.say(message, n="2", m="1") == "there are all 2 records of 1"
