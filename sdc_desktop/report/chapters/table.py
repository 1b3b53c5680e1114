"""What a ``table`` job did: its sheet, limits, and the row of risk and utility."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.chapters.tables import shown_count, table_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.sheets.tables_together import is_joint
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import unprotected_text


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, what was done, what it cost. The cells are in the chapter on the table."""
    result = subject.result.result
    together = isinstance(result, SuppressedTable) and is_joint(result)
    limits = (*table_limits(words, together=together), *_limits_of_noise(result, words))
    return from_sheet(subject, words, limits)


def balance(subject: Subject, result: TableResult, words: Words) -> Balance:
    """The row of risk and utility: unsafe cells, and how many cells are unchanged."""
    losses, left = result.losses, result.unprotected
    gone = losses.cells_lost + (losses.cells_changed if subject.is_internal else 0)
    lost = gone / losses.cells if losses.cells else 0.0
    after = unprotected_text(result, words) if left is None else shown_count(subject, left, words)
    return Balance(
        words.say(N_("cells that disclose too much")),
        shown_count(subject, result.unsafe_cells, words),
        after,
        words.say(N_("cells published unchanged") if subject.is_internal else N_("cells published")),
        words.percent(1 - lost),
    )


def _limits_of_noise(result: TableResult, words: Words) -> Iterator[Paragraph]:
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
