"""The microaggregated variables of an ``anopi`` job: how, in which groups, and why this k."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.anopi.blocks import ReleasedBlock
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.sheets.blocks import Column, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.anopi_k import block_name, block_reason
from sdc_desktop.words.microdata.microaggregation import missing_rule, size_range
from sdc_desktop.words.words import whole


def microaggregation_method(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """How groups are formed; nothing where there are none."""
    if not result.blocks:
        return
    yield Paragraph(
        words.say(
            N_(
                "In each block of microaggregated variables, records that are near one another form "
                "groups of at least k, by MDAV (Domingo-Ferrer and Torra 2005), numbers standardised "
                "to mean 0 and variance 1. All records of a group get the same value: the mean of "
                "continuous variables, the median category of ordinal ones, the most frequent category "
                "of nominal ones. ANOPI (Zielinski 2010) computes from the entropy of the variables "
                "how much information users should get and how much privacy respondents should keep, "
                "and the k that comes nearest is used."
            )
        ),
        words.say(N_("Microaggregation.")),
    )
    if any(block.formed is not None and block.formed.missing for block in result.blocks):
        yield Paragraph(missing_rule("keep", words), words.say(N_("Missing values.")))


def block_tables(result: AnopiResult, words: Words) -> Iterator[Table]:
    """The groups of each block."""
    if not result.blocks:
        return
    columns = (
        Column(words.say(N_("Block")), share=2.5),
        Column(words.say(N_("k")), "right"),
        Column(words.say(N_("Groups")), "right"),
        Column(words.say(N_("Records in a group")), "right"),
        Column(words.say(N_("Variation lost")), "right"),
    )
    rows = tuple(_block_row(block, words) for block in result.blocks)
    note = words.say(
        N_(
            "Variation lost is the sum of squared distances of the records from their group's values, of the "
            "same with all records in one group."
        )
    )
    yield Table(words.say(N_("The groups")), columns, rows, note)


def _block_row(block: ReleasedBlock, words: Words) -> tuple[str, ...]:
    formed = block.formed
    if formed is None:
        return block_name(block, words), whole(block.k), "–", "–", "–"
    lost = words.say(N_("{il} %"), il=words.figure(formed.il, 4))
    sizes = size_range(tuple(formed.sizes), words)
    return block_name(block, words), whole(block.k), whole(formed.groups), sizes, lost


def chosen_blocks(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    """A sentence for each block: why it has its k."""
    for block in result.blocks:
        yield Paragraph(block_reason(block, words), words.say(N_("{name}:"), name=block_name(block, words)))
