"""The settings of a publication as a form shows them, and what they begin with. No Qt."""

from dataclasses import replace
from typing import Any, cast

from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.words import N_, Words

FORM: Method[PublicationSpec] = replace(
    cast(Any, TABLE), params=PublicationSpec, title=PublicationSpec.title, draws=never
)


def begun_publication(words: Words) -> PublicationSpec:
    """The form of a first publication: what it prints is in the window's language."""
    return PublicationSpec(
        symbol_note=words.say(N_("value not shown to protect confidentiality")),
        empty_note=words.say(N_("no cases")),
        missing=words.say(N_("(missing)")),
    )
