"""What the cell key method lets an intruder infer of a table, and its cost: parts of the table's chapter."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cell_keys import (
    certainty_header,
    certainty_lines,
    certainty_row,
    losses_header,
    losses_line,
    losses_rows,
    ratios_line,
)


def certainty_blocks(result: TableResult, words: Words) -> Iterator[Block | Heading]:
    """How certain small counts are, alone and with the rest of the table; nothing where there are none."""
    if result.certain:
        yield Heading(words.say(N_("Certainty of small counts")))
        lines = " ".join(certainty_lines(result, words))
        if lines:
            yield Paragraph(lines)
        header = certainty_header(words)
        columns = tuple(Column(title, "right", 2 if place > 2 else 1) for place, title in enumerate(header))
        rows = tuple(certainty_row(one, words) for one in result.certain)
        note = words.say(
            N_(
                "From the count alone: by Bayes' rule with the counts of this table. With the rest of the "
                "table: the highest probability of a small true count over these cells."
            )
        )
        yield Table(words.say(N_("Small published counts")), columns, rows, note)
    if result.noise is not None and result.noise.ratios:
        yield Paragraph(ratios_line(result, words), words.say(N_("Ratios.")))


def noise_losses(result: TableResult, words: Words, *, shows_amounts: bool) -> Iterator[Block]:
    """What the noise costs; of confidential amounts in proportion only."""
    if result.noise is None:
        return
    losses = result.noise.losses
    yield Paragraph(losses_line(losses, words))
    columns = tuple(
        Column(title, "right" if place else "left", 1 if place else 2)
        for place, title in enumerate(losses_header(words))
    )
    rows = losses_rows(losses, words)
    shown = rows if shows_amounts else rows[1:2]
    yield Table(words.say(N_("Changes by the noise")), columns, shown)


def limits_of_noise(result: TableResult, words: Words) -> Iterator[Paragraph]:
    """What these probabilities do not cover."""
    if result.noise is not None:
        yield Paragraph(
            words.say(
                N_(
                    "The probabilities hold for an intruder who knows how the noise is distributed, how "
                    "often each count occurs, and this table: of a cell its rows and columns with their "
                    "totals. Further tables from the same records can raise them."
                )
            ),
            words.say(N_("Noise by cell key.")),
        )
