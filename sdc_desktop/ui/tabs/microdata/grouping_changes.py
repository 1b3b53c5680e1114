"""What the officer can change of a microaggregation: from the params in force to others, with a name."""

from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.ui.tabs.microdata.grouping_question import Blocks
from sdc_desktop.words import Words
from sdc_desktop.words.grouping_question import CHANGES, k_label

Change = tuple[MicroaggregateParams, str]


def to_k(params: MicroaggregateParams, k: int, words: Words, *, by_anopi: bool = False) -> Change:
    """Another least number of records in a group."""
    return params.model_copy(update={"k": k}), k_label(k, words, by_anopi=by_anopi)


def to_blocks(params: MicroaggregateParams, blocks: Blocks, words: Words) -> Change:
    """Other blocks. The optimal method goes where it cannot stay: it takes one variable a block."""
    update: dict[str, object] = {"blocks": blocks, "variables": None}
    if any(len(block) > 1 for block in blocks):
        update["method"] = "mdav"
    return params.model_copy(update=update), words.say(CHANGES["blocks"])


def to_other(params: MicroaggregateParams, key: str, value: object, words: Words) -> Change:
    """Another `method`, `strata`, `standardise` or `missing`."""
    return params.model_copy(update={key: value}), words.say(CHANGES[key])
