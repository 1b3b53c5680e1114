"""What the formats of the released files hold in another way: names, missing codes, labels."""

from collections.abc import Collection, Iterator

from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.problems import Problem
from sdc_desktop.sheets.blocks import Block, Column, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence

RENAMED, CODES = "write.renamed", "write.codes"


def format_blocks(result: PlanResult, words: Words) -> Iterator[Block]:
    """For each file a table of old and new names, one of missing codes, and a sentence for what else differs.
    Codes of sensitive variables are omitted, as all their values are.
    """
    data = None if result.opened.opened is None else result.opened.opened.data
    secret = set() if data is None else {one.name for one in data.with_role("sensitive")}
    for job in result.jobs:
        for note in job.format_notes:
            file = note.where.file or job.name
            if note.code == RENAMED:
                yield _names(note, file, words)
            elif note.code == CODES:
                yield from _codes(note, file, secret, words)
            else:
                message = sentence(note, words).message
                yield Paragraph(words.say(N_("{name}: {message}."), name=file, message=message))


def _names(note: Problem, file: str, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Name in the data")), share=1),
        Column(words.say(N_("Name in the file")), share=1),
    )
    rows = tuple(zip(_texts(note, "old"), _texts(note, "new"), strict=True))
    return Table(words.say(N_("Names changed in {file}"), file=file), columns, rows)


def _codes(note: Problem, file: str, secret: Collection[str], words: Words) -> Iterator[Table]:
    listed = zip(_texts(note, "variables"), _texts(note, "old"), _texts(note, "new"), strict=True)
    rows = tuple(row for row in listed if row[0] not in secret)
    columns = (
        Column(words.say(N_("Variable")), share=2),
        Column(words.say(N_("Missing code in the data")), share=1),
        Column(words.say(N_("In the file")), share=1),
    )
    if rows:
        yield Table(words.say(N_("Missing codes in {file}"), file=file), columns, rows)


def _texts(note: Problem, name: str) -> tuple[str, ...]:
    found = note.params[name]
    assert isinstance(found, tuple)
    return found
