"""What was asked of a job: every setting that has a value, in plain words.

Label, unit, words and secrecy of a setting stand beside its key (:mod:`sdc_desktop.engine.setting`); those of
params without settings in `words/settings.py` and `secrecy.py`. What does not declare its secrecy is printed
in the internal edition only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import Spec
from sdc_desktop.report.model import Column, Heading, Section, Table
from sdc_desktop.report.sections.confidential import is_confidential
from sdc_desktop.report.sections.secrecy import is_counted, is_printed
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import phrase_words, value_words
from sdc_desktop.words.settings import LABELS, RULES, RULES_WITHOUT_LEVELS, VALUES
from sdc_desktop.words.tables import number_text
from sdc_desktop.words.words import listed

SHARES = (
    "max_risk", "most_certain",
)  # fmt: skip
NOT_SHARES = ("table.max_risk", "audit.max_risk")
_PARTS = (
    "anopi", "protect", "record_key", "insider", "rounding"
)  # fmt: skip  # told setting by setting

# a setting that matters only where others say so: kind or part, name -> whether it does, by its neighbours
_MATTERS: Mapping[str, Callable[[Any], bool]] = {
    "suppression.waiver_codes": lambda p: p.waiver is not None,
}


def with_settings(subject: Subject, written: tuple[Section, ...], words: Words) -> tuple[Section, ...]:
    """The chapter of a job with the table of its settings, at the end of what was done."""
    table = settings_table(subject, words)
    if table is None or not written:
        return written
    first, *rest = written
    blocks = list(first.blocks)
    headings = [place for place, block in enumerate(blocks) if isinstance(block, Heading)]
    done = words.say(N_("Method"))
    if headings and blocks[headings[0]] == Heading(done):
        end = headings[1] if len(headings) > 1 else len(blocks)
        blocks[end:end] = [table]
    else:
        start = headings[0] if headings else len(blocks)
        blocks[start:start] = [Heading(done), table]
    return (Section(first.title, tuple(blocks), first.key, first.on_new_page), *rest)


def title_of(subject: Subject, words: Words) -> str:
    """The title of a job's chapter: `Noise: wages`."""
    title = words.say(method_of(subject.job.kind).title)
    return words.say(N_("{kind}: {name}"), kind=title, name=subject.job.name)


def done_text(subject: Subject, words: Words) -> str:
    """What the method did, and the effects of the choices that were made."""
    params: Any = subject.job.params
    method = method_of(subject.job.kind)
    chosen = (
        setting.choices[value].effect
        for key, setting in params.settings.items()
        if isinstance(value := getattr(params, key), str) and value in setting.choices
        if setting.has_effect(params)
    )
    return " ".join(words.say(text) for text in (method.done, *chosen) if text)


def settings_table(subject: Subject, words: Words) -> Table | None:
    """Setting and value; None for a job that has none."""
    params = getattr(subject.job, "params", None)
    if not isinstance(params, Spec):
        return None
    rows = tuple(_rows(subject, subject.job.kind, params, words))
    if not rows:
        return None
    columns = (Column(words.say(N_("Setting")), share=2), Column(words.say(N_("Value")), share=3))
    return Table(words.say(N_("Settings")), columns, rows)


def label_of(kind: str, name: str) -> str | None:
    """The words for a setting, of a kind or of all; None where there are none."""
    return LABELS.get(f"{kind}.{name}", LABELS.get(name))


def _declared(subject: Subject, params: Settings, words: Words) -> Iterator[tuple[str, str]]:
    """Label and value of each setting that has an effect and that this edition prints."""
    for key, setting in params.settings.items():
        value = getattr(params, key)
        if value is None or value == () or value == {} or not setting.has_effect(params):
            continue
        if not _is_printed(setting, value, internal=subject.is_internal):
            continue
        label = words.say(setting.label)
        if isinstance(value, Settings):
            if value.title:
                yield label, words.say(value.title)
            yield from ((f"{label}: {what}", text) for what, text in _declared(subject, value, words))
        else:
            yield label, _text(subject, setting, value, words)


def _is_printed(setting: Setting, value: object, *, internal: bool) -> bool:
    if setting.secrecy == "secret":
        return False
    return internal or (setting.secrecy not in ("internal", "internal_count") and not _is_undeclared(value))


def _is_undeclared(value: object) -> bool:
    """Whether a value has parts that say nothing of their secrecy."""
    if isinstance(value, Mapping):
        return any(map(_is_undeclared, value.values()))
    if isinstance(value, tuple):
        return any(map(_is_undeclared, value))
    return isinstance(value, Spec) and not isinstance(value, Settings)


