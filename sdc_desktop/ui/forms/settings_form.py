"""The form of a method, made from its settings: the method states what can be set, its editors show it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.engine.method import Method, never
from sdc_desktop.engine.setting import all_settings
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.debounced_text import SettlingLine, SettlingText
from sdc_desktop.ui.forms.editors import editor_of
from sdc_desktop.ui.forms.editors.entry import Context, Entry, entries_of, is_wide
from sdc_desktop.ui.forms.editors.nested import Built, MoreLine, Rows, built, is_seldom
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.parts import card
from sdc_desktop.ui.forms.secret_field import SecretField
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.steady_inputs import CalmSpinBox
from sdc_desktop.words import N_, Words

SECRET = "secrets"  # the path of the secret of the job: a key of the plan, not of the params


class SettingsForm(QWidget):
    """Cards in the order of the settings, and under More those that are seldom needed and the job's secret.

    A setting whose editor is wide has a card of its own, with its label as heading; neighbours that are not
    share one. ``parts`` has the editors by path. The form shows params and reports changes; it decides
    nothing.
    """

    changed = Signal(object)  # dict: values that are meant, by key of the params; `secret` is the job's
    moved = Signal(object)  # dict: values on their way
    refused = Signal(object)  # tuple[Problem, ...]: a text that cannot be read
    file_requested = Signal(object)  # str: the path of a setting

    def __init__(
        self,
        method: Method[Any],
        words: Words,
        parent: QWidget | None = None,
        *,
        pairs: int = 1,
        only: Collection[str] = (),
        below: Mapping[str, QWidget] | None = None,
    ) -> None:
        """With ``pairs`` the form has no cards, but that number of labels with their editors per line.
        ``only`` some keys of the params are shown. ``below`` has by path what the tab puts below an editor.
        """
        super().__init__(parent)
        self._words = words
        self._draws = method.draws
        self.page = method.kind
        self.setProperty("helpPage", self.page)
        context = Context(
            self.page,
            words,
            editor_of,
            self.changed.emit,
            self.moved.emit,
            self.refused.emit,
            self.file_requested.emit,
            frozenset(path for path, _, _ in all_settings(method.params)),
        )
        entries = [one for one in entries_of(method.params, "", context) if not only or one.key in only]
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        at_hand = built(one for one in entries if not is_seldom(one))
        self._pairs = pairs
        self._rows = [Rows(block, pairs, below) for block in (_cards(at_hand) if pairs == 1 else [at_hand])]
        self._frames = [card(self, rows) if pairs == 1 else rows for rows in self._rows]
        for frame in self._frames:
            column.addWidget(frame)
        self.secret: SecretField | None = None
        self.more: MoreLine | None = None
        self._beside_secret: tuple[QWidget, ...] = ()
        self._add_more([entry for entry in entries if is_seldom(entry)], column)
        if pairs == 1:
            column.addStretch(1)
        own = {path: part for rows in self._rows for path, part in rows.own.items()}
        give_field_help(self, self.page, own | self._secrets, words)

    @property
    def parts(self) -> dict[str, QWidget]:
        """The editors by path, those inside others too."""
        return {path: part for rows in self._rows for path, part in rows.parts.items()} | self._secrets

    def show_params(self, params: Any, choices: Choices) -> None:
        """Show what a plan sets; no signal is sent."""
        for rows in self._rows:
            rows.show_settings(params, choices)
        for rows, frame in zip(self._rows, self._frames, strict=False):  # the last can be those under More
            frame.setHidden(rows.is_empty)
        if self.secret is not None:
            self.secret.show_secret(choices.secret)
            for part in self._beside_secret:
                part.setVisible(self._draws(params))

    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        for field in self.findChildren(QWidget):
            if field.hasFocus() and isinstance(field, CalmSpinBox | SettlingLine | SettlingText):
                field.settle()

    @property
    def _secrets(self) -> dict[str, QWidget]:
        return {} if self.secret is None else {SECRET: self.secret}

    def _add_more(self, entries: list[Entry], column: QVBoxLayout) -> None:
        has_secret, say = self._draws is not never, self._words.say
        if not entries and not has_secret:
            return
        rows = Rows(built(entries), self._pairs)
        also = [say(N_("Secret"))] if has_secret else []
        if has_secret:
            self.secret = SecretField(say(N_("Secret of all draws")), self._words)
            self.secret.chosen.connect(self._on_secret)
            self._beside_secret = rows.add_row(say(N_("Secret")), self.secret)
        self._rows.append(rows)
        self.more = MoreLine(rows, entries, self._words, also)
        column.addWidget(self.more)

    @Slot(object)
    def _on_secret(self, digits: str) -> None:
        self.changed.emit({"secret": digits})


def _cards(settings: Sequence[Built]) -> Iterator[list[Built]]:
    """The settings of each card: one that names a card begins it; a wide one that does not is alone."""
    block: list[Built] = []
    alone = named = False
    for entry, part in settings:
        wide = part is not None and is_wide(part)
        begins = bool(entry.setting.card) or (part is not None and not named and (alone or wide))
        if begins and block:
            yield block
            block = []
        if begins or not block:
            named, alone = bool(entry.setting.card), wide and not entry.setting.card
        block.append((entry, part))
    if block:
        yield block
