"""Sentences on what is counted: records, or the persons whose records they are.

Languages inflect whole sentences, so each message on records has its twin on persons, and none is forgotten.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from sdc_desktop.engine.data.spec import Known
from sdc_desktop.words.words import N_, Words, whole

Message = TypeVar("Message", str, tuple[str, str])


class Units(Protocol):
    """A result whose figures count ``units``: records, or persons where some have several records. ``known``:
    the number of records of a person that an intruder knows.
    """

    @property
    def records(self) -> int: ...
    @property
    def units(self) -> int: ...
    @property
    def persons(self) -> int | None: ...
    @property
    def known(self) -> Known | None: ...


@dataclass(frozen=True)
class Counted(Generic[Message]):
    """A message on records and the same on persons: a text, or its singular and plural."""

    records: Message
    persons: Message

    def of(self, persons: int | None) -> Message:
        """The one on persons where their number is given."""
        return self.records if persons is None else self.persons


_KNOWN: Mapping[str, str] = {
    "1": N_("one record known"),
    "2": N_("two records known"),
    "3": N_("three records known"),
    "all": N_("all records known"),
}
UNITS = Counted(N_("Records"), N_("Persons"))
UNIQUE = Counted(N_("Unique records"), N_("Unique persons"))
OF_ALL = Counted(
    N_("of {records} {records:record|records}"), N_("of {persons} {persons:person|persons} ({known})")
)
SHARE = Counted(N_("Share of records"), N_("Share of persons"))
ABOVE = Counted(N_("Records above {most}"), N_("Persons above {most}"))
NONE_UNIQUE = Counted(
    N_("No record is unique on {variables}."), N_("No person is unique on {variables} ({known}).")
)
SOME_UNIQUE = Counted(
    N_("Some records are unique on {variables}."), N_("Some persons are unique on {variables} ({known}).")
)


def known_briefly(known: Known | str | None, words: Words) -> str:
    """How many records of a person are known, in a few words."""
    return words.say(_KNOWN[str(known or 1)])


def figures_of(found: Units, words: Words) -> dict[str, str]:
    """What messages say of the whole: its records or persons, and what is known of one."""
    return {
        "records": whole(found.records),
        "persons": whole(found.units),
        "known": known_briefly(found.known, words),
    }
