"""What a step changed, in words: `anopi, alpha: 0.5 → 0.7`."""

from collections.abc import Mapping, Sequence
from typing import Any

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.setting import Setting
from sdc_desktop.project.changes import Change
from sdc_desktop.words.program.report_fields import LABELS
from sdc_desktop.words.program.variables import level_word, role_word
from sdc_desktop.words.setting_words import settings_on, value_words
from sdc_desktop.words.words import N_, Words

KEYS: Mapping[str, str] = {
    "alpha": N_("alpha"),
    "attribute": N_("attribute"),
    "bounds": N_("bounds"),
    "cells": N_("cells"),
    "criteria": N_("criterion"),
    "data": N_("data"),
    "date": N_("date"),
    "decimal": N_("decimal mark"),
    "decision": N_("decision"),
    "delimiter": N_("mark between fields"),
    "dimensions": N_("dimension"),
    "edition": N_("edition"),
    "encoding": N_("encoding"),
    "format": N_("format"),
    "header": N_("names in the first row"),
    "household": N_("household"),
    "key_variables": N_("key variables"),
    "importance": N_("importance"),
    "input": N_("input"),
    "intruder_points": N_("privacy points"),
    "follows": N_("follows"),
    "k": N_("k"),
    "kind": N_("kind"),
    "l": N_("l"),
    "level": N_("measurement level"),
    "levels": N_("level"),
    "loss": N_("loss"),
    "max_risk": N_("tolerable risk"),
    "method": N_("method"),
    "min_privacy": N_("least privacy"),
    "min_utility": N_("least utility"),
    "missing": N_("missing values"),
    "notes": N_("notes"),
    "officer": N_("officer"),
    "order": N_("order"),
    "output": N_("file"),
    "override": N_("level"),
    "path": N_("path"),
    "policy": N_("policy"),
    "purpose": N_("purpose"),
    "quote": N_("quotation mark"),
    "response": N_("response variable"),
    "reviewer": N_("reviewer"),
    "role": N_("role"),
    "rounding": N_("rounding"),
    "rules": N_("rules"),
    "secrets": N_("secret"),
    "seed": N_("seed"),
    "sensitive": N_("sensitive variables"),
    "sheet": N_("sheet"),
    "strata": N_("strata"),
    "suppress": N_("suppression"),
    "suppress_below": N_("suppression below"),
    "suppression_limit": N_("share that may be suppressed"),
    "t": N_("t"),
    "technique": N_("technique"),
    "title": N_("title"),
    "user_points": N_("utility points"),
    "variables": N_("variables"),
    "weight": N_("weight"),
    "weights": N_("weights"),
}
_SILENT = ("params",)  # keys that mean nothing to a reader
_MOST_VALUES = 5  # of a list that are said one by one
_LONGEST = 60  # signs of a text


def changes_text(changes: Sequence[Change], words: Words, most: int = 3) -> str:
    """The first this many changes in a line, and how many more there are; nothing for none."""
    text = "; ".join(change_text(change, words) for change in changes[:most])
    rest = len(changes) - most
    if rest <= 0:
        return text
    return words.say_many(N_("{told}; {number} more"), N_("{told}; {number} more"), rest, told=text)


def change_text(change: Change, words: Words) -> str:
    """One change in words."""
    on_path = _settings_on(change)
    where = _where(change.path, on_path, words)
    if change.kind == "added":
        return words.say(N_("{where}: added"), where=where)
    if change.kind == "removed":
        return words.say(N_("{where}: removed"), where=where)
    if change.before is None and change.after is None:
        return words.say(N_("{where}: changed"), where=where)
    setting = on_path[-1] if on_path else None
    before, after = (_value(change.path, value, setting, words) for value in (change.before, change.after))
    return words.say(N_("{where}: {before} \u2192 {after}"), where=where, before=before, after=after)


def _settings_on(change: Change) -> list[Setting | None]:
    """Of each key below the params of a job its setting; None for names of variables, numbers of a list, and
    kinds whose params have no settings yet.
    """
    if not change.method or change.path[2:3] != ("params",):
        return []
    return settings_on(METHODS[change.method].params, change.path[3:])


def _where(path: Sequence[str], on_path: Sequence[Setting | None], words: Words) -> str:
    head, rest = path[0], path[1:]
    say = words.say
    if head == "jobs" and not rest:
        return say(N_("order of the jobs"))
    if head == "jobs" and len(rest) == 1:
        return say(N_("job {name}"), name=rest[0])
    if head == "jobs":
        known = [*[None] * (len(rest) - 1 - len(on_path)), *on_path]
        labels = [
            [words.say(setting.label)] if setting is not None else _keys((key,), words)
            for key, setting in zip(rest[1:], known, strict=True)
        ]
        return ", ".join((rest[0], *(label for found in labels for label in found)))
    if head == "strategies":
        return say(N_("strategy {name}"), name=rest[0]) if rest else say(N_("order of the strategies"))
    if head in ("decisions", "report") and rest:
        label = say(LABELS[rest[0]]) if rest[0] in LABELS else rest[0]
        return ", ".join((label, *_keys(rest[1:], words)))
    if head == "data" and rest[:1] == ("variables",) and len(rest) > 2:
        return say(N_("{key} of {name}"), key=", ".join(_keys(rest[2:], words)), name=rest[1])
    if head == "data" and rest[:1] == ("hierarchies",) and len(rest) > 1:
        text = say(N_("hierarchy of {name}"), name=rest[1])
        return ", ".join((text, *_keys(rest[2:], words)))
    return ", ".join(_keys(path, words))


def _keys(path: Sequence[str], words: Words) -> list[str]:
    """Keys by their words where they have some; names of variables and numbers unchanged."""
    return [
        words.say(KEYS[key]) if key in KEYS else key.replace("_", " ") for key in path if key not in _SILENT
    ]


def _value(path: Sequence[str], value: Any, setting: Setting | None, words: Words) -> str:
    say = words.say
    if setting is not None and not isinstance(value, list | dict):
        shown = value_words(setting, value, words)
        if shown is not None and len(shown) <= _LONGEST:
            return shown
    if path[:2] == ("data", "variables") and path[-1] == "level":
        return level_word(value, words)
    if path[:2] == ("data", "variables") and path[-1] == "role":
        return role_word(value, words)
    if value is None or value == "" or value == []:
        return say(N_("none"))
    if isinstance(value, bool):
        return say(N_("yes")) if value else say(N_("no"))
    if isinstance(value, float):
        return words.short(value)
    if isinstance(value, list):
        return _listed(path, value, words)
    if isinstance(value, dict):
        return say(N_("something else"))
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def _listed(path: Sequence[str], values: Sequence[Any], words: Words) -> str:
    if len(values) <= _MOST_VALUES and not any(isinstance(value, list | dict) for value in values):
        return ", ".join(_value((*path, ""), value, None, words) for value in values)
    return words.say_many(N_("{number} entry"), N_("{number} entries"), len(values))
