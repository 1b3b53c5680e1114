"""The result of ``microaggregate`` in sentences, the same in window, batch and report."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.microdata.microaggregate import BlockResult, MicroaggregateResult
from sdc_desktop.words.grouping_question import METHODS
from sdc_desktop.words.words import N_, Words, listed, whole

_MISSING_RULES: Mapping[str, str] = {
    "keep": N_(
        "A missing value adds nothing to a distance or a mean and stays missing. It is told from every other "
        "value, so records of one group that lack different values can be told apart."
    ),
    "patterns": N_("Records are grouped only with records that lack the same values."),
    "suppress": N_("Records that lack a value in any block are left out of the file and of all means."),
}


def verdict(result: MicroaggregateResult, words: Words) -> str:
    """What was achieved, in one sentence: how many records each record shares its values with."""
    if result.k == 1:
        return words.say(N_("Nothing is changed: with k = 1 every record is a group of its own."))
    if result.records_below_k:
        return words.say_many(
            N_("At risk: {number} of {records} records matches fewer than {others} other records."),
            N_("At risk: {number} of {records} records match fewer than {others} other records."),
            result.records_below_k,
            records=whole(result.records - result.suppressed),
            others=whole(result.k - 1),
        )
    if len(result.blocks) == 1:
        return words.say_many(
            N_("Every record matches at least {number} other on {variables}."),
            N_("Every record matches at least {number} others on {variables}."),
            smallest(result.blocks[0]) - 1,
            variables=listed(result.blocks[0].variables, words),
        )
    return words.say_many(
        N_("In each of {blocks} blocks, every record matches at least {number} other."),
        N_("In each of {blocks} blocks, every record matches at least {number} others."),
        min(smallest(block) for block in result.blocks) - 1,
        blocks=whole(len(result.blocks)),
    )


def loss(result: MicroaggregateResult | BlockResult, words: Words) -> str:
    """The information lost, with its reading."""
    return words.say(
        N_("Information loss: {il} % of the variation (SSE / SST)."),
        il=words.figure(result.il, 4),
    )


def method_name(method: str, words: Words) -> str:
    """How groups were formed, in a word or two."""
    return words.say(METHODS[method])


def missing_rule(rule: str, words: Words) -> str:
    """What is done with missing values."""
    return words.say(_MISSING_RULES[rule])


def smallest(block: BlockResult) -> int:
    """The size of the smallest group."""
    return min(block.sizes, default=0)


def size_range(sizes: Sequence[int], words: Words) -> str:
    """`3`, or `3 to 5`."""
    if not sizes:
        return "–"
    if min(sizes) == max(sizes):
        return whole(min(sizes))
    return words.say(N_("{least} to {most}"), least=whole(min(sizes)), most=whole(max(sizes)))
