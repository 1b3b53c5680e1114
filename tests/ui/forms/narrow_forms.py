"""Forms in the narrowest panel, with each choice of their settings, and the texts that they do not show."""

from collections.abc import Iterator
from typing import Any, get_origin

from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QListWidget,
    QStyle,
    QStyleOptionFrame,
    QWidget,
)

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.setting import Settings, all_settings, is_tag
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import bare_type, is_words, item_of, parts_of, settings_in
from sdc_desktop.ui.forms.editors.nested import first_part
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.cards_area import CardsArea, scrolled
from sdc_desktop.ui.widgets.setting_line import SettingLine
from tests.ui.cut_texts import cut_texts

NARROWEST = 30.0  # steps of the grid: 270 px at 100 %
NAMES = ("age", "region", "income")


def choices_for(method: Method[Any]) -> Choices:
    """Three variables with three levels each, wherever some can be chosen."""
    paths = [path for path, _, _ in all_settings(method.params)]
    levels = dict.fromkeys(NAMES, ("as is", "10-year bands", "*"))
    texts = dict.fromkeys(NAMES, ("1", "2"))
    return Choices(offered=dict.fromkeys(paths, NAMES), level_names=levels, texts=texts)


def variants(method: Method[Any], choices: Choices) -> Iterator[tuple[str, Settings]]:
    """The params to begin with, and with each word, switch or class of a setting chosen."""
    begun = begun_part(method.params, "", choices)
    if begun is None:
        return
    yield "", begun
    yield from ((path, params) for path, params in _changed(begun, "", choices))


def begun_part(params: type[Settings], prefix: str, choices: Choices) -> Settings | None:
    """A part to begin with, also of settings that need a part or a list of parts."""
    begun = first_part(params, prefix, choices)
    taken: dict[str, Any] = {}
    for key, info in params.model_fields.items():
        kind = bare_type(info.annotation)[0]
        if begun is not None and info.is_required() and not is_tag(info):
            inner = f"{prefix}{key}."
            if get_origin(kind) is dict:
                taken[key] = {}
            elif settings_in(kind):
                taken[key] = begun_part(settings_in(kind)[0], inner, choices)
            elif settings_in(item_of(kind)):
                first = settings_in(item_of(kind))[0]
                taken[key] = () if first is params else (begun_part(first, inner, choices),)
    return begun and begun.model_copy(update=taken)


def _changed(part: Settings, prefix: str, choices: Choices) -> Iterator[tuple[str, Settings]]:
    for key, info in type(part).model_fields.items():
        if is_tag(info) or key not in type(part).settings:
            continue
        kind, path = bare_type(info.annotation)[0], f"{prefix}{key}"
        for value in _values(kind, type(part).settings[key], path, choices):
            yield f"{path}={value!r:.60}", part.model_copy(update={key: value})
            if isinstance(value, Settings) and prefix.count(".") < 2:
                for inner, changed in _changed(value, f"{path}.", choices):
                    yield inner, part.model_copy(update={key: changed})
            if isinstance(value, tuple) and not prefix and all(isinstance(one, Settings) for one in value):
                for place, one in enumerate(value):
                    for inner, changed in _changed(one, f"{path}.", choices):
                        yield inner, part.model_copy(update={key: (*value[:place], changed)})


def _values(kind: Any, setting: Any, path: str, choices: Choices) -> Iterator[Any]:
    if kind is bool:
        yield True
        yield False
    for part in parts_of(kind):
        if is_words(part):
            yield from part.__args__
    classes = settings_in(kind)
    yield from filter(None, (begun_part(one, f"{path}.", choices) for one in classes))
    item = item_of(kind)
    if item is not None and settings_in(item):
        made = [begun_part(one, f"{path}.", choices) for one in settings_in(item)]
        if all(made):
            yield tuple(made)
    if setting.first is not None and not classes and get_origin(kind) is not dict:
        yield setting.first


class Narrow:
    """A form in the narrowest panel."""

    def __init__(self, form: QWidget) -> None:
        self.form = form
        self.area: CardsArea = scrolled(form)
        self.area.resize(step(self.area, NARROWEST), step(self.area, 80))
        self.area.show()

    def cut(self) -> set[str]:
        """What is not shown whole, with all lines unfolded."""
        for line in self.area.findChildren(SettingLine):
            line.unfold()
        for _ in range(16):
            QApplication.processEvents()
        found = set(cut_texts(self.area))
        if self.area.minimumWidth() > step(self.area, NARROWEST):
            found.add(f"wider: {self.area.minimumWidth()} > {step(self.area, NARROWEST)}")
        shown = [one for one in self.area.findChildren(QWidget) if one.isVisibleTo(self.area)]
        return found | {text for one in shown for text in cut_field(one)}


def cut_field(field: QWidget) -> Iterator[str]:
    """The text of a line, a number or a list that is wider than its field."""
    if isinstance(field, QLineEdit):
        option = QStyleOptionFrame()
        field.initStyleOption(option)
        part = QStyle.SubElement.SE_LineEditContents
        room = field.style().subElementRect(part, option, field).width() - 4  # Qt's margins inside
        texts = [
            field.text() if isinstance(field.parentWidget(), QAbstractSpinBox) else "",
            field.placeholderText(),
        ]
        for text in texts:
            if field.fontMetrics().horizontalAdvance(text) > room:
                yield f"line: {text} ({room}, {field.fontMetrics().horizontalAdvance(text)})"
    elif isinstance(field, QListWidget) and field.sizeHintForColumn(0) > field.viewport().width():
        yield f"list: {field.item(0).text()} ({field.viewport().width()}, {field.sizeHintForColumn(0)})"
