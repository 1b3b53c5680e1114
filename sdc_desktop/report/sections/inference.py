"""What a released file of records reveals of protected values, for the chapter on risk."""

from collections.abc import Iterator

from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.inference import HEADS, revealed, rows, sentences


def blocks(subject: Subject, words: Words) -> Iterator[Block | Heading]:
    """A table of the variables with protected values, and sentences; nothing of files that have none."""
    found = subject.result.inference
    if found is None or not subject.is_product:
        return
    lead = words.say(N_("Values that others reveal."))
    text = " ".join(sentences(found, words, internal=subject.is_internal))
    if any(line.revealed for line in revealed(found)):
        shown = [at for at in range(len(HEADS)) if subject.is_internal or at != 2]
        columns = tuple(Column(words.say(HEADS[at]), align="right" if at >= 2 else "left") for at in shown)
        listed = (row for row in rows(found, words, internal=subject.is_internal))
        texts = tuple(tuple(row[at] for at in shown) for row in listed)
        yield Table(words.say(N_("What the file reveals")), columns, texts)
    if text:
        yield Paragraph(text, lead)
