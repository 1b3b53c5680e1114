"""Variables that look like direct identifiers although no one gave them a role.

A variable is suspected where it is not continuous and has a different value in more than half of its records,
where it has a different whole number in each of them, or where its name says so in English or German (id,
ssn, name, e-mail, phone and the like) and it has more than a few values.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

HALF = 0.5  # share of different values above which a variable tells records apart
_LEAST = 6  # different values: of fewer a share says nothing
_FEW = 10  # values that a variable with a telling name may have
_FEW_SHARE = 0.05  # the same as a share of its records
_NAMES = frozenset(
    [
        "address",
        "adresse",
        "ahvnr",
        "ahvnummer",
        "aktenzeichen",
        "anschrift",
        "ausweisnummer",
        "benutzername",
        "caseid",
        "customerid",
        "customername",
        "email",
        "emailaddress",
        "employeeid",
        "familienname",
        "familyname",
        "fax",
        "firstname",
        "forename",
        "fullname",
        "geburtsname",
        "givenname",
        "guid",
        "handy",
        "handynummer",
        "hausnummer",
        "iban",
        "id",
        "ident",
        "identifier",
        "identnummer",
        "ids",
        "identifikationsnummer",
        "ipaddress",
        "kennnummer",
        "kennung",
        "kontonummer",
        "kundennummer",
        "lastname",
        "login",
        "mail",
        "maidenname",
        "matrikelnummer",
        "mobile",
        "mobilnummer",
        "mobilephone",
        "mobiltelefon",
        "nachname",
        "name",
        "names",
        "namen",
        "nino",
        "nationalid",
        "passnummer",
        "passport",
        "passportnumber",
        "patientid",
        "patientenid",
        "patientennummer",
        "personalnummer",
        "personennummer",
        "personid",
        "personenid",
        "phone",
        "phonenumber",
        "recordid",
        "rentenversicherungsnummer",
        "rufname",
        "rufnummer",
        "rvnr",
        "socialsecuritynumber",
        "sozialversicherungsnummer",
        "ssn",
        "steuerid",
        "steuernummer",
        "strasse",
        "street",
        "surname",
        "svnr",
        "svnummer",
        "taxid",
        "taxnumber",
        "tel",
        "telefon",
        "telefonnummer",
        "telephone",
        "telephonenumber",
        "userid",
        "username",
        "uuid",
        "versichertennummer",
        "versicherungsnummer",
        "vorname",
    ]
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True)
class Suspicion:
    """Why a variable may identify persons: its `values` distinguish records, as whole `numbers` do that are
    all different but may be amounts, or its `name` suggests it. ``share``: of different values in the records
    that have one, 0 to 1.
    """

    by: Literal["values", "numbers", "name"]
    share: float

    @property
    def doubtful(self) -> bool:
        """Whether it may also be an amount; then it is proposed, and judged in its released form."""
        return self.by == "numbers"


def suspicion(
    name: str, *, continuous: bool, distinct: int, records: int, whole: bool = False
) -> Suspicion | None:
    """What is suspected of a variable with this many different values in the records that have one;
    ``whole``: all of them are whole numbers.
    """
    share = distinct / records if records else 0.0
    if not continuous and distinct >= _LEAST and share > HALF:
        return Suspicion("values", share)
    words = words_of_name(name)
    several = share > _FEW_SHARE
    if "".join(words) in _NAMES and (several or distinct > _FEW):
        return Suspicion("name", share)
    if several and distinct > 1 and any(part in _NAMES for part in _parts(words)):
        return Suspicion("name", share)
    if whole and distinct >= _LEAST and distinct == records:
        return Suspicion("numbers", share)
    return None


def listed_words(words: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(words.split())


def could_be_named(name: str) -> bool:
    """Whether the name, or a part of it, names a direct identifier."""
    return any(part in _NAMES for part in _parts(words_of_name(name)))


def parts_of_name(name: str) -> frozenset[str]:
    """The words of a name and what neighbours among them give together, in small letters without accents."""
    return frozenset(_parts(words_of_name(name)))


def words_of_name(name: str) -> list[str]:
    """The words of a name in their order, in small letters without accents or figures."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss"))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word.casefold() for word in _WORD.findall(letters)]


def _parts(words: Sequence[str]) -> Iterator[str]:
    for start in range(len(words)):
        for stop in range(start + 1, len(words) + 1):
            yield "".join(words[start:stop])
