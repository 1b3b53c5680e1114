"""Kinds of text that identify persons, anywhere in a value: addresses, numbers of persons, accounts.

A kind with check digits is recognised by them, so that an amount or a code is rarely taken for a number of a
person. What a pattern does not find may still be there: a free text has to be read.
"""

import re
from collections.abc import Callable, Mapping
from ipaddress import AddressValueError, IPv6Address
from typing import get_args

from sdc_desktop.engine.rules.figures import ALONE_AFTER, ALONE_BEFORE, figures, has_luhn_check, weighted
from sdc_desktop.engine.rules.national_numbers import has_national_number
from sdc_desktop.engine.rules.plain_text import plain
from sdc_desktop.engine.rules.spec import PatternKind
from sdc_desktop.engine.rules.telephones import TELEPHONE, is_telephone

PATTERN_KINDS: tuple[PatternKind, ...] = get_args(PatternKind)

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})"
_TOP = (
    "com|org|net|edu|gov|mil|int|info|biz|io|eu|us|uk|ca|au|ie"
    "|de|at|ch|li|fr|it|es|pt|nl|be|lu|dk|se|no|fi|pl|cz"
)
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]"
    "|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]"
)
_UK_AREAS = (
    "A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|L[ADELNSU]?"
    "|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE"
)
_MEDICARE = "AC-HJKMNP-RT-Y"  # the letters of a Medicare beneficiary identifier
_LABELS = (
    "mrn|medical record|(?:patient|pat|fall|konto|kunden|personal|versicherten|versicherungs"
    "|ausweis|pass|serien)"
    "(?:en)?|account|acct|member|policy|beneficiary|certificate|licen[cs]e|passport|serial"
    "|device|case|chart|claim"
)
_NUMBER = r"(?:[ -]?(?:id|no|nr|number|nummer|plate|kennzeichen))"
_IBAN_LENGTHS = {
    one[:2]: int(one[2:])
    for one in [
        "AD24",
        "AE23",
        "AL28",
        "AT20",
        "AZ28",
        "BA20",
        "BE16",
        "BG22",
        "BH22",
        "BR29",
        "BY28",
        "CH21",
        "CR22",
        "CY28",
        "CZ24",
        "DE22",
        "DK18",
        "DO28",
        "EE20",
        "EG29",
        "ES24",
        "FI18",
        "FO18",
        "FR27",
        "GB22",
        "GE22",
        "GI23",
        "GL18",
        "GR27",
        "GT28",
        "HR21",
        "HU28",
        "IE22",
        "IL23",
        "IQ23",
        "IS26",
        "IT27",
        "JO30",
        "KW30",
        "KZ20",
        "LB28",
        "LC32",
        "LI21",
        "LT20",
        "LU20",
        "LV21",
        "LY25",
        "MC27",
        "MD24",
        "ME22",
        "MK19",
        "MR27",
        "MT31",
        "MU30",
        "NL18",
        "NO15",
        "PK24",
        "PL28",
        "PS29",
        "PT25",
        "QA29",
        "RO24",
        "RS22",
        "SA24",
        "SC31",
        "SE24",
        "SI19",
        "SK24",
        "SM27",
        "ST25",
        "SV28",
        "TL23",
        "TN24",
        "TR26",
        "UA29",
        "VA22",
        "VG24",
        "XK20",
    ]
}


def _alone(pattern: str) -> re.Pattern[str]:
    """The pattern where it is no part of a longer number or code."""
    return re.compile(f"{ALONE_BEFORE}(?:{pattern}){ALONE_AFTER}")


