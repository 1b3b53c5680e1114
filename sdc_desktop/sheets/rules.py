"""The rules of a policy on what leaves: each with whether it is met, and where it is not."""

from collections.abc import Sequence

from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.sheets.blocks import Table
from sdc_desktop.sheets.sheet import EXTERNAL, INSIDE, For, table
from sdc_desktop.words.policies.rules import found_sentence, rule_sentence
from sdc_desktop.words.words import N_, Words

STATES = {"met": N_("met"), "not_met": N_("not met"), "not_checked": N_("not checked")}


def sheet(found: Sequence[RuleFound], words: Words) -> tuple[For, ...]:
    """A table of the rules; outside without the numbers of records. Empty without rules."""
    if not found:
        return ()
    return For(_table(found, words, internal=True), INSIDE), For(
        _table(found, words, internal=False), EXTERNAL
    )


def _table(found: Sequence[RuleFound], words: Words, *, internal: bool) -> Table:
    rows = [_row(one, words, internal=internal) for one in found]
    heads = (
        (N_("Rule"), N_("On what leaves"), N_("Where")) if internal else (N_("Rule"), N_("On what leaves"))
    )
    return table(words.say(N_("Rules of the policy")), heads, rows, words, wide=3)


def _row(found: RuleFound, words: Words, *, internal: bool) -> tuple[str, ...]:
    figures = {"kind": found.kind, "figure": found.figure, "text": found.text}
    row = (rule_sentence(figures, words), words.say(STATES[found.state]))
    return (*row, found_sentence(found, words)) if internal else row