def _text(subject: Subject, setting: Setting, value: object, words: Words) -> str:
    if setting.secrecy in ("counted", "internal_count") and not isinstance(value, str | int | float):
        size = len(value) if isinstance(value, Mapping | Sequence) else 1
        return words.say_many(N_("{number} told in the plan"), N_("{number} told in the plan"), size)
    if isinstance(value, Settings) and value.phrase:
        return phrase_words(value, words)
    if isinstance(value, Settings):
        inside = (f"{what} {text}" for what, text in _declared(subject, value, words))
        return ", ".join([*([words.say(value.title)] if value.title else []), *inside])
    if setting.secrecy == "names" and isinstance(value, Mapping):
        return listed(list(value), words)
    if isinstance(value, Mapping):
        return "; ".join(_entry(subject, setting, str(key), one, words) for key, one in value.items())
    if isinstance(value, tuple) and any(isinstance(one, tuple | Spec) for one in value):
        return "; ".join(_text(subject, setting, one, words) for one in value)
    return value_words(setting, value, words) or str(value)


def _entry(subject: Subject, setting: Setting, key: str, value: object, words: Words) -> str:
    hidden = setting.secrecy == "by_variable" and not subject.is_internal and is_confidential(subject, key)
    return key if hidden else f"{key}: {_text(subject, setting, value, words)}"


def _rows(subject: Subject, kind: str, params: Spec, words: Words) -> Iterator[tuple[str, str]]:
    if isinstance(params, Settings):
        yield from _declared(subject, params, words)
        return
    for name in type(params).model_fields:
        value = getattr(params, name)
        if value is None or value == () or value == {}:
            continue
        if not is_printed(kind, name, internal=subject.is_internal):
            continue
        if f"{kind}.{name}" in _MATTERS and not _MATTERS[f"{kind}.{name}"](params):
            continue
        label = words.say(label_of(kind, name) or name)
        if isinstance(value, Spec) and name in _PARTS:
            inner = getattr(value, "method", "cell_key" if name == "record_key" else kind)
            for what, told in _rows(subject, str(inner), value, words):
                yield f"{label}: {what}", told
            continue
        yield label, _value(subject, kind, name, value, words)


def _value(subject: Subject, kind: str, name: str, value: object, words: Words) -> str:
    if name == "criteria" and isinstance(value, tuple):
        return "; ".join(phrase_words(one, words) for one in value)
    if name == "rules" and isinstance(value, tuple):
        return "; ".join(_rule(rule, words, internal=subject.is_internal) for rule in value)
    if name == "table":
        return words.say(N_("as specified in the plan"))
    if name == "scenarios" and isinstance(value, tuple):
        released = ([" × ".join(projection) for projection in scenario] for scenario in value)
        return "; ".join(listed(projections, words) for projections in released)
    if is_counted(kind, name) and not isinstance(value, str | int | float | bool):
        size = len(value) if isinstance(value, Mapping | Sequence) else 1
        return words.say_many(N_("{number} told in the plan"), N_("{number} told in the plan"), size)
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_one(kind, name, one, words)}" for key, one in value.items())
    return _one(kind, name, value, words)


def _one(kind: str, name: str, value: object, words: Words) -> str:
    if isinstance(value, bool):
        return words.say(N_("yes") if value else N_("no"))
    if isinstance(value, int | float):
        if _is_share(kind, name):
            return words.percent(float(value))
        return number_text(value, words) if float(value).is_integer() else words.short(value, 10)
    if isinstance(value, str):
        known = VALUES.get(f"{name}.{value}", VALUES.get(value))
        return value if known is None else words.say(known)
    if isinstance(value, tuple):
        parts = [_one(kind, name, part, words) for part in value]
        nested = any(isinstance(part, tuple) for part in value)
        return "; ".join(parts) if nested else ", ".join(parts)
    if isinstance(value, Spec):
        return _spec(kind, name, value, words)
    return "–" if value is None else str(value)


def _spec(kind: str, name: str, value: Spec, words: Words) -> str:
    """A part of a setting: a dimension by its variable, else its values."""
    if hasattr(value, "variable"):
        return str(value.variable)
    told = (getattr(value, part) for part in type(value).model_fields)
    return ", ".join(_one(kind, name, part, words) for part in told if part is not None)


def _is_share(kind: str, name: str) -> bool:
    return name in SHARES and f"{kind}.{name}" not in NOT_SHARES


def _rule(rule: Spec, words: Words, *, internal: bool) -> str:
    """A rule; its figures are protection levels."""
    kind = str(getattr(rule, "kind", ""))
    if not internal:
        return words.say(RULES_WITHOUT_LEVELS[kind])
    figures = {
        name: number_text(value, words) if float(value).is_integer() else words.short(value, 10)
        for name in type(rule).model_fields
        if isinstance(value := getattr(rule, name), int | float) and not isinstance(value, bool)
    }
    return words.say(RULES[kind], **figures)
