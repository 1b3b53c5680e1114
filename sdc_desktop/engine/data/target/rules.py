"""What each output format can hold: names, labels, texts, missing codes, numbers and dates."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from sys import float_info
from types import MappingProxyType
from typing import Literal

from sdc_desktop.engine.data.foreign.texts import Origin
from sdc_desktop.engine.data.formats import WrittenFormat

Codes = Literal["own", "letters", "tagged", "none"]
"""How a format says that an answer is missing, and why: by values that are declared so (SPSS), by special
values .a to .z beside the numbers (Stata, SAS), by either (R: numbers are declared, others get a letter), or
not at all."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_SPSS_WORDS = _words("all and by eq ge gt le lt ne not or to with")
_STATA_WORDS = _words(
    "_all _b byte _coef _cons double float if in int long _n _N _pi _pred _rc _se _skip strL using with"
)
_SAS_WORDS = _words("_n_ _error_ _numeric_ _character_ _all_ _infile_ _msg_ _iorc_")
EXACT = 2.0**53  # whole numbers up to it are all doubles


@dataclass(frozen=True)
class NameRules:
    """Which names variables may have. ``pattern``: a name that is good; ``longest`` in characters or, where
    ``bytes`` is set, in UTF-8 bytes. ``ascii``: letters beyond ASCII are rewritten.
    """

    pattern: re.Pattern[str]
    longest: int
    bytes: bool = False
    ascii: bool = False
    folded: bool = True  # names that differ in case only are the same
    words: frozenset[str] = frozenset()  # that names cannot be; in small letters where ``folded`` is set
    types: re.Pattern[str] | None = None  # names of types, which variables cannot have


@dataclass(frozen=True)
class Rules:
    """What a format can hold. ``origin``: whose own ways (`Column.form`) it knows. Lengths of labels are in
    UTF-8 bytes, or in characters where ``label_bytes`` is not set; 0: it has none.

    ``text_labels``: texts may have value labels, of at most this many bytes (0: none). ``dates``: the first
    and the last that it can hold. ``number``: the most figures of a whole number, and the largest and
    smallest amount apart from 0. ``trims``: blanks at the end of texts are lost. ``truths``: it has the
    values true and false.
    """

    origin: Origin
    names: NameRules | None
    codes: Codes
    longest_label: int
    longest_value_label: int
    longest_text: int | None
    label_bytes: bool = True
    text_labels: int = 0
    whole_labels: bool = False  # only whole numbers can have value labels
    dated_labels: bool = True  # dates and times can have value labels
    typed: bool = True
    trims: bool = False
    truths: bool = False
    digits: int = 15
    largest: float = 1.7e308
    smallest: float = 0.0
    dates: tuple[str, str] = ("0001-01-01", "9999-12-31")
    days_of_time: bool = True  # spans of a day and longer, and below 0
    variables: int | None = None


_SAV = Rules(
    origin="sav",
    names=NameRules(
        re.compile(r"[^\W\d_](?:[\w.$#@]*[\w$#@])?|@[\w.$#@]*[\w$#@]"), 64, bytes=True, words=_SPSS_WORDS
    ),
    codes="own",
    longest_label=256,
    longest_value_label=120,
    longest_text=32_767,
    text_labels=120,
    trims=True,
    dates=("1582-10-15", "9999-12-31"),
)
_STATA = NameRules(
    re.compile(r"[^\W\d]\w*"), 32, folded=False, words=_STATA_WORDS, types=re.compile(r"str\d+")
)
_SHEET = Rules(
    origin="sheet",
    names=None,
    codes="none",
    longest_label=0,
    longest_value_label=0,
    longest_text=32_767,
    label_bytes=False,
    truths=True,
    dates=("1900-03-01", "9999-12-31"),
    days_of_time=False,
    variables=16_384,
)
_LONGEST_OF_R = 2**31 - 1  # bytes of a text
_TEXT = Rules(
    origin="",
    names=None,
    codes="none",
    longest_label=0,
    longest_value_label=0,
    longest_text=None,
    typed=False,
)
RULES: Mapping[WrittenFormat, Rules] = MappingProxyType(
    {
        "csv": _TEXT,
        "rda": _TEXT,
        "xlsx": _SHEET,
        "ods": _SHEET,
        "sav": _SAV,
        "zsav": _SAV,
        "dta": Rules(
            origin="dta",
            names=_STATA,
            codes="letters",
            longest_label=80,
            longest_value_label=32_000,
            longest_text=2_000_000_000,
            label_bytes=False,
            whole_labels=True,
            largest=8.9884656743e307,
            dates=("0100-01-01", "9999-12-31"),
            variables=32_767,
        ),
        "xpt": Rules(
            origin="sas",
            names=NameRules(re.compile(r"[A-Za-z_][A-Za-z0-9_]*"), 32, ascii=True, words=_SAS_WORDS),
            codes="letters",
            longest_label=256,
            longest_value_label=0,
            longest_text=32_767,
            trims=True,
            largest=7.2e75,
            smallest=5.4e-79,
            dates=("1582-01-01", "9999-12-31"),
            variables=32_767,
        ),
        "parquet": Rules(
            origin="parquet",
            names=None,
            codes="none",
            longest_label=0,
            longest_value_label=0,
            longest_text=None,
            truths=True,
            digits=18,
            days_of_time=False,
        ),
        "rds": Rules(
            origin="r",
            names=None,
            codes="tagged",
            longest_label=_LONGEST_OF_R,
            longest_value_label=_LONGEST_OF_R,
            longest_text=_LONGEST_OF_R,
            text_labels=_LONGEST_OF_R,
            dated_labels=False,
            largest=float_info.max,
            truths=True,
        ),
    }
)
