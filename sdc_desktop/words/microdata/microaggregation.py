"""The result of ``microaggregate`` in sentences, and further texts of the tab."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateResult
from sdc_desktop.engine.microdata.groups.block_groups import BlockResult
from sdc_desktop.words.counted import Counted, figures_of
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, NN_, Words, listed, whole

MEMBERS = Counted(N_("Records in a group"), N_("Persons in a group"))
_TOGETHER = Counted(
    NN_(
        N_("Taken together, {number} of {records} records is unique."),
        N_("Taken together, {number} of {records} records are unique."),
    ),
    NN_(
        N_("Taken together, {number} of {persons} persons is unique ({known})."),
        N_("Taken together, {number} of {persons} persons are unique ({known})."),
    ),
)


def verdict(result: MicroaggregateResult, words: Words) -> str:
    """What was achieved, in one sentence: the number of records that each record matches."""
    if result.k == 1:
        return words.say(N_("Nothing is changed: with k = 1 every record is a group of its own."))
    if result.persons_below_k is not None:
        return _of_persons(result, result.persons_below_k, words)
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
            variables=few(result.blocks[0].variables, words),
        )
    return words.say_many(
        N_("In each of {blocks} blocks, every record matches at least {number} other."),
        N_("In each of {blocks} blocks, every record matches at least {number} others."),
        min(smallest(block) for block in result.blocks) - 1,
        blocks=whole(len(result.blocks)),
    )


def _of_persons(result: MicroaggregateResult, below: int, words: Words) -> str:
    """What was achieved where persons have several records, and groups count persons."""
    if result.records_below_k:
        return words.say(
            N_("At risk: {persons} persons ({number} records) are in classes with fewer than {k} persons."),
            persons=whole(below),
            number=whole(result.records_below_k),
            k=whole(result.k),
        )
    least = whole(min(smallest(block) for block in result.blocks))
    if len(result.blocks) == 1:
        return words.say(
            N_("Every record is in a class of at least {number} persons on {variables}."),
            number=least,
            variables=few(result.blocks[0].variables, words),
        )
    return words.say(
        N_("In each of {blocks} blocks, every record is in a class of at least {number} persons."),
        number=least,
        blocks=whole(len(result.blocks)),
    )


def members_title(result: MicroaggregateResult, words: Words) -> str:
    """What the sizes of groups count."""
    return words.say(MEMBERS.of(result.persons_below_k))


def loss(result: MicroaggregateResult | BlockResult, words: Words) -> str:
    """The information lost, with its reading."""
    return words.say(
        N_("Information loss: {il} % of the variation (SSE / SST)."),
        il=words.figure(result.il, 4),
    )


def missing_rule(rule: str, words: Words) -> str:
    """The effect of a rule for missing values."""
    return words.say(MicroaggregateParams.settings["missing"].choices[rule].effect)


def smallest(block: BlockResult) -> int:
    """The size of the smallest microaggregation group."""
    return min(block.sizes, default=0)


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


def figures(result: MicroaggregateResult, words: Words) -> Rows:
    """The figures of a whole result: what they are called, and how much."""
    sizes = tuple({size for block in result.blocks for size in block.sizes})
    return (
        (words.say(N_("Information loss (SSE / SST)")), words.say(N_("{il} %"), il=words.figure(result.il))),
        (words.say(N_("Groups")), whole(result.groups)),
        (words.say(N_("Group size")), size_range(sizes, words)),
        (words.say(N_("SSE")), words.figure(result.sse, 2)),
        (words.say(N_("SST")), words.figure(result.sst, 2)),
    )


def sizes_header(words: Words) -> tuple[str, ...]:
    """The columns of the table behind the sizes of groups."""
    titles = (N_("Block"), N_("Size"), N_("Groups"), N_("SSE"), N_("SST"), N_("Loss"))
    return tuple(words.say(title) for title in titles)


def sizes_rows(result: MicroaggregateResult, words: Words) -> tuple[tuple[str, ...], ...]:
    """A row for each block and its loss, below it a row for each size of group."""
    rows: list[tuple[str, ...]] = []
    for block in result.blocks:
        lost = words.say(N_("{il} %"), il=words.figure(block.il, 4))
        name, size = listed(block.variables, words), size_range(tuple(block.sizes), words)
        rows.append(
            (name, size, whole(block.groups), words.figure(block.sse, 4), words.figure(block.sst, 4), lost)
        )
        if len(block.sizes) > 1:
            rows += [("", whole(size), whole(block.sizes[size]), "", "", "") for size in sorted(block.sizes)]
    return tuple(rows)


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


def verdict_of_all(result: MicroaggregateResult, words: Words) -> str:
    """The verdict, and where there are several blocks what they leave of all variables taken together."""
    text = verdict(result, words)
    if len(result.blocks) == 1 or result.k == 1:
        return text
    after = result.after
    together = words.say_many(*_TOGETHER.of(after.persons), after.uniques, **figures_of(after, words))
    return f"{text} {together}"