_PATTERNS: Mapping[PatternKind, re.Pattern[str]] = {
    "e-mail": re.compile(
        r"[\w.%+'\"-](?:@| ?[(\[{] ?(?:at|AT) ?[)\]}] ?)\[?[\w-]+"
        r"(?:(?:\.| ?[(\[{] ?(?:dot|DOT|punkt) ?[)\]}] ?)[\w-]+)*"
        r"(?:\.| ?[(\[{] ?(?:dot|DOT|punkt) ?[)\]}] ?)(?:[^\W\d_]{2,}|xn--[a-zA-Z0-9-]+)"
    ),
    "url": re.compile(
        r"(?i)(?<![a-z])(?:(?:https?|hxxps?|s?ftps?|file|wss?|ssh|git|ldaps?|rtsp|smb|nfs)://[^\s]"
        r"|www[0-9]{0,2}\.[\w-]+\.[^\W\d_])"
        rf"|(?<![\w@.-])[a-z0-9][\w-]*(?:\.[\w-]+)*\.(?:{_TOP})(?::[0-9]+)?/\w"
        r"|(?<![\w@.-])[a-z0-9][\w-]+\.[\w-]{2,}\.(?:com|org|net|edu|gov|info|biz)(?![\w-])"
    ),
    "ip_address": re.compile(
        rf"(?<![0-9.]){_OCTET}(?:\.{_OCTET}){{3}}(?![0-9]|\.[0-9])"
        r"|(?<![0-9A-Za-z:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Za-z:-])"
        r"|(?<![0-9A-Za-z:])[0-9A-Fa-f:]{3,39}(?![0-9A-Za-z:])"
    ),
    "telephone": TELEPHONE,
    "social_security_us": re.compile(
        rf"{ALONE_BEFORE}(?:(?!000|666|9)[0-9]{{3}}|9[0-9]{{2}}(?=.[5-9]))([- .])"
        rf"(?!00)[0-9]{{2}}\1(?!0000)[0-9]{{4}}"
        rf"(?:-?[A-TW][0-9A-Z]?)?{ALONE_AFTER}"
        rf"|(?<![0-9A-Za-z*#])[Xx*#]{{3}}-?[Xx*#]{{2}}-?[0-9]{{4}}{ALONE_AFTER}"
        rf"|(?i:(?<![a-z])(?:ssn|social security(?: number| no)?)\.?[ :#=]{{0,3}})[0-9]{{9}}(?![0-9])"
    ),
    "national_insurance_uk": _alone(
        r"(?i:(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?:[ -]?[0-9]{2}){3}[ -]?[A-D])"
    ),
    "national_number": re.compile(r"(?s).+"),
    "nhs_number": _alone(r"[0-9]{3}([ -])[0-9]{3}\1[0-9]{4}|[467][0-9]{9}"),
    "iban": re.compile(
        rf"(?i){ALONE_BEFORE}(?:{'|'.join(_IBAN_LENGTHS)})[0-9]{{2}}(?:[ -]?[0-9A-Z]){{11,30}}"
    ),
    "payment_card": _alone(
        r"[2-6][0-9]{3}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}|3[0-9]{3}([ -])[0-9]{6}\2[0-9]{4,5}"
        r"|(?:4|5[0-9]|2[2-7]|6[0-9]|35)[0-9]{14,15}|3[047][0-9]{13}|3[0689][0-9]{12}"
    ),
    "record_number": re.compile(
        rf"(?i)(?<![a-z])(?:mrn|(?:{_LABELS}){_NUMBER})\.?[ :#=-]{{0,4}}"
        rf"(?=[a-z0-9./-]{{0,12}}[0-9]{{3}})[a-z0-9][a-z0-9./-]{{3}}"
        rf"|{ALONE_BEFORE}[1-9][{_MEDICARE}][0-9{_MEDICARE}][0-9]-?[{_MEDICARE}][0-9{_MEDICARE}][0-9]"
        rf"-?[{_MEDICARE}]{{2}}[0-9]{{2}}{ALONE_AFTER}"
    ),
    "vehicle": _alone(r"[A-HJ-NPR-Za-hj-npr-z0-9]{17}"),
    "postcode_us": re.compile(
        rf"{ALONE_BEFORE}[0-9]{{5}}-[0-9]{{4}}{ALONE_AFTER}|, ?(?:{_STATES}),? [0-9]{{5}}(?![0-9])"
        r"|(?i:(?<![a-z])zip(?: ?code)?)[ :#=]{1,3}[0-9]{5}(?![0-9])"
    ),
    "postcode_uk": _alone(
        rf"(?:{_UK_AREAS})[0-9][0-9A-Z]? ?[0-9][ABD-HJLNP-UW-Z]{{2}}"
        rf"|(?:{_UK_AREAS.lower()})[0-9][0-9a-z]? [0-9][abd-hjlnp-uw-z]{{2}}"
    ),
}
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES = {
    sign: value
    for value, signs in enumerate(("0", "1AJ", "2BKS", "3CLT", "4DMU", "5ENV", "6FW", "7GPX", "8HY", "9RZ"))
    for sign in signs
}
_CODES_BELOW = 20  # codes of four levels, as of COICOP, have no higher parts


def contains(kind: PatternKind, text: str) -> bool:
    """Whether a text contains a value of this kind, with valid check digits where the kind has them."""
    is_valid = _VALID.get(kind)
    found = _PATTERNS[kind].finditer(plain(text))
    return any(is_valid is None or is_valid(one[0]) for one in found)


def _is_address(text: str) -> bool:
    if "." in text:
        parts = [int(one) for one in text.split(".")]
        return max(parts) >= _CODES_BELOW or parts[:3] == [10, 0, 0]
    if len(text) == len("00:1a:2b:3c:4d:5e") and text.count(text[2]) == 5:
        return any(sign.isalpha() for sign in text)  # of a device; pairs of figures alone may be times
    if text.count(":") < 2 or sum(sign != ":" for sign in text) < 5:
        return False
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return any(sign.isdecimal() for sign in text)


def _is_nhs_number(text: str) -> bool:
    *many, check = figures(text)
    rest = 11 - weighted(many, range(10, 1, -1)) % 11
    return rest % 11 == check and len({*many, check}) > 1


def _is_iban(text: str) -> bool:
    signs = re.sub("[ -]", "", text).upper()
    length = _IBAN_LENGTHS.get(signs[:2], len(signs) + 1)
    moved = signs[4:length] + signs[:4]
    return len(signs) >= length and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


def _is_card(text: str) -> bool:
    many = figures(text)
    return 14 <= len(many) <= 19 and has_luhn_check(many)


def _is_vehicle(text: str) -> bool:
    text = text.upper()
    if text.isdecimal() or text.isalpha():
        return False
    rest = sum(weight * _VIN_VALUES[sign] for weight, sign in zip(_VIN_WEIGHTS, text, strict=True)) % 11
    return text[3:6] == "ZZZ" or text[8] == ("X" if rest == 10 else str(rest))  # ZZZ: makers in Europe


_VALID: Mapping[PatternKind, Callable[[str], bool]] = {
    "ip_address": _is_address,
    "telephone": is_telephone,
    "national_number": has_national_number,
    "nhs_number": _is_nhs_number,
    "iban": _is_iban,
    "payment_card": _is_card,
    "vehicle": _is_vehicle,
}
