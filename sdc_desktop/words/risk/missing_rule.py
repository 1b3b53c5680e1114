"""The rule for missing values in words: part of every figure on classes."""

from collections.abc import Sequence

from sdc_desktop.words.words import N_, Words

MISSING_CHOICES = ("none", N_("no value")), ("all", N_("every value"))


def missing_rule(rule: str | float, words: Words) -> str:
    """What a missing value is taken to match: part of every figure. ``rule``: `all`, `none`, a share of a
    record, or `category` where it is a value of its own.
    """
    if rule == "category":
        return words.say(N_("A missing value counts as a category of its own."))
    if rule == "all":
        return words.say(N_("A missing value counts as agreeing with every value."))
    if rule == "none":
        return words.say(N_("A missing value counts as agreeing with no value."))
    return words.say(
        N_("An agreement that rests on a missing value counts as {share} of a record."),
        share=words.figure(float(rule)),
    )


def missing_chip(rules: Sequence[str | float], words: Words) -> str:
    """The rules in few words, for a place with little room."""
    named = dict(MISSING_CHOICES)
    texts = (words.say(named[one]) if one in named else words.figure(float(one)) for one in rules)
    return words.say(N_("Missing match {rules}"), rules=", ".join(texts))
