"""Whose the records are: the choices for a file that was opened, and what is known after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.problems import error
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.persons import PersonRecords
    from sdc_desktop.engine.data.spec import Known
    from sdc_desktop.engine.inference.persons_question import PersonsQuestion
    from sdc_desktop.engine.microdata.person_figures import KnowledgeFigures

OF_PERSONS = N_("Records of persons")
ONE_RECORD_EACH = N_("One record per person")
KNOWLEDGE = N_("Intruder's knowledge")
KNOWLEDGE_HELP = N_("How many records of a person have key values that the intruder knows.")
KNOWN: Mapping[str, str] = {
    "1": N_("One record"),
    "2": N_("Two records"),
    "3": N_("Three records"),
    "all": N_("All records"),
}
ALL_KNOWN = N_("All records, and that they are all")
_KNOWS: Mapping[str, str] = {
    "1": N_("An intruder knows the key values of one record of a person."),
    "2": N_("An intruder knows the key values of up to two records of a person."),
    "3": N_("An intruder knows the key values of up to three records of a person."),
    "all": N_("An intruder knows the key values of all records of a person, and that they are all."),
}
K_OF_PERSONS = N_("Some persons have several records: k counts persons.")
COUNTS_RECORDS = N_("Counts records, and some persons have several.")
WITHOUT = N_("Records without a person")
MISSING: Mapping[str, str] = {"refuse": N_("refuse"), "nobody": N_("count as no person")}


def refused_for_persons(methods: Iterable[Method[Any]], words: Words) -> dict[str, str]:
    """By kind why a method is refused where persons have several records, in two sentences. What never needs
    the records is not.
    """
    return {
        one.kind: spoken(error("persons.not_yet", title=one.title), words)
        for one in methods
        if one.counts_persons is never and one.needs_data is not never
    }


def barred_suppressions(known: Known | None, words: Words) -> dict[str, str]:
    """Which suppressions hide no person, with the reason; ``known``: None where no person has several."""
    if known is None:
        return {"persons": words.say(N_("No person is known to have several records."))}
    if known == 1:
        return {}
    why = N_("Hides no person whose other records are known.")
    return dict.fromkeys(("cells", "records"), words.say(why))


def question_text(found: PersonsQuestion, words: Words) -> str:
    """What is asked, with the figures that matter."""
    say = words.say
    figures = {"persons": whole(found.persons), "records": whole(found.records), "most": whole(found.most)}
    text = N_(
        "{variable}: {persons} {persons:value|values} in {records} "
        "{records:record|records}, at most {most} {most:record|records} with one value."
    )
    parts = [say(text, variable=found.variable, **figures)]
    if found.constant:
        parts.append(say(N_("Constant for each value: {variables}."), variables=few(found.constant, words)))
    parts.append(say(N_("If each value is a person, protect persons, not records.")))
    return " ".join(parts)


def persons_text(found: PersonRecords, words: Words) -> str:
    """Persons, records, and the most of one person."""
    say = words.say
    figures = {"persons": whole(found.persons), "records": whole(found.records), "most": whole(found.most)}
    parts = [
        say(
            N_(
                "{persons} {persons:person|persons}, {records} {records:record|records}, at most "
                "{most} of one person."
            ),
            **figures,
        )
    ]
    if found.without:
        one, many = N_("{number} record without a person."), N_("{number} records without a person.")
        parts.append(words.say_many(one, many, found.without))
    return " ".join(parts)


def unique_text(knowledge: Mapping[str, KnowledgeFigures], words: Words) -> str:
    """How many persons the key values as read distinguish, by what an intruder knows."""
    numbers = _by_knowledge({known: one.uniques for known, one in knowledge.items()}, words)
    return words.say(N_("Unique on key variables: {numbers}."), numbers=numbers)


def released_text(job: str, knowledge: Mapping[str, KnowledgeFigures], words: Words) -> str:
    """The smallest class of a protected file, by what an intruder knows."""
    numbers = _by_knowledge({known: one.k for known, one in knowledge.items()}, words)
    return words.say(N_("Smallest class of {job}: {numbers}."), job=job, numbers=numbers)


_BY: Mapping[str, str] = {
    "1": N_("{number} by one record"),
    "2": N_("{number} by two"),
    "3": N_("{number} by three"),
    "all": N_("{number} by all"),
}


def _by_knowledge(numbers: Mapping[str, int], words: Words) -> str:
    parts = (words.say(text, number=whole(numbers[known])) for known, text in _BY.items() if known in numbers)
    return ", ".join(parts)


def known_text(known: str, words: Words, time: str | None = None) -> str:
    """What an intruder is assumed to know of a person; by ``time`` also the order of the records."""
    parts = [words.say(_KNOWS[known])]
    if time is not None:
        parts.append(words.say(N_("Their order by {time} is known too."), time=time))
    return " ".join(parts)


def known_step(known: str, words: Words) -> str:
    """What the step is called that sets what an intruder knows."""
    return words.say(N_("Intruder's knowledge: {known}"), known=words.say(KNOWN[known]))
