"""What the chapters of jobs that make records have in common: what they worked on, and their limits."""

from collections.abc import Iterable, Iterator
from typing import Any

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Heading, Paragraph
from sdc_desktop.sheets.sheet import About, read_by, sheet_of
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.words import listed

_SENSITIVE = Counted(
    N_(
        "This step does not change sensitive variables. Where all records of a group have the same "
        "sensitive value, it is learnt of each of them without finding any one."
    ),
    N_(
        "This step does not change sensitive variables. Where all persons of a class have the same "
        "sensitive value, it is learnt of each of them without finding a record."
    ),
)
_COUNTING = Counted(
    N_("A missing value counts as a category of its own, and records are counted without weights."),
    N_("A missing value counts as a category of its own, and persons are counted without weights."),
)


def chapter(
    subject: Subject,
    words: Words,
    limits: Iterable[Paragraph] = (),
    notes: Iterable[Problem] = (),
    *,
    done: Iterable[Paragraph] | None = None,
    title: str | None = None,
    variables: tuple[str, ...] = (),
    input_first: bool = True,
    worked_on: Paragraph | None = None,
) -> tuple[Section, ...]:
    """The section of a kind with a sheet: its blocks, and with those below *Method* what the method does
    (`done`), what it worked on (`worked_on` instead of the usual text) and its notes; the latter two after
    them unless `input_first`.
    """
    method = Heading(words.say(N_("Method")))
    top, own, rest = _divided(
        read_by(subject.edition, sheet_of(subject.job.kind)(about(subject, variables), words)), method
    )
    remarks = (Paragraph(noted(problem, words), words.say(N_("Note."))) for problem in notes)
    input_lines = [worked_on or input_paragraph(subject, words), *remarks]
    blocks = [
        *top,
        method,
        *((Paragraph(done_text(subject, words)),) if done is None else done),
        *((*input_lines, *own) if input_first else (*own, *input_lines)),
        *rest,
        *limited(limits, words),
    ]
    return (Section(title_of(subject, words) if title is None else title, tuple(blocks), subject.key),)


def from_sheet(
    subject: Subject,
    words: Words,
    limits: Iterable[Paragraph] = (),
    title: str | None = None,
    variables: tuple[str, ...] = (),
) -> tuple[Section, ...]:
    """The section of a kind whose sheet says all but the limits."""
    sheet = sheet_of(subject.job.kind)(about(subject, variables), words)
    blocks = (*read_by(subject.edition, sheet), *limited(limits, words))
    return (Section(title_of(subject, words) if title is None else title, blocks, subject.key),)


def about(subject: Subject, variables: tuple[str, ...] = ()) -> About:
    """What the sheet of a job is made from."""
    params: Any = getattr(subject.job, "params", None)
    read = subject.source.data.variables if subject.job.kind == PREPARE.kind else ()
    return About(params, subject.result.result, subject.confidential, variables, read, subject.job.name)


def limited(limits: Iterable[Paragraph], words: Words) -> Iterator[Block | Heading]:
    """Limits under their heading, where there are any."""
    found = tuple(limits)
    if found:
        yield Heading(words.say(N_("Limits and assumptions")))
        yield from found


Blocks = list[Block | Heading]


def _divided(blocks: Iterable[Block | Heading], method: Heading) -> tuple[Blocks, Blocks, Blocks]:
    """Blocks above the first heading, those below *Method*, and all others."""
    top, own, rest = found = Blocks(), Blocks(), Blocks()
    now = top
    for block in blocks:
        if block == method:
            now = own
        elif isinstance(block, Heading):
            now = rest
            rest.append(block)
        else:
            now.append(block)
    return found


def input_paragraph(subject: Subject, words: Words) -> Paragraph:
    """What the job worked on and what it wrote."""
    parts = []
    if subject.job.input == "data":
        parts.append(words.say(N_("The job works on the data as they were read.")))
    else:
        parts.append(
            words.say(N_("The job works on the records that the job {name} made."), name=subject.job.input)
        )
    files = tuple(subject.result.files)
    output = output_of(subject.job)
    if files:
        parts.append(
            words.say(
                N_("The protected records are in {files}; direct identifiers are not among them."),
                files=listed(files, words),
            )
        )
    elif output is not None:
        parts.append(
            words.say(
                N_("Run as a batch, it writes the protected records to {file}, without direct identifiers."),
                file=output.path,
            )
        )
    else:
        parts.append(words.say(N_("Decision only: no file is written.")))
    return Paragraph(" ".join(parts))


def common_limits(words: Words, persons: int | None = None) -> tuple[Paragraph, ...]:
    """What holds for every recoding; ``persons``: their number, where they have several records."""
    return (
        Paragraph(
            words.say(
                N_(
                    "Only the variables declared as identifying, or named in this job, count as known to an "
                    "intruder. If another variable can be known too, records may be found by it."
                )
            ),
            words.say(N_("Intruder's knowledge.")),
        ),
        Paragraph(words.say(_SENSITIVE.of(persons)), words.say(N_("Sensitive values."))),
        Paragraph(
            words.say(_COUNTING.of(persons)),
            words.say(N_("Counting.")),
        ),
    )
