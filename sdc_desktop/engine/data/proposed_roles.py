"""Roles to begin with for the variables of a file that was just opened, each with the reason. Proposals: the
officer decides.

Direct identifiers come first (`suspicion.py`); others are proposed by name and label in English or German,
or by a hierarchy file beside the data. A file without any such name begins with its categorical variables as
key variables, so that a first risk can be measured.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sdc_desktop.engine.data.suspicion import listed_words, parts_of_name
from sdc_desktop.engine.spec import Role

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Variable

Reason = Literal["values", "numbers", "name", "label", "hierarchy", "categories", "row_names", "row_numbers"]
FEWEST_RECORDS = 20  # of fewer records categories say nothing
MOST_CATEGORICAL = 8  # key variables by their categories alone: with more nearly every record is unique


_KEY = listed_words(
    """
    age alter altersgruppe agegroup sex gender geschlecht race ethnicity ethnic ethnie marital
    maritalstatus civilstatus familienstand zivilstand education bildung bildungsabschluss schulabschluss
    ausbildung degree occupation beruf berufsgruppe profession job employment workclass erwerbsstatus
    beschaftigung isco nationality nationalitat citizenship staatsangehorigkeit country nativecountry
    countryofbirth birth birthdate birthday birthyear dob yearofbirth dateofbirth geburt geburtsjahr
    geburtsdatum geburtsland geburtsort zip zipcode postcode postalcode plz postleitzahl region district
    municipality gemeinde kreis landkreis bezirk county province provinz state bundesland canton kanton
    city town stadt ort wohnort place residence nuts language sprache religion konfession denomination
    hhsize householdsize marstat educ haushaltsgrosse children kinder kinderzahl industry branch branche
    wirtschaftszweig nace sector sektor urbanrural born geboren
    """
)
_SENSITIVE = listed_words(
    """
    diagnosis diagnose disease krankheit illness icd income einkommen haushaltseinkommen salary gehalt
    lohn wage wages earnings verdienst wealth vermogen debt schulden hiv disability behinderung health
    gesundheit symptom symptoms medication medikament medikamente treatment behandlung crime straftat
    benefits sozialhilfe tax partei turnover umsatz profit gewinn expenditure ausgaben sales savings
    ersparnis
    """
)
# "weight" alone is also that of a body: seeming_roles.py looks at its values
_WEIGHT = listed_words(
    """
    fnlwgt wgt samplingweight sampleweight surveyweight designweight finalweight personweight
    householdweight hhweight pweight grossingweight hochrechnungsfaktor
    gewichtungsfaktor hochrechnungsgewicht
    """
)
_BY_NAME: tuple[tuple[Role, frozenset[str]], ...] = (
    ("weight", _WEIGHT),
    ("sensitive", _SENSITIVE),
    ("key", _KEY),
)


@dataclass(frozen=True)
class ProposedRole:
    """A role and what it is proposed by; ``share``: of different values where they are the reason, 0 to 1."""

    role: Role
    by: Reason
    share: float = 0.0


def proposed_roles(
    variables: Iterable["Variable"],
    records: int,
    labels: Mapping[str, str] = {},
    with_hierarchy: Collection[str] = (),
) -> dict[str, ProposedRole]:
    """Roles for the variables that have none yet, by name, in file order.

    ``labels``: what the file calls its variables; ``with_hierarchy``: those that a hierarchy file beside the
    data is named after.
    """
    without = [variable for variable in variables if variable.unsaid]
    found: dict[str, ProposedRole] = {}
    for variable in without:
        proposal = _proposed(variable, labels.get(variable.name, ""), variable.name in with_hierarchy)
        if proposal is not None:
            found[variable.name] = proposal
    if records >= FEWEST_RECORDS and not any(proposal.role == "key" for proposal in found.values()):
        left = [
            v.name for v in without if v.name not in found and v.level != "continuous" and not v.free_text
        ]
        found |= dict.fromkeys(left[:MOST_CATEGORICAL], ProposedRole("key", "categories"))
    return {v.name: found[v.name] for v in without if v.name in found}


def role_of_row_names(*, numbered: bool) -> ProposedRole:
    """The role of the names of the rows: numbers of them are not released, others may name persons."""
    if numbered:
        return ProposedRole("not_released", "row_numbers")
    return ProposedRole("direct_identifier", "row_names")


def _proposed(variable: "Variable", label: str, has_hierarchy: bool) -> ProposedRole | None:
    if variable.seems is not None:
        return ProposedRole(variable.seems, "name")
    if variable.suspicion is not None:
        return ProposedRole("direct_identifier", variable.suspicion.by, variable.suspicion.share)
    if variable.free_text:
        return None
    by_name = _role_of(variable.name, variable)
    if by_name is not None:
        return ProposedRole(by_name, "name")
    by_label = _role_of(label, variable)
    if by_label is not None:
        return ProposedRole(by_label, "label")
    return ProposedRole("key", "hierarchy") if has_hierarchy else None


def _role_of(text: str, variable: "Variable") -> Role | None:
    parts = parts_of_name(text)
    for role, names in _BY_NAME:
        if parts & names and (role != "weight" or variable.level == "continuous"):
            return role
    return None
