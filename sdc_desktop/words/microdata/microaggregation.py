"""The result of ``microaggregate`` in sentences, and further texts of the tab."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult
from sdc_desktop.engine.microdata.groups.block_groups import BlockResult
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, Words, listed, whole

MEMBERS = Counted(N_("Records in a group"), N_("Persons in a group"))


def members_title(result: MicroaggregateResult, words: Words) -> str:
    """What the sizes of groups count."""
    return words.say(MEMBERS.of(result.persons_below_k))


def missing_rule(rule: str, words: Words) -> str:
    """The effect of a rule for missing values."""
    return words.say(MicroaggregateParams.settings["missing"].choices[rule].effect)


def size_range(sizes: Sequence[int], words: Words) -> str:
    """`3`, or `3 to 5`."""
    if not sizes:
        return "–"
    if min(sizes) == max(sizes):
        return whole(min(sizes))
    return words.say(N_("{least} to {most}"), least=whole(min(sizes)), most=whole(max(sizes)))


Rows = tuple[tuple[str, str], ...]

_VALUES: Mapping[str, str] = {
    "continuous": N_("mean of the group"),
    "ordinal": N_("median category of the group"),
    "nominal": N_("most frequent category of the group"),
}


def why_rows(result: MicroaggregateResult, block: BlockResult, level: str, words: Words) -> Rows:
    """The facts that explain the released values of one variable."""
    say = words.say
    return (
        (say(N_("Block")), listed(block.variables, words)),
        (say(N_("Value released")), say(_VALUES[level])),
        (say(N_("Groups")), whole(block.groups)),
        (members_title(result, words), size_range(tuple(block.sizes), words)),
        (say(N_("Lost in this block")), say(N_("{il} %"), il=words.figure(block.il, 4))),
        (
            say(N_("Shares within the block")),
            say(N_("SSE {sse} of SST {sst}"), sse=words.figure(block.sse, 2), sst=words.figure(block.sst, 2)),
        ),
        (say(N_("Missing values in the block")), whole(block.missing)),
        (
            say(N_("What would change it")),
            say(N_("Another k (now {k}), or other blocks."), k=whole(result.k)),
        ),
    )
