"""The "?" beside each field of a form, and the short text behind it.

The text has one source: the section Fields of the kind's page in the guide. A form says once which of its
fields is which key of the plan; labels and layouts need not know of it.
"""

import re
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWhatsThis, QWidget

from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.ui.widgets.help_window import open_guide
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import FieldHelp, field_help, pages_by_name


class FieldHelpButton(QToolButton):
    """Shows what a field is. The keys have Shift+F1 in the field itself, so Tab passes this by."""

    def __init__(self, help_text: FieldHelp, field: QWidget, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._field = field
        say = words.say
        self.setText(say(N_("?")))
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("weight", "help")
        self.setFixedSize(step(self, 1.75), step(self, 2))
        self.setAccessibleName(say(N_("What is {field}?"), field=help_text.label))
        self.setToolTip(say(N_("What is this? (Shift+F1 in the field)")))
        self.setVisible(not field.isHidden())
        self.clicked.connect(self.notify)
        field.installEventFilter(self)

    @Slot()
    def notify(self) -> None:
        """Show the text beside the field."""
        QWhatsThis.showText(self.mapToGlobal(self.rect().bottomLeft()), self._field.whatsThis(), self._field)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come and go with the field."""
        kind = event.type()
        if kind in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.setVisible(kind == QEvent.Type.ShowToParent)
        return False


class FieldLink(QObject):
    """Opens the guide where the link in a field's text is followed."""

    def __init__(self, help_text: FieldHelp, field: QWidget, words: Words) -> None:
        super().__init__(field)
        self._field = field
        self._help_text = help_text
        self._words = words
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the link."""
        if event.type() != QEvent.Type.WhatsThisClicked:
            return False

        QWhatsThis.hideText()
        open_guide(self._field, self._help_text.page, self._help_text.anchor, self._words)
        return True


def describe_fields(form: QWidget, page: str, fields: Mapping[str, QWidget], words: Words) -> None:
    """Give fields their text (Shift+F1) and their place in the guide (F1), but no "?": for parts that stand
    many times in a form, or beside another that has it.
    """
    pages = pages_by_name(words)
    for key, field in fields.items():
        help_text = field_help(pages, page, key)
        if help_text is not None:
            _report(help_text, field, words)


def give_field_help(form: QWidget, page: str, fields: Mapping[str, QWidget], words: Words) -> None:
    """Put a "?" beside each field: after the label that names it, else after the field.

    ``fields``: the widget of each key in the page's section Fields; a key missing from the page gets nothing
    (a test ensures that none is missing).
    """
    pages = pages_by_name(words)
    labels = {id(label.buddy()): label for label in form.findChildren(QLabel) if label.buddy() is not None}
    for key, field in fields.items():
        help_text = field_help(pages, page, key)
        if help_text is None:
            continue
        _report(help_text, field, words)
        beside = labels.get(id(field), field)
        _beside(beside, FieldHelpButton(help_text, field, words, beside.parentWidget() or form))


def _report(help_text: FieldHelp, field: QWidget, words: Words) -> None:
    field.setProperty("helpAnchor", help_text.anchor)
    field.setWhatsThis(whats_this(help_text, field, words))
    if not field.accessibleDescription():
        field.setAccessibleDescription(_plain(help_text))
    FieldLink(help_text, field, words)


def whats_this(help_text: FieldHelp, widget: QWidget, words: Words) -> str:
    """The text of a field as simple HTML, with a link to its page."""
    from sdc_desktop.words.guide.html import Look, inline_html

    colours = colours_of(widget)
    look = Look(colours.accent, colours.alternate, colours.border, colours.muted)
    more = words.say(N_("More in the guide"))
    text = _unlinked(help_text.text)
    link = f'<a href="{help_text.page}.md#{help_text.anchor}" style="color: {colours.accent}">{more}</a>'
    return f"<p><b>{help_text.label}</b></p><p>{inline_html(text, look)}</p><p>{link}</p>"


def _plain(help_text: FieldHelp) -> str:
    """The text of a field for screen readers, which read no markup."""
    return _unlinked(help_text.text).replace("**", "").replace("`", "")


def _unlinked(text: str) -> str:
    """Links lead away from the field: here only their words."""
    plain = re.sub(r"\[([^\[\]]*)\]\([^)]*\)", r"\1", text)
    return plain[:1].upper() + plain[1:]


def _beside(widget: QWidget, button: QWidget) -> None:
    """Put a button at a widget's right, if the widget is in a layout."""
    parent = widget.parentWidget()
    holder, layout = QWidget(parent), None if parent is None else parent.layout()
    if layout is None or layout.replaceWidget(widget, holder) is None:
        holder.deleteLater()
        button.hide()
        return
    holder.setSizePolicy(widget.sizePolicy())
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(widget)
    row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
    if isinstance(widget, QLabel) and not widget.wordWrap():
        row.addStretch(1)
