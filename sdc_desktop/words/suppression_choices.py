"""What can be said about rare records: the ways of suppressing them and what a suppressed cell counts as."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

WAYS: Mapping[str, str] = {"records": N_("whole records"), "cells": N_("fewest values")}
RULES: Mapping[str, str] = {
    "category": N_("* is a category"),
    "kept": N_("* is ignored"),
    "wildcard": N_("* matches any value"),
}
_RULE_HELP = {
    "category": N_("What a record shows, * too, {k} records show."),
    "kept": N_("The values still shown are shared by {k} records."),
    "wildcard": N_("* agrees with all: {k} fit each record. Weak."),
}
_WAY_HELP = {
    "records": N_("Each shows * in every identifying variable."),
    "cells": N_("As few cells as can be become *, weighted by importance."),
}


def way_text(way: str, words: Words) -> str:
    """`whole records` or `fewest cells`."""
    return words.say(WAYS[way])


def way_help(way: str, words: Words) -> str:
    """What becomes of rare records."""
    return words.say(_WAY_HELP[way])


def rule_text(rule: str, words: Words) -> str:
    """What a suppressed cell counts as, in a few words."""
    return words.say(RULES[rule])


def rule_help(rule: str, k: int, words: Words) -> str:
    """What a suppressed cell counts as, in one line."""
    return words.say(_RULE_HELP[rule], k=k)


def way_word(way: str, rule: str, words: Words) -> str:
    """How rare records are suppressed, for the name of a step."""
    if way == "records":
        return way_text(way, words)
    return words.say(N_("{way}, {rule}"), way=way_text(way, words), rule=rule_text(rule, words))
