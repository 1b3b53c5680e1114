"""What values follow from, by name."""

from sdc_desktop.engine.inference.names import COUNTED, ORDER
from sdc_desktop.words.words import N_, Words


def source_name(name: str, words: Words) -> str:
    """What values follow from: a variable, or how many records share the number of a group."""
    if name == ORDER:
        return words.say(N_("order of the records"))
    if name.startswith(COUNTED) and len(name) > len(COUNTED):
        return words.say(
            N_("the number of records with the same {variable}"), variable=name.removeprefix(COUNTED)
        )
    return name
