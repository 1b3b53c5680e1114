"""The report's fields and their choices in words: one label for form, cover, policy and history."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

LABELS: Mapping[str, str] = {
    "title": N_("Title"),
    "reference": N_("Reference"),
    "purpose": N_("Purpose"),
    "recipient": N_("Recipient"),
    "access": N_("Access"),
    "organisation": N_("Organisation"),
    "officer": N_("Prepared by"),
    "reviewer": N_("Reviewed by"),
    "head": N_("Head of department"),
    "date": N_("Date of the report"),
    "population": N_("Population"),
    "sample": N_("Sample"),
    "safeguards": N_("Safeguards"),
    "keep_until": N_("Kept until"),
    "next_review": N_("Next review"),
    "decision": N_("Decision"),
    "reason": N_("Reason for the decision"),
    "scenarios": N_("Scenarios"),
    "accepted": N_("Accepted reservations"),
    "edition": N_("Edition"),
    "products": N_("Released files"),
}
ACCESS: Mapping[str, str] = {
    "public": N_("Public use"),
    "scientific": N_("Scientific use"),
    "secure": N_("Secure environment"),
    "internal": N_("Internal use"),
}
DECISIONS: Mapping[str, str] = {
    "release": N_("Release"),
    "conditions": N_("Release under conditions"),
    "no": N_("Do not release"),
}
MEASURES: Mapping[str, str] = {
    "highest": N_("Maximum re-identification risk"),
    "average": N_("Average re-identification risk"),
    "disclosed": N_("People with a disclosed sensitive value"),
    "cells": N_("Unsafe cells that can be derived"),
}
EDITIONS: Mapping[str, str] = {
    "internal": N_("Internal, complete"),
    "external": N_("External, without sensitive details"),
}
_LONGEST = 60  # signs of a value in a step's name


def value_text(name: str, value: object, words: Words) -> str:
    """The value of a field in words: a choice by its name, any other text unchanged, nothing for None."""
    choices = {"access": ACCESS, "decision": DECISIONS}.get(name, {})
    if value is None:
        return ""
    return words.say(choices[str(value)]) if value in choices else str(value)


def field_label(name: str, value: object, words: Words) -> str:
    """What the step is called that fills in a field of the report."""
    text = words.say(EDITIONS[str(value)]) if name == "edition" else value_text(name, value, words)
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"
    field = words.say(LABELS[name])
    return words.say(N_("Report, {field}: {value}"), field=field, value=short or words.say(N_("none")))
