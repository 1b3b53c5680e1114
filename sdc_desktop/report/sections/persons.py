"""Whose the records are: the unit that is protected, what an intruder knows of it, and what links records."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.person_figures import PersonFigures
from sdc_desktop.engine.runner import OpenedPlan
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import known_briefly
from sdc_desktop.words.program.persons import ALL_KNOWN, KNOWN, known_text
from sdc_desktop.words.words import listed, whole

_LINKED_BY = {
    "pseudonym": N_("Records of one person in {file} are linked by a pseudonym."),
    "order": N_("Records of one person in {file} are next to one another."),
}


def unit(opened: OpenedPlan, internal: bool, words: Words, *, with_number: bool) -> Iterator[Paragraph]:
    """The unit that is protected, and what an intruder knows of it; nothing where it is the record.
    ``with_number``: whether numbers of persons and records are for this edition.
    """
    source = opened.source
    if source is None or source.data.persons is None:
        return
    found = source.data.persons.records(source.data.relation, JobContext())
    parts = [words.say(N_("The unit protected is the person, not the record."))]
    if with_number:
        figures = {"persons": whole(found.persons), "records": whole(found.records - found.without)}
        parts.append(
            words.say(
                N_("{persons} {persons:person has|persons have} {records} {records:record|records}."),
                **figures,
            )
        )
    if internal:
        most = N_("The most records of one person: {most}.")
        parts.append(words.say(most, most=whole(found.most)))
        if found.without:
            one = N_("{number} further record has no person.")
            many = N_("{number} further records have no person.")
            parts.append(words.say_many(one, many, found.without))
    parts.append(known_text(str(source.data.known), words, source.data.persons.stated.time))
    yield Paragraph(" ".join(parts), words.say(N_("Persons.")))


def risk(subject: Subject, words: Words) -> Iterator[Table]:
    """k and unique persons by what an intruder knows; for the internal edition only."""
    found = subject.result.persons
    if found is None or not subject.of_persons or not found.knowledge or not subject.is_internal:
        return
    columns = (
        Column(words.say(N_("Known of a person")), share=1.6),
        Column(words.say(N_("Smallest class (k)")), "right"),
        Column(words.say(N_("Unique persons")), "right"),
        Column(words.say(N_("Share of persons")), "right"),
    )
    rows = tuple(_row(known, found, words) for known in KNOWN if known in found.knowledge)
    title = words.say(N_("Persons of the file by what an intruder knows"))
    note = words.say(
        N_("The conditions and all other figures: {known}."), known=known_briefly(found.known, words)
    )
    yield Table(title, columns, rows, note)


def _row(known: str, found: PersonFigures, words: Words) -> tuple[str, ...]:
    one = found.knowledge[known]
    share = words.percent(one.uniques / found.persons) if found.persons else ""
    name = words.say(ALL_KNOWN if known == "all" else KNOWN[known])
    return name, whole(one.k), whole(one.uniques), share


def conditions(opened: OpenedPlan, jobs: Sequence[JobReport], words: Words) -> Iterator[Block]:
    """What links the records of a person in each file; or that each record counts as a person."""
    source = opened.source
    if source is None or opened.opened is None:
        return
    lead = words.say(N_("Persons."))
    if source.data.persons is None:
        yield Paragraph(" ".join(_statement(opened, words)), lead)
        return
    for one in jobs:
        found = one.subject.result.persons
        if one.is_product and one.subject.is_internal and found is not None and one.subject.of_persons:
            files = listed(tuple(one.subject.result.files) or (one.subject.job.name,), words)
            yield Paragraph(" ".join(_links(found, files, words)), lead)


def _statement(opened: OpenedPlan, words: Words) -> Iterator[str]:
    data = opened.plan.data
    stated = None if data is None else data.persons
    if stated is None or not stated.one_record_each:
        yield words.say(N_("Each record counts as a person."))
        return
    yield words.say(N_("Each record counts as a person, as the plan states."))
    if stated.repeats:
        text = N_("Values that repeat for another reason: {variables}.")
        yield words.say(text, variables=listed(stated.repeats, words))


def _links(found: PersonFigures, files: str, words: Words) -> Iterator[str]:
    linked = found.linked
    if linked is None:
        yield words.say(N_("Nothing was found that links the records of one person in {file}."), file=files)
        return
    for by in linked.by:
        if by in _LINKED_BY:
            yield words.say(_LINKED_BY[by], file=files)
    if "variables" in linked.by:
        yield words.say_many(
            N_("All records of {number} person in {file} are linked by {variables}."),
            N_("All records of {number} persons in {file} are linked by {variables}."),
            linked.persons,
            file=files,
            variables=listed(linked.variables, words),
        )
