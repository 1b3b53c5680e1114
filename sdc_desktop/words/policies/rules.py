"""What a rule of a policy says, and what checking it found."""

from collections.abc import Mapping

from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.words.words import N_, Words, listed, whole

_SAYS = {
    "identifiers_gone": N_("No variable leaves that seems to be a direct identifier."),
    "patterns": N_("No value contains one of these: {figure}."),
    "ages": N_("No age above {figure} is shown, except in one class that holds all of them."),
    "postcodes": N_("Post codes show at most {figure} digits, and those of few inhabitants are hidden."),
    "areas": N_("Every area that is named has at least {figure} inhabitants."),
    "least_class": N_(
        "Every class of the key variables has at least {figure} {figure:record or person|records or persons}."
    ),
    "random_order": N_("The records have a random order."),
    "nothing_unique": N_("No variable has a different value in nearly every record."),
    "least_cell": N_("No count from 1 to less than {figure} is published or can be derived."),
}
_DATES = {
    "year": N_("No date is finer than a year."),
    "month": N_("No date is finer than a month."),
    "day": N_("No date is finer than a day."),
}
_TEXTS = {
    "e-mail": N_("e-mail addresses"),
    "url": N_("web addresses"),
    "ip_address": N_("IP and device addresses"),
    "telephone": N_("telephone numbers"),
    "social_security_us": N_("US social security numbers"),
    "national_insurance_uk": N_("UK national insurance numbers"),
    "national_number": N_("national numbers of persons"),
    "nhs_number": N_("NHS numbers"),
    "iban": N_("IBANs"),
    "payment_card": N_("numbers of payment cards"),
    "record_number": N_("named numbers of records, accounts or licences"),
    "vehicle": N_("vehicle identification numbers"),
    "postcode_us": N_("ZIP codes in addresses"),
    "postcode_uk": N_("UK postcodes"),
}
_OPEN = {
    "not_answered": N_("Not checked: state which variables it concerns."),
    "not_stated": N_("Not checked: no value shows it, you state it."),
    "no_populations": N_("Not checked: a file with the inhabitants of each area is required."),
    "not_counted": N_("Not checked: nothing was counted on these values."),
    "no_key_variables": N_("Not checked: the file has no key variables."),
}


def rule_sentence(figures: Mapping[str, Param], words: Words) -> str:
    """What a rule says, from the ``kind``, ``figure`` and own ``text`` that a result has of it."""
    kind, figure, text = str(figures["kind"]), figures.get("figure"), figures.get("text")
    if text:
        return words.say(str(text))
    if kind == "dates":
        return words.say(_DATES[str(figure)])
    if isinstance(figure, tuple):
        return words.say(_SAYS[kind], figure=listed([words.say(_TEXTS[one]) for one in figure], words))
    return words.say(_SAYS[kind], figure=whole(figure) if isinstance(figure, int) else "")


def found_sentence(found: RuleFound, words: Words) -> str:
    """What checking a rule found; empty where it is met."""
    if found.state == "not_checked":
        return words.say(_OPEN[found.open])
    if found.units:
        number = found.units
        return words.say_many(
            N_("{number} record or person is in a class that is too small."),
            N_("{number} records or persons are in classes that are too small."),
            number,
        )
    return " ".join(
        words.say_many(
            N_("{variable}: {number} record."),
            N_("{variable}: {number} records."),
            one.records,
            variable=one.variable,
        )
        for one in found.variables
    )
