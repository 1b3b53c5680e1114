"""Settings within a setting: a class of settings, one of several, a list of them, a word or a value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast, get_args

from pydantic import ValidationError
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.setting import Settings, is_tag
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import (
    Editor,
    Entry,
    Report,
    WideEditor,
    bare_type,
    entries_of,
    is_wide,
    is_words,
    item_of,
    settings_in,
    union_of,
)
from sdc_desktop.ui.forms.editors.simple import bar
from sdc_desktop.ui.forms.field_help import describe_fields, give_field_help
from sdc_desktop.ui.forms.pair_grid import PairGrid
from sdc_desktop.ui.forms.parts import Choice, heading, muted
from sdc_desktop.ui.theme import fill, spread, step, take_out
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.setting_line import SettingLine
from sdc_desktop.ui.widgets.tab_order import order_tabs
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import part_words

_TITLE = 15.0  # steps: the widest title of a part
Built = tuple[Entry, QWidget | None]  # None: the setting is in plans only


class Rows(PairGrid):
    """Settings below one another: a label and an editor each, a wide editor below its label. A setting
    without effect is not shown. ``parts`` has the editors by path. With ``pairs`` that number is in one line.
    ``below`` has by path the widget below an editor.
    """

    shown = Signal(object)  # Settings: whose values are shown

    def __init__(
        self, settings: Sequence[Built], pairs: int = 1, below: Mapping[str, QWidget] | None = None
    ) -> None:
        super().__init__(pairs)
        self._entries = {entry.path: entry for entry, _ in settings}
        self.own: dict[str, QWidget] = {}
        self._beside: dict[str, tuple[QWidget, ...]] = {}
        self._hints: dict[str, QLabel] = {}
        for entry, part in settings:
            if part is not None:
                self._add(entry, part)
            if below and entry.path in below:
                self.add_across(below[entry.path])
            if pairs == 1:
                self._add_hint(entry)
        if pairs > 1:  # a hint would end the line of its field
            for entry in self._entries.values():
                self._add_hint(entry)

    @property
    def parts(self) -> dict[str, QWidget]:
        """The editors by path, with those inside them."""
        inside = [part.parts for part in self.own.values() if isinstance(part, NestedEditor)]
        return self.own | {path: part for parts in inside for path, part in parts.items()}

    @property
    def is_empty(self) -> bool:
        """Whether none of its settings is shown."""
        return all(part.isHidden() for part in self.own.values())

    def show_settings(self, params: Settings, choices: Choices) -> None:
        """Show the values of a class of settings."""
        for path, part in self.own.items():
            entry = self._entries[path]
            shown = entry.setting.has_effect(params) and path not in choices.hidden
            if path not in choices.hidden:
                cast(Editor, part).show_setting(entry.value_in(params), choices)
            for one in (part, *self._beside[path]):
                one.setVisible(shown)
        for path, hint in self._hints.items():
            self._show_hint(hint, self._entries[path], params, choices)
            if path in choices.hidden:
                hint.hide()
        self._arrange()
        self.shown.emit(params)

    def add_row(self, text: str, part: QWidget) -> tuple[QWidget, QWidget]:
        """A part with its label: both."""
        label = QLabel(text)
        label.setBuddy(part)
        self.add_pair(label, part)
        return label, part

    def _add_hint(self, entry: Entry) -> None:
        if entry.setting.hint or any(choice.hint for choice in entry.setting.choices.values()):
            self._hints[entry.path] = muted("")
            self.add_across(self._hints[entry.path])

    def _add(self, entry: Entry, part: QWidget) -> None:
        self.own[entry.path] = part
        if isinstance(part, QCheckBox):  # has its label in it
            self.add_across(part)
            self._beside[entry.path] = ()
        elif is_wide(part):
            text = entry.say(entry.setting.card) or entry.label
            self._beside[entry.path] = (heading(text, part),)
            self.add_across(self._beside[entry.path][0])
            self.add_across(part)
        else:
            if entry.setting.card:
                self.add_across(heading(entry.say(entry.setting.card), part))
            self._beside[entry.path] = self.add_row(entry.label, part)[:1]

    def _show_hint(self, hint: QLabel, entry: Entry, params: Settings, choices: Choices) -> None:
        """The hint of the word chosen, else of the setting; of one in plans only where a plan sets it."""
        value = getattr(params, entry.key)
        chosen = entry.setting.choices.get(value) if isinstance(value, str) else None
        text = (chosen.hint_of(persons=choices.persons) if chosen else "") or entry.setting.hint
        note = choices.notes.get(entry.path, "")
        hint_text = entry.say(text, **params.figures()) if text else ""
        hint.setText("\n".join(part for part in (note, hint_text) if part))
        given = entry.setting.place != "plan" or value != entry.default
        hint.setVisible(bool(hint.text()) and given and entry.setting.has_effect(params))


class MoreLine(SettingLine):
    """Settings that are seldom needed; the line names those that the plan sets, else all of them."""

    def __init__(self, rows: Rows, entries: Sequence[Entry], words: Words, also: Sequence[str] = ()) -> None:
        """``also``: what else is inside, by name."""
        super().__init__(words.say(N_("More")), rows)
        self._entries, self._also = entries, also
        rows.shown.connect(self._name)
        self._name(None)

    @Slot(object)
    def _name(self, params: Settings | None) -> None:
        known = [one for one in self._entries if params is None or one.setting.has_effect(params)]
        given = [one.label for one in known if params is not None and getattr(params, one.key) != one.default]
        inside = ", ".join(given or [*(one.label for one in known), *self._also])
        self.show_summary(inside, muted=not given)
        if self.parentWidget() is not None or not inside:  # without its place it would be a window
            self.setVisible(bool(inside))


class NestedEditor(WideEditor):
    """A class of settings, or one of several that is chosen by its title; absent where it can be.

    What a class was set to comes back with it.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self._classes = settings_in(entry.type)
        self._value: Settings | None = None
        self._before: dict[type[Settings], Settings] = {}
        self._choices = Choices()
        self._areas: dict[type[Settings], tuple[QWidget, tuple[Rows, ...]]] = {}
        self._column = QVBoxLayout(self)
        spread(self._column, self, margin=0, spacing=0.5)
        titles = [(str(place), entry.say(one.title)) for place, one in enumerate(self._classes)]
        if entry.optional:
            titles.insert(0, ("", entry.say(entry.setting.absent or N_("none"))))
        self.chooser = Choice(entry.name, titles)
        self.chooser.chosen.connect(self._on_chosen)
        if len(titles) > 1:
            self._column.addWidget(self.chooser)
            self.setFocusProxy(self.chooser)

    @property
    def parts(self) -> dict[str, QWidget]:
        """The editors of the class that is shown, by path."""
        _, shown = self._areas.get(type(self._value), (None, ())) if self._value else (None, ())
        return {path: part for rows in shown for path, part in rows.parts.items()}

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the settings of the class that the plan has."""
        self._value, self._choices = value, choices
        key = "" if value is None else str(self._classes.index(type(value)))
        by_title = choices.barred.get(self._entry.path, {})
        places = {one.title: str(place) for place, one in enumerate(self._classes)}
        bar(self.chooser, {places[title]: reason for title, reason in by_title.items()}, kept=key)
        self.chooser.show_key(key)
        if value is not None:
            self._before[type(value)] = value
            if type(value) not in self._areas:
                self._build(type(value))
            for rows in self._areas[type(value)][1]:
                rows.show_settings(value, choices)
        for one, (area, _) in self._areas.items():
            area.setVisible(one is type(value))

    def _build(self, params: type[Settings]) -> None:
        context = self._entry.context.within(self._on_values)
        self._areas[params] = area, shown = sections(
            entries_of(params, self._entry.prefix_of(params), context)
        )
        self._column.addWidget(area)
        for rows in shown:
            give_field_help(rows, context.page, rows.own, context.words)

    def _on_values(self, report: Report, values: Mapping[str, object]) -> None:
        if self._value is None or not values or not values.keys() <= type(self._value).model_fields.keys():
            report({})  # as with a field of another class, left as that class went
        else:
            report({self._entry.key: with_values(self._value, values)})

    @Slot(object)
    def _on_chosen(self, place: str) -> None:
        if not place:
            self._entry.change(None)
            return
        params = self._classes[int(place)]
        value = self._before.get(params) or first_part(params, self._entry.prefix_of(params), self._choices)
        self._entry.change(value) if value is not None else self._entry.show_again()


class ListEditor(WideEditor):
    """A list of classes of settings, each in a line of its own; more are added by a menu of titles."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self._classes = settings_in(item_of(entry.type))
        self._value: tuple[Settings, ...] = ()
        self._choices = Choices()
        self._built = 0  # how many times the lines were made
        self.rows: list[Rows] = []
        self.removes: list[QToolButton] = []
        self._lines: list[SettingLine] = []
        self._column = QVBoxLayout(self)
        spread(self._column, self, margin=0, spacing=0)
        self.add = push_button(entry.say(N_("Add")), scale="small", weight="quiet")
        self.add.setAccessibleName(entry.say(N_("Add: {setting}"), setting=entry.name))
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        for one in self._classes:
            action = self.menu.addAction(entry.say(one.title))
            action.setToolTip(entry.say(one.meaning))
            action.triggered.connect(partial(self._on_add, one))
        self.add.setMenu(self.menu)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the parts of the list."""
        before = [type(one) for one in self._value]
        self._value, self._choices = tuple(value or ()), choices
        classes = [type(one) for one in self._value]
        gone: list[QWidget] = []
        if classes != before:
            gone = list(self._lines)
            self._build(classes)
        for rows, line, one in zip(self.rows, self._lines, self._value, strict=True):
            rows.show_settings(one, choices)
            line.show_summary(part_words(one, self._entry.context.words))
        for remove in self.removes:
            may_go = len(self._value) > 1 or not self._entry.needs_one()
            remove.setEnabled(may_go)
            remove.setToolTip(self._entry.say(N_("Remove") if may_go else N_("At least one is needed.")))
        for action, part in zip(self.menu.actions(), self._classes, strict=True):
            possible = first_part(part, self._entry.prefix_of(part), choices) is not None
            action.setEnabled(possible)
            none = self._entry.say(N_("The file has no variable for it."))
            action.setToolTip(self._entry.say(part.meaning) if possible else none)
        for old in gone:  # last: a field in it that loses the focus reports, and all is shown again
            take_out(self._column, old)

    def _build(self, classes: Sequence[type[Settings]]) -> None:
        self._built += 1
        opened = {place for place, line in enumerate(self._lines) if line.is_open} or {len(classes) - 1}
        self.rows, self.removes, self._lines = [], [], []
        for place, params in enumerate(classes):
            context = self._entry.context.within(partial(self._on_values, self._built, place))
            rows = Rows(built(entries_of(params, self._entry.prefix_of(params), context)))
            describe_fields(rows, context.page, rows.own, context.words)
            line = SettingLine(self._entry.say(params.title), rows, aside=self._remove(params, place))
            line.orders_tabs = False  # the list does it
            line.button.title.setMaximumWidth(step(self, _TITLE))
            line.button.title.setToolTip(self._entry.say(params.meaning))
            line.unfold(place in opened)
            self._column.insertWidget(place, line)
            for part in rows.own.values():
                part.setAccessibleName(f"{self._entry.say(params.title)}: {part.accessibleName()}")
            self.rows.append(rows)
            self._lines.append(line)
        order_tabs([*self._focus_order(), self.add], self)

    def _focus_order(self) -> Iterator[QWidget]:
        for line, rows, remove in zip(self._lines, self.rows, self.removes, strict=True):
            yield from (line.button, remove, *rows.own.values())

    def _remove(self, params: type[Settings], place: int) -> QToolButton:
        title, remove = self._entry.say(params.title), QToolButton()
        remove.setText("\u00d7")
        remove.setAutoRaise(True)
        remove.setAccessibleName(self._entry.say(N_("Remove {criterion}"), criterion=title))
        remove.clicked.connect(partial(self._on_removed, place))
        self.removes.append(remove)
        return remove

    def _on_values(self, built: int, place: int, report: Report, values: Mapping[str, object]) -> None:
        if not values or built != self._built:
            report({})  # as with a field that was left as its frame went
            return
        old = self._value[place]
        new = with_values(old, values)
        report({self._entry.key: (*self._value[:place], new, *self._value[place + 1 :])})

    def _on_add(self, params: type[Settings], _checked: bool = False) -> None:
        part = first_part(params, self._entry.prefix_of(params), self._choices)
        if part is None:
            return
        self._entry.change((*self._value, part))
        for line in self._lines:
            line.unfold(line is self._lines[-1])
        if self.rows and type(self._value[-1]) is params:
            next(iter(self.rows[-1].own.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_removed(self, place: int, _checked: bool = False) -> None:
        self._entry.change((*self._value[:place], *self._value[place + 1 :]))
        # the button that had the focus is gone
        QTimer.singleShot(0, self.add, partial(self.add.setFocus, Qt.FocusReason.OtherFocusReason))


class EitherEditor(QWidget):
    """A word of a list or a value of another type: ``inside`` is its editor, below the words."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self.setAccessibleName(entry.name)
        bare = {part: bare_type(part)[0] for part in get_args(entry.type)}
        rest = tuple(part for part, known in bare.items() if not is_words(known))
        self._first = entry.setting.first
        self._words = tuple(word for known in bare.values() if is_words(known) for word in get_args(known))
        texts = [(word, entry.say(entry.setting.choices[word].label)) for word in self._words]
        self.chooser = Choice(entry.name, [*texts, ("", entry.say(entry.setting.other))])
        plain = replace(entry.setting, choices={})
        self.inside = entry.part(union_of(rest), entry.key, plain, entry.context).build()
        self.wide = is_wide(self.inside)
        fill(self, self.chooser, self.inside, spacing=0.5)
        self.setFocusProxy(self.chooser)
        self.chooser.chosen.connect(self._on_chosen)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the word, or the value in its editor."""
        is_word = isinstance(value, str) and value in self._words
        self._first = choices.first.get(self._entry.path, self._entry.setting.first)
        self.chooser.show_key(value if is_word else "")
        self.inside.setVisible(not is_word)
        if not is_word:
            cast(Editor, self.inside).show_setting(value, choices)

    @Slot(object)
    def _on_chosen(self, word: str) -> None:
        if word:
            self._entry.change(word)
        elif self._first is not None:
            self._entry.change(self._first)
        else:  # nothing to begin with: it is typed
            self.inside.setVisible(True)
            self.inside.setFocus(Qt.FocusReason.OtherFocusReason)


def built(entries: Iterable[Entry]) -> list[Built]:
    """Settings with their editors."""
    return [(entry, None if entry.setting.place == "plan" else entry.build()) for entry in entries]


def is_seldom(entry: Entry) -> bool:
    """Whether a setting is under More."""
    return entry.setting.place == "more"


def sections(entries: Sequence[Entry]) -> tuple[QWidget, tuple[Rows, ...]]:
    """The settings of a nested class: those at hand, and the others under More."""
    main = Rows(built(entry for entry in entries if not is_seldom(entry)))
    seldom = [entry for entry in entries if is_seldom(entry)]
    if not seldom:
        return main, (main,)
    more = Rows(built(seldom))
    area = QWidget()
    fill(area, main, MoreLine(more, seldom, seldom[0].context.words), spacing=0.5)
    return area, (main, more)


def first_part(params: type[Settings], prefix: str, choices: Choices) -> Settings | None:
    """A part to begin with: the defaults or what new parts begin with, of a required key the value to begin
    with or the first variable that is offered; None where none is.
    """
    values: dict[str, Any] = {}
    for key, info in params.model_fields.items():
        if is_tag(info):
            values[key] = get_args(info.annotation)[0]
        elif info.is_required():
            offered = choices.offered.get(f"{prefix}{key}", ())
            first = params.settings[key].first
            usual = offered[:1] or None if item_of(info.annotation) is str else next(iter(offered), None)
            values[key] = first if first is not None else usual
            if values[key] is None:
                return None
        elif params.settings[key].begins is not None:
            values[key] = params.settings[key].begins
    return _part(params, values)


def with_values(part: Settings, values: Mapping[str, object]) -> Settings:
    """A part with other values; incomplete where these do not go with the rest yet."""
    return _part(type(part), {key: getattr(part, key) for key in type(part).model_fields} | dict(values))


def _part(params: type[Settings], values: Mapping[str, Any]) -> Settings:
    try:
        return params.model_validate(values)
    except ValidationError:  # incomplete: what takes it validates it again
        return params.model_construct(**values)
