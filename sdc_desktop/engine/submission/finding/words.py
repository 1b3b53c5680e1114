"""Words of labels, in English and German: kinds of figures, totals, populations."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sdc_desktop.engine.submission.finding.closed_words import quantile_kind, statistic_of

# The first kind that fits counts, in this order. Words are whole words but for those of German compounds.
_KINDS = (
    (
        "ratio",
        r"odds[ -]ratio|hazard[ -]ratio|(?:risk|rate|incidence rate)[ -]ratio|relative risk"
        r"|(?-i:\b(?:a|u|c)?(?:OR|HR|RR|IRR)s?\b)|chancenverhältnis",
    ),
    (
        "gini",
        r"\bgini\b|\blorenz\b|gini-?koeffizient",
    ),
    (
        "concentration",
        r"\bhhi\b|herfindahl|hirschman|concentration ratio|\bcr[1-9]\b|konzentration",
    ),
    (
        "survival",
        r"surv(?:ival|\.)? ?(?:prob|func|rate)|kaplan|überlebens|cumulative hazard|\bhazard\b",
    ),
    (
        "correlation",
        r"correlation|korrelation|\bpearson|\bspearman|\bkendall",
    ),
    (
        "p_value",
        r"\bp[ -]?values?\b|\bp ?> ?\|?[tz]\|?|^p$|\bsig\.?$|signifikanz|\bpr\(|chi-?(?:2|square)"
        r"|\bt-?stat|\bf-?stat|teststat|\bwald\b|durbin|jarque|omnibus",
    ),
    (
        "rate",
        r"\b(?:per|je|pro)\s+(?P<per>10{0,2}(?:[ .,'’\u00a0\u2009\u202f]?000)+)\b(?!\s*%)",
    ),
    (
        "percent",
        r"%(?![\s-]*quantil)|per ?cent(?!ile)"
        r"|\bshares?\b|\bproportions?\b|\brates?\b|\bprozent|anteil|quote\b|\bpct\b",
    ),
    (
        "sd",
        r"std\.? ?(?:dev|err)|\bs\.?d\.?\b|\bs\.?e\.?\b|standard (?:dev|err)|standardabweichung"
        r"|standardfehler|\bstd\b|\bvariance|varianz|skew|kurtosis|schiefe|\bcv\b"
        r"|coefficient of variation|variationskoeff|margin of error|conf(?:idence|\.) ?(?:int|lim)"
        r"|(?-i:\bCI\b)|\[0\.0?25|0\.975\]|konfidenz",
    ),
    (
        "endpoint",
        r"\bmin(?:\.|imum|ima)?\b|\bmax(?:\.|imum|ima)?\b|\boldest\b|\byoungest\b|\brange\b"
        r"|\b(?:high|low|larg|small|earli|lat|long|short)est\b|\btop \d|\btop[- ]?(?:most|value)"
        r"|spannweite|älteste|jüngste|größte[rsn]?\b|kleinste[rsn]?\b|höchste[rsn]?\b|niedrigste"
        r"|\bhöchstwert|mindestwert|extrem",
    ),
    (
        "position",
        r"\bmedian|\bp\d{1,2}(?:\.\d)?\b|percentile|quantile|quartile?|decile|^q[1-3]$|\biqr\b"
        r"|zentralwert|perzentil|quantil|dezil|interquart|\b\d{1,2}(?:st|nd|rd|th) (?:pct|perc|cent)",
    ),
    (
        "mode",
        r"^mode$|^modus$|\bmodal (?:value|category|share)|modalwert",
    ),
    (
        "mean",
        r"\bmeans?\b|\baverages?\b|\bavg\.?\b|durchschnitt|mittelwert|arithm"
        r"|\bper (?:capita|person|head|household|firm|case)\b"
        r"|\bje (?:person|einwohner|fall|haushalt)\b|ø",
    ),
    (
        "cumulative",
        r"\bcum(?:\.|ul|ulative)?\b|kumul|running total",
    ),
    (
        "weighted",
        r"\bweighted (?:n|count|freq|number|total)|gewichtet|hochgerechnet"
        r"|\bestimated (?:number|population|count)",
    ),
    (
        "count",
        r"^\(?n\)?$|\bn\b(?!\.)|\bcounts?\b|\bnumbers?\b|\bfreq(?:uency|uencies|\.)?\b"
        r"|\bobs(?:ervations|\.)?\b|\bpersons?\b|\bpeople\b|\bcases?\b|\bfirms?\b|\bhouseholds?\b"
        r"|\brespondents?\b|\bpatients?\b|\bpupils?\b|\bstudents?\b|\bemployees\b|\bdeaths?\b"
        r"|\bbirths?\b|\bresidents?\b|\bunits?\b|\brecords?\b|\bindividuals\b|\bparticipants?\b"
        r"|\bevents?\b|at risk|\bcensored\b|anzahl|häufigkeit|\bfälle\b|\bpersonen|beschäftigte"
        r"|haushalte\b|unternehmen\b|betriebe\b|einwohner|\bzahl der\b|befragte|schüler|studierende"
        r"|patienten",
    ),
)
_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)
_INTERVAL = re.compile(
    r"\b\d\d(?:[.,]\d+)? ?%[ -]?(?:ci|ki|cl|conf\w*|konf\w*)\b|\b(?:ci|ki)[ (]{1,2}\d\d(?:[.,]\d+)? ?%"
    r"|\b(?:lower|upper|untere\w?|obere\w?) \d\d(?:[.,]\d+)? ?%|\[\d\d% conf",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"\bcoef(?:\.|s|ficients?)?\b|\bestimates?\b|\bbeta\b|^b$|koeffizient|schätzer", re.IGNORECASE
)
_MONEY = re.compile(
    r"income|turnover|revenue|\bwages?\b|salar(?:y|ies)|earnings|\bsales\b|expenditure|\bcosts?\b|\bprofits?\b"
    r"|\beuros?\b|\beur\b|€|\$|£|\busd\b|\bgbp\b|umsatz|umsätze|einkommen|\blohn|löhne|gehalt|gehälter|ausgaben"
    r"|\bkosten\b|betrag|beträge|gewinn|\bsums?\b|\bamounts?\b|\bvalue added\b|\bsumme\b|\bhours\b"
    r"|\bproduction\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\btotals?\b|\ball\b|\boverall\b|\bsum\b|\bmargins?\b|\bany\b|\bboth\b|insgesamt|gesamt|\bsumme\b"
    r"|\balle\b|zusammen|\bcombined\b|\bgrand\b",
    re.IGNORECASE,
)
_ONLY_TOTAL = re.compile(
    r"(?:grand )?totals?|all|overall|sum|any|both|insgesamt|gesamt|summe|alle|zusammen|margins?|combined"
    r"|all \w+|alle \w+|both \w+|total \w+|\w+ (?:insgesamt|total)"
)
_SUBSET = re.compile(
    r"\W*(?:of (?:whom|these|them|which|those)|thereof|incl(?:uding)?|davon|darunter)\b", re.IGNORECASE
)
_AT_RISK = re.compile(r"\bat[ _]risk|\bn\.risk\b|unter risiko|under risiko", re.IGNORECASE)
_ROUNDED = re.compile(r"round(?:ed|ing)|gerundet|rundung", re.IGNORECASE)
_ROUNDED_TO = re.compile(
    r"(?:round(?:ed|ing)|gerundet|rundung)[^0-9\n]{0,40}(?P<base>\d{1,4})", re.IGNORECASE
)
_BASE = re.compile(r"\b[nN]\s*[=:]\s*(?P<number>\d[\d.,'\u00a0\u2009\u202f ]*\d|\d)")
_NO_DECIMALS = re.compile(r"[.,]0{1,2}$")
_WHOLE = re.compile(r"\d+(?:[.,]0{1,2})?|\d{1,3}(?:[.,'\u00a0\u2009\u202f ]\d{3})+")
_FEWER = re.compile(
    r"(?P<mark>\*+|\[?\(?\b(?:c|x|s|np|n\.p\.)\b\)?\]?|\.{1,2}|:)\s*[=:–-]?\s*"
    r"(?:means |count |values? |suppressed:? )*"
    r"(?:fewer than|less than|under|below|<|unter|weniger als|kleiner als)\s*(?P<number>\d{1,4})",
    re.IGNORECASE,
)
# A position by its number: P90, 90th percentile, 95. Perzentil, 0.99 quantile, percentile: 5, Q1.
_NUMBERED = r"(?P<p>\d{1,2}(?:[.,]\d{1,3})?)"
_QUANTILE = re.compile(rf"\bp\s?\.?{_NUMBERED}\b")
_BEFORE = re.compile(rf"{_NUMBERED}\s?(?:\.|st|nd|rd|th|%)?[\s-]*(?:perc|perz|pct|cent|quant|dec|dez|quart)")
_BEHIND = re.compile(
    rf"(?:percentiles?|perzentile?|quantile?s?|deciles?|dezile?|quartile?s?)[\s:=(]*{_NUMBERED}\b"
)
_QUARTER = re.compile(r"\bq(?P<p>[1-4])\b")
_PARTS_OF = (  # the outermost one of so many parts, where no number is given
    (re.compile(r"quart|\biqr\b|interquart"), 4),
    (re.compile(r"decil|dezil"), 10),
    (re.compile(r"percentile|perzentil|quantil|\b\d{1,2}(?:st|nd|rd|th) (?:pct|perc|cent)"), 100),
)
_MOST_DIGITS = 15  # of a number of persons
_MOST = 400  # characters of a label that are read
_REMEMBERED = 20_000  # labels: those of a submission recur


@lru_cache(maxsize=_REMEMBERED)
def kind_of(label: str) -> str | None:
    """The kind that the words of a label say; None where they say none."""
    text = label[:_MOST]
    closed = statistic_of(text)
    if closed is not None:
        return closed
    text, intervals = _INTERVAL.subn(" ", text)
    found = next((kind for kind, pattern in _COMPILED if pattern.search(text)), None)
    return "sd" if found is None and intervals else found


def kinds_in(label: str) -> Iterator[str]:
    """All kinds that a label names, in the order of its words: of a cell with several figures."""
    text = _BASE.sub(" ", label[:_MOST])
    found = [(match.start(), -1, "sd") for match in _INTERVAL.finditer(text)]
    text = _INTERVAL.sub(lambda match: " " * len(match[0]), text)
    for rank, (kind, pattern) in enumerate(_COMPILED):
        found += [(match.start(), rank, kind) for match in pattern.finditer(text)]
    last = -1
    for start, _, kind in sorted(found):
        if start != last:
            yield kind
            last = start


@lru_cache(maxsize=_REMEMBERED)
def rate_base(label: str) -> int:
    """Per how many persons a label gives a rate: 100,000; 100 where it gives none, as for percentages."""
    found = dict(_COMPILED)["rate"].search(label[:_MOST])
    return int("".join(sign for sign in found["per"] if sign.isdigit())) if found else 100


@lru_cache(maxsize=_REMEMBERED)
def is_model(label: str) -> bool:
    """Whether a heading names coefficients."""
    return _MODEL.search(label[:_MOST]) is not None


@lru_cache(maxsize=_REMEMBERED)
def is_at_risk(label: str) -> bool:
    """Whether a heading is of numbers at risk."""
    return _AT_RISK.search(label[:_MOST]) is not None


@lru_cache(maxsize=_REMEMBERED)
def is_money(label: str) -> bool:
    """Whether a label has a word for amounts."""
    return _MONEY.search(label[:_MOST]) is not None


@lru_cache(maxsize=_REMEMBERED)
def is_total(label: str) -> bool:
    """Whether a label has a word for total."""
    return _TOTAL.search(label[:_MOST]) is not None


@lru_cache(maxsize=_REMEMBERED)
def is_total_label(text: str) -> bool:
    """Whether a label is only a word for total."""
    return _ONLY_TOTAL.fullmatch(" ".join(text.casefold().split())) is not None


def is_subset(label: str) -> bool:
    """Whether a label is of some of those in the line above: of these men."""
    return _SUBSET.match(label) is not None


def names_subset(text: str) -> bool:
    """Whether a text is also about some of its persons: North (davon 3 im Osten)."""
    return _SUBSET.search(text) is not None


def says_rounded(text: str) -> tuple[bool, int]:
    """Whether a text says that figures are rounded, and the base that it states, or 0."""
    found = _ROUNDED_TO.search(text)
    return _ROUNDED.search(text) is not None, int(found["base"]) if found else 0


@lru_cache(maxsize=_REMEMBERED)
def stated_base(text: str) -> str | None:
    """The number behind `N =` in a label or title."""
    found = _BASE.search(text[:_MOST])
    return None if found is None else found["number"]


@lru_cache(maxsize=_REMEMBERED)
def stated_number(text: str) -> int | None:
    """The number of persons behind `N =` in a label or title: whole, so that 2.000 is two thousand."""
    found = stated_base(text)
    if found is None or not _WHOLE.fullmatch(found):
        return None
    digits = "".join(sign for sign in _NO_DECIMALS.sub("", found) if sign.isdigit())
    return int(digits) if len(digits) <= _MOST_DIGITS else None


def fewer_than(text: str) -> Iterator[tuple[str, int]]:
    """Marks that a note explains as fewer than a number: ("*", 10)."""
    for found in _FEWER.finditer(text):
        yield found["mark"], int(found["number"])


def quantile_of(label: str) -> float | None:
    """The share below a position, 0 to 1; None where the label names no single one."""
    text = label[:_MOST].lower().split(" / ")[-1].strip()
    if quantile_kind(text) == "position" and not text.startswith("p"):
        number = float(text.rstrip("% ").replace(",", "."))
        return number / 100 if "%" in text else number
    if "median" in text or "zentralwert" in text:
        return 0.5
    named = next((parts for words, parts in _PARTS_OF if words.search(text)), None)
    for pattern in (_QUANTILE, _BEFORE, _BEHIND):
        found = pattern.search(text) if pattern is _QUANTILE or named else None
        if found is not None:
            number = float(found["p"].replace(",", "."))
            parts = 100 if named is None or (number >= 1 and named < number) else named
            return number / parts if number >= 1 else number
    found = _QUARTER.search(text)
    if found is not None:
        return min(int(found["p"]), 3) / 4
    if named is None:
        return None
    upper = any(word in text for word in ("upper", "top", "highest", "ober"))
    return 1 - 1 / named if upper else 1 / named
