"""The languages the program speaks, and which of them a user is spoken to in."""

import locale
from collections.abc import Mapping

from sdc_desktop.resources import resource_path
from sdc_desktop.words.words import Words

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}  # as their speakers call them
SYSTEM = "system"
VARIABLE = "SDC_DESKTOP_LANGUAGE"
_VARIABLES = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts


def words_in(language: str) -> Words:
    """The words of a language of :data:`LANGUAGES`; texts without a translation are English."""
    return Words(language, resource_path("translations"))


def chosen_language(choice: str, variables: Mapping[str, str]) -> str:
    """The language of a choice: itself, or for `system` what the environment says; English if neither is
    known.
    """
    if choice in LANGUAGES:
        return choice
    locale_name = next((variables[name] for name in _VARIABLES if variables.get(name)), None)
    if locale_name is None:
        locale_name = locale.getlocale()[0] or ""
    lowered = locale_name.casefold()
    return "de" if lowered.startswith(("de_", "de-", "german")) or lowered == "de" else "en"
