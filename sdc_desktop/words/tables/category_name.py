"""The names of categories."""

from sdc_desktop.words import N_, Words


def category_name(code: str, words: Words) -> str:
    """A category by its code; one of records without a value has none."""
    return code if code.strip() else words.say(N_("(missing)"))
