"""A setting in words: its value, its default, its line in the guide. The facts are beside its key."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.setting import Setting, Settings, all_settings, classes_in, default_of, setting_of
from sdc_desktop.engine.spec import Spec
from sdc_desktop.words.words import N_, Words

_DIGITS = 10
_WITH_DEFAULT = N_("{help} Default: {default}.")


def number_words(setting: Setting, value: float, words: Words) -> str:
    """A number with its unit, as its field shows it."""
    text = words.short(value * setting.unit.scale, _DIGITS)
    return text + words.say(setting.unit.suffix) if setting.unit.suffix else text


def part_words(part: Settings, words: Words) -> str:
    """The numbers and words that a part sets, in the order of its settings."""
    known = ((one, getattr(part, key)) for key, one in part.settings.items() if one.has_effect(part))
    texts = (value_words(one, value, words) for one, value in known if value not in (None, (), False))
    return ", ".join(text for text in texts if text)


def value_words(setting: Setting, value: Any, words: Words) -> str | None:
    """A value as the form shows it: a number with its unit, the label of a word, yes or no, several of these;
    None for a value that only its editor shows.
    """
    if value is None:
        return words.say(setting.absent or N_("none"))
    if isinstance(value, str):
        return words.say(setting.choices[value].label) if value in setting.choices else value
    if isinstance(value, bool):
        return words.say(N_("on")) if value else words.say(N_("off"))
    if isinstance(value, int | float):
        return number_words(setting, value, words)
    if isinstance(value, Settings) and value.phrase:
        return phrase_words(value, words)
    if isinstance(value, tuple | list):
        if not value and setting.other:
            return words.say(setting.other)
        each = [value_words(setting, one, words) for one in value]
        shown = [text for text in each if text is not None]
        separator = "; " if any(isinstance(one, tuple | list) for one in value) else ", "
        return separator.join(shown) if len(shown) == len(each) and shown else None
    return None


def phrase_words(part: Settings, words: Words) -> str:
    """A class of settings in a line: `entropy l-diversity of disease, l = 3 (corrected entropy)`."""
    values = {key: value_words(one, getattr(part, key), words) for key, one in part.settings.items()}
    return words.say(part.phrase, **values)


def default_words(params: type[Settings], key: str, words: Words) -> str:
    """What holds where a plan does not set a key."""
    setting, value = params.settings[key], default_of(params, key)
    if value is None and setting.picks is not None and not setting.absent:
        return words.say(setting.picks.described)
    if isinstance(value, Mapping) and setting.first is not None:
        return words.say(N_("{value} each"), value=value_words(setting, setting.first, words))
    if isinstance(value, Settings):
        inside = (value_words(one, getattr(value, own), words) for own, one in value.settings.items())
        return ", ".join(text for text in inside if text is not None)
    shown = value_words(setting, value, words) or words.say(setting.absent or N_("none"))
    if setting.unit.scale != 1 and isinstance(value, int | float):
        return words.say(N_("{number}, which is {shown}"), number=words.short(value, _DIGITS), shown=shown)
    return shown


def field_lines(method: Method[Any], words: Words) -> Iterator[str]:
    """The lines of the section Fields of a method's page in the guide, one per setting."""
    found: dict[str, list[tuple[type[Settings], str]]] = {}
    for path, part, key in all_settings(method.params):
        found.setdefault(path, []).append((part, key))
    yield from (_field_line(path, places, words) for path, places in found.items())
    if method.draws is not never:
        what = words.say(
            N_(
                "what all draws come from; see [Secrets](secrets.md). Anyone who has it can undo the "
                "protection."
            )
        )
        default = words.say(N_("a new one in the window; needed in a plan"))
        yield _line(words.say(N_("Secret")), "secrets", words.say(_WITH_DEFAULT, help=what, default=default))


