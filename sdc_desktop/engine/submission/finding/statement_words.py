"""Closed lists of words that state numbers of persons, or show that a number is none; English and German."""

import re
from collections.abc import Iterable

from sdc_desktop.engine.submission.finding.closed_words import NUMBERS, ROMANS, UNITS


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EQUALS = ("n", "Fallzahl", "sample size", "Stichprobe", "total", "gesamt", "insgesamt", "Summe")
_WEAK_BASE = (  # also before what is no number of persons: a score of 5
    *("of", "of the", "of whom", "of these", "of them", "including", "excluding", "von", "von den", "davon"),
    *("darunter", "einschließlich", "ausschließlich"),
)
_BASE = (*_WEAK_BASE, "based on", "out of", "total of", "base", "basis", "insgesamt", "gesamt")
_NOT_AFTER = _words("""
    table tab figure fig section chapter appendix model wave phase panel part no version page grade stage type
    Tabelle Abbildung Abb Kapitel Anhang Modell Welle Teil Nr Seite Typ per je pro over under aged age top
    über unter Alter version step Schritt seed study Studie iteration iterations Iterationen threshold
""")
_NOT_EXACT = _words("than als least most mindestens höchstens below above ab to bis multiples vielfache")
_NOT_AFTER_IN_TITLES = _words("with mit having size größe")
_NOT_BEFORE = (
    *_words("to bis year years Jahr Jahre Jahren day days Tage month months week weeks percent Prozent"),
    "per cent",
)
_MONEY = _words("euro euros eur usd gbp dollars pounds")
_THINGS = _words("""
    categories category classes class groups group regions region areas area districts levels level decimals
    digits hospitals sites centres centers clinics schools items points questions variables waves times
    countries sectors branches models tables figures columns rows pages quarters arms scales steps hours
    Kategorien Klassen Gruppen Regionen Gebiete Kreise Länder Stufen Dezimalstellen Stellen Krankenhäuser
    Kliniken Zentren Standorte Schulen Items Punkte Fragen Variablen Wellen Branchen Sektoren Modelle Tabellen
    Spalten Zeilen Seiten Quartale Stunden Minuten Mal mal
""")
_MONTHS = _words("""
    January February March April May June July August September October November December Januar Februar März
    Mai Juni Juli Oktober Dezember
""")


def _any(words: Iterable[str]) -> str:
    """A pattern of any of these words, longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_SINGULAR = "person|patient|respondent|participant|subject|proband|befragter?"
_DAY = r"\d{1,2}[./]\s?\d{1,2}[./]\s?(?:\d\d){1,2}|\d{4}-\d\d-\d\d"
_WORDS = {word: number for word, number in NUMBERS.items() if 1 < number < 10}
NUMBER_WORDS = {**_WORDS, **{word.lower(): number for number, word in enumerate(ROMANS, 1)}}
NUMBER_WORD = _pattern(  # an article counts before a unit only in a note of few words: eine Person verzogen
    rf"(?<!\w)(?:(?P<word>{_any(_WORDS)})|one|(?:nur|lediglich|genau) ein(?:e[nmrs]?)?)(?!\w)"
    rf"|^\W*ein(?:e[nmrs]?)?(?= \w+(?: \w+){{1,2}}\W*$)"
    rf"|(?:^\W*|[.;:,] |(?<!\w)(?:only|and|nur|und) )(?P<roman>(?-i:{_any(ROMANS)}))(?!\w)"
)
OF_ONE = _pattern(
    rf"(?<!\w)(?:born|geb\.|geboren|date of birth|dob|geburtsdatum):?\s*(?:on|am)?\s*(?:{_DAY})"
    rf"|(?<!\w)(?<!per )(?<!pro )(?<!je )(?<!each )(?:{_SINGULAR})(?:in)?"
    r"(?: (?:no|nr|id|number|nummer)\.?)?[ :#]{1,3}(?!(?:19|20)\d\d(?!\d))\d{3,9}(?![\d.,]*\d)"
)
VALUES_OF = _pattern(
    r"(?<!\w)\w*(?:times|dates|ages|values|incomes|weights|zeiten|daten|werte|einkommen) (?:of|by|von|der) "
    rf"(?:the |den )?(?:{_any(UNITS)}):\s*\d"
)
PERCENT = _pattern(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:[.,]\d{1,6})?)\s?(?:%|per ?cent\b|prozent\b)"
    r"(?!\s*-?\s*(?:ci\b|ki\b|conf|konf|interval|quantil|percentil))"
)
WEAK_BASES = frozenset(_WEAK_BASE)
UNIT = _pattern(rf"\s+(?:(?P<between>[^\W\d_][\w-]*)\s+)?(?:{_any(UNITS)})\b")
SIZE = _pattern(  # of a household or firm
    r" (?:child(?:ren)?|adults?|members?|employees|kind(?:er)?|beschäftigten?)$"
)
EQUALS_BEFORE = _pattern(
    rf"(?:^|(?<!\w))(?:{_any((*_EQUALS, *UNITS))})(?:\s*\((?:total|gesamt)\))?\s*[=:\t]\s*$"
)
BASE_BEFORE = _pattern(rf"(?<!\w)(?P<word>{_any(_BASE)})\s*(?:[:=]\s*|\s)$")
NOT_AFTER = _pattern(rf"(?:(?<!\w)(?:{_any((*_NOT_AFTER, *_NOT_EXACT))})\.?|[<>≤≥#€$£+])\s*$")
NOT_AFTER_IN_TITLES = _pattern(rf"(?<!\w)(?:{_any(_NOT_AFTER_IN_TITLES)}|(?:{_any(UNITS)})\s+(?:of|von))\s+$")
NOT_BEFORE = _pattern(
    rf"[-–]\w|\s*(?:%|[-–]\s*\d|:\d|/\s*\d|[€$£]|(?:{_any((*_NOT_BEFORE, *_MONEY))})\b|[-–]$)"
)
NO_BASE_BEFORE = _pattern(
    r"(?:multiples?|vielfachen?|score|base|(?:page|part|seite|teil|tab(?:le|elle))\s+\d+)\s+(?:of|von)\s+$"
)
THINGS = _pattern(rf"\s+(?:[^\W\d_][\w-]*\s+)?(?:{_any(_THINGS)})\b")
RANGE_BEFORE = _pattern(r"[\w.,]\s*[-–/]\s*$|[-–]$")
MONTH_AROUND = _pattern(rf"(?<!\w)(?:{_any(_MONTHS)})\b")
SUPERLATIVE = _pattern(r"\w+(?:est|ste[nrs]?)$")
