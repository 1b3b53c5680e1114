"""The menus of the window, from the factories in actions.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from sdc_desktop.ui.frame.place_frame import PlaceFrame
from sdc_desktop.ui.shell.actions import StepNames, action, menu, theme_menu
from sdc_desktop.ui.shell.command_field import CommandField
from sdc_desktop.ui.shell.language_choice import LanguageChoice
from sdc_desktop.ui.shell.shell import DEMOS, Shell
from sdc_desktop.ui.widgets.help_window import HelpCommand
from sdc_desktop.ui.widgets.questions import AboutCommand
from sdc_desktop.words import N_, Words

_KEYS = QKeySequence.StandardKey


def build_menus(window: Shell) -> None:
    """Give a window its menus. What they need later become attributes of it."""
    bar = window.menuBar()
    for made in (_file(window), _edit(window), _view(window), _data(window), _tools(window), _help(window)):
        bar.addMenu(made)


def fill_recent(target: QMenu, paths: Sequence[Path], act: Callable[..., object], words: Words) -> None:
    """Put the files that were open recently into their menu."""
    target.clear()
    for number, path in enumerate(paths, start=1):
        name = path.name.replace("&", "&&")
        entry = target.addAction(words.say(N_("&{number} {name}"), number=number, name=name))
        entry.setData(str(path))
        entry.setToolTip(str(path))
        entry.triggered.connect(act)
    target.setEnabled(bool(paths))


def _file(window: Shell) -> QMenu:
    say, files = window.words.say, window.files
    window.recent_menu = QMenu(say(N_("Open &recent")), window)
    window.recent_menu.setToolTipsVisible(True)
    quit_program = action(window, say(N_("&Quit")), window.close, "Ctrl+Q")
    return menu(
        window,
        say(N_("&File")),
        action(window, say(N_("&New")), files.new, _KEYS.New),
        action(window, say(N_("Open &data file…")), files.open_data, _KEYS.Open),
        action(window, say(N_("Open &project…")), files.open_project, "Ctrl+Shift+O"),
        window.recent_menu,
        None,
        action(window, say(N_("&Save")), files.save, _KEYS.Save),
        action(window, say(N_("Save &as…")), files.save_as, "Ctrl+Shift+S"),
        action(window, say(N_("Save copy with da&ta…")), files.copy_with_data),
        action(window, say(N_("Save copy without secrets…")), files.export_without_secrets),
        action(window, say(N_("Save secrets…")), files.export_secrets),
        action(window, say(N_("Export plan for &batch run…")), files.export_plan),
        None,
        action(window, say(N_("E&xport…")), window.tabs.export, "Ctrl+E"),
        action(window, say(N_("Rep&ort…")), window.tabs.report, "Ctrl+P"),
        None,
        quit_program,
    )


def _edit(window: Shell) -> QMenu:
    say = window.words.say
    undo = action(window, "", window.controller.undo)
    undo.setShortcuts(_KEYS.Undo)
    redo = action(window, "", window.controller.redo)
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
    StepNames(window.controller, undo, redo, window.words, window)
    return menu(
        window,
        say(N_("&Edit")),
        undo,
        redo,
        None,
        action(window, say(N_("&Find variable")), window.find_variable, _KEYS.Find),
        action(window, say(N_("G&o to record")), window.go_to_record, "Ctrl+G"),
    )


def _view(window: Shell) -> QMenu:
    say = window.words.say
    language = window.language = LanguageChoice(window)
    window.labels_action = labels = QAction(say(N_("Show value &labels")), window)
    labels.setCheckable(True)
    labels.setToolTip(
        say(N_("Display the value labels in the data file. Plans and jobs still use the values."))
    )
    labels.toggled.connect(window.show_labels)
    window.focus_action = QAction(say(N_("Result &only")), window)
    window.focus_action.setCheckable(True)
    window.focus_action.setShortcut("F11")
    window.focus_action.toggled.connect(window.show_result_only)
    window.drawers.named("history").action.setShortcut("Ctrl+H")
    return menu(
        window,
        say(N_("&View")),
        *(drawer.action for drawer in window.drawers.all),
        None,
        _places(window),
        labels,
        theme_menu(window, window.words, window.theme.choice, window.choose_theme),
        language.menu(window),
        action(window, say(N_("Reset &panel layout")), window.reset_layout),
        window.focus_action,
        *_frame(window),
        None,
        action(window, say(N_("&Next pane")), window.next_pane, "F6"),
        action(window, say(N_("Pre&vious pane")), window.previous_pane, "Shift+F6"),
    )


def _frame(window: Shell) -> tuple[QAction, ...]:
    say, act = window.words.say, window.tabs.on_frame
    return (
        action(window, say(N_("Settings or &Why")), partial(act, PlaceFrame.turn_panel), "F8"),
        action(window, say(N_("&Fold or show the panel")), partial(act, PlaceFrame.fold_panel), "F9"),
        action(window, say(N_("Fold or show the l&eft side")), partial(act, PlaceFrame.fold_left), "Ctrl+F9"),
    )


def _places(window: Shell) -> QMenu:
    """The places with their keys."""
    made = QMenu(window.words.say(N_("Pla&ces")), window)
    for number in range(window.tabs.count()):
        entry = action(window, window.tabs.tabText(number), window.go_to_place, f"Ctrl+{number + 1}")
        entry.setData(number)
        made.addAction(entry)
    return made


def _data(window: Shell) -> QMenu:
    say = window.words.say
    prepare = action(window, say(N_("&Prepare records…")), window.prepare_records)
    replace = action(window, say(N_("&Replace data file…")), window.next_file.replace)
    return menu(window, say(N_("&Data")), prepare, window.next_file.follow(replace))


def _tools(window: Shell) -> QMenu:
    say = window.words.say
    cancel = action(window, say(N_("&Cancel running job")), window.status.job_bar.cancel, "Ctrl+.")
    check = action(window, say(N_("Check &file against criteria")), window.check_file)
    audit = action(window, say(N_("&Audit published table")), window.audit_table)
    outputs = action(window, say(N_("Check &outputs of researchers")), window.check_outputs)
    spill = action(window, say(N_("&Temporary folder for large files…")), window.spilling.ask)
    window.command_field = CommandField(window)
    palette = action(window, say(N_("Command palett&e…")), window.command_field.open, "Ctrl+K")
    runs = action(window, say(N_("Compare two &runs…")), window.compare_runs)
    return menu(
        window, say(N_("&Tools")), palette, None, check, audit, outputs, runs, None, spill, None, cancel
    )


def _help(window: Shell) -> QMenu:
    say = window.words.say
    window.about_command = AboutCommand(window.words, window)
    window.help_command = HelpCommand(window.words, window)
    return menu(
        window,
        say(N_("&Help")),
        action(window, say(N_("User &guide")), window.help_command.notify, _KEYS.HelpContents),
        action(window, say(N_("Searc&h guide")), window.help_command.find, "Ctrl+F1"),
        *(action(window, say(text), partial(window.open_demo, name)) for name, (_, text) in DEMOS.items()),
        None,
        action(window, say(N_("&About SDC Desktop")), window.about_command.notify),
    )