def _field_line(path: str, places: Sequence[tuple[type[Settings], str]], words: Words) -> str:
    """The line of a path; where classes have it that are one of several, each text with their titles."""
    titles: dict[tuple[str, str], list[str]] = {}
    for part, key in places:
        label = words.say(part.settings[key].field_label).rstrip("?")
        titles.setdefault((label, _help(part, key, words)), []).append(words.say(part.title))
    label = " / ".join(dict.fromkeys(label for label, _ in titles))
    if len(titles) == 1:
        return _line(label, path, next(iter(titles))[1])
    return _line(label, path, " ".join(f"{', '.join(names)}: {text}" for (_, text), names in titles.items()))


def _help(params: type[Settings], key: str, words: Words) -> str:
    setting = params.settings[key]
    text = words.say(setting.help)
    if params.model_fields[key].is_required():
        return words.say(N_("{help} Needed."), help=text)
    return words.say(_WITH_DEFAULT, help=text, default=default_words(params, key, words))


def settings_on(params: type[Spec], path: Sequence[str]) -> list[Setting | None]:
    """The setting of each key of a path within params, of a tag that of its class; None for a name."""
    found: list[Setting | None] = []
    classes: tuple[type[Spec], ...] = (params,)
    for key in path:
        known = [one for one in classes if setting_of(one, key) is not None]
        is_of_class = bool(found) and any(key in one.model_fields for one in classes)
        found.append(setting_of(known[0], key) if known else found[-1] if is_of_class else None)
        if known:
            classes = tuple(classes_in(known[0].model_fields[key].annotation))
    return found


def _line(label: str, path: str, text: str) -> str:
    return f"- **{label}** (`{path}`): {text}"


def change_label(method: Method[Any], key: str, words: Words) -> str:
    """The name of the step that changes a setting."""
    setting = method.params.settings[key]
    return words.say(
        N_("{method}: {setting}"), method=words.say(method.title), setting=words.say(setting.label)
    )


_NAMED = 3  # names that a summary lists; of more it has the number


def summary_line(method: Method[Any], params: Any, words: Words) -> str:
    """The settings of a job in a line: those that differ from their defaults; `Table: Rows: region, ...`."""
    title = words.say(method.title)
    shown = list(_differing(params, words)) if isinstance(params, Settings) else []
    inside = "; ".join(shown) or words.say(N_("default settings"))
    return words.say(N_("{kind}: {name}"), kind=title, name=inside)


def _differing(params: Settings, words: Words) -> Iterator[str]:
    for key, setting in params.settings.items():
        value = getattr(params, key)
        empty = value is None or value == () or value == {}
        if empty or setting.secrecy == "secret" or not setting.has_effect(params):
            continue
        if value != default_of(type(params), key):
            yield f"{words.say(setting.label)} {_brief(setting, value, words)}"


def _brief(setting: Setting, value: Any, words: Words) -> str:
    """A value in few words: names, a number of entries, or the method of a part."""
    text = value_words(setting, value, words)
    if text is not None:
        return text
    if isinstance(value, Settings):
        inside = ", ".join(_differing(value, words))
        return " ".join(part for part in (words.say(value.title) if value.title else "", inside) if part)
    if isinstance(value, Mapping) and len(value) <= _NAMED:
        each = {key: value_words(setting, one, words) for key, one in value.items()}
        if None not in each.values():
            return ", ".join(f"{key} {text}" for key, text in each.items())
    entries = list(value) if isinstance(value, Mapping | Sequence) else [value]
    names = [_name(one, words) for one in entries]
    known = [name for name in names if name is not None]
    if len(known) == len(entries) and len(known) <= _NAMED:
        return ", ".join(known)
    return words.say_many(N_("{number} entry"), N_("{number} entries"), len(entries))


def _name(entry: Any, words: Words) -> str | None:
    """What an entry is called: a text, the variable it is about, or its kind."""
    if isinstance(entry, str):
        return entry
    variable = getattr(entry, "variable", None)
    if isinstance(variable, str):
        return variable
    return words.say(entry.title) if isinstance(entry, Settings) and entry.title else None
