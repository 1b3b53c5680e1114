"""The folder for files beyond memory: off until it is allowed, given to jobs, emptied at the end."""

from PySide6.QtCore import Qt

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.shell.temporary_folder import SpillDialog, Spilling


def _ask(window) -> SpillDialog:
    window.spilling.ask()
    dialog = window.spilling.dialog
    assert isinstance(dialog, SpillDialog)
    return dialog


def test_no_folder_is_allowed_to_begin_with(window) -> None:
    assert window.settings.spill_folder is None
    assert window.jobs.spill is None
    assert not _ask(window).allow.isChecked()


def test_an_allowed_folder_is_given_to_jobs_and_emptied_when_the_window_closes(
    qtbot, window, settings, words, tmp_path
) -> None:
    dialog = _ask(window)
    dialog.allow.setChecked(True)
    assert not dialog.done_button.isEnabled()
    allowed = tmp_path / "spill"
    allowed.mkdir()
    dialog.folder.setText(str(allowed))
    qtbot.mouseClick(dialog.done_button, Qt.MouseButton.LeftButton)
    assert settings.spill_folder == allowed
    with qtbot.waitSignal(window.jobs.start("look", lambda context: context.spill).succeeded) as shown:
        pass
    assert shown.args[0].parent == allowed
    (shown.args[0] / "records-1.parquet").write_bytes(b"values")
    qtbot.waitUntil(lambda: window.jobs.idle)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert list(allowed.iterdir()) == []
    next_day = Spilling(JobManager(window), settings, window.notices, words, window)
    assert [path.is_dir() for path in allowed.iterdir()].count(True) == 1
    next_day.close()
    assert list(allowed.iterdir()) == []


def test_a_folder_that_is_forbidden_again_is_no_longer_used(qtbot, window, tmp_path) -> None:
    dialog = _ask(window)
    dialog.allow.setChecked(True)
    dialog.folder.setText(str(tmp_path))
    dialog.accept()
    assert window.jobs.spill is not None
    dialog = _ask(window)
    dialog.allow.setChecked(False)
    dialog.accept()
    assert window.jobs.spill is None
    assert window.settings.spill_folder is None


def test_a_folder_that_is_gone_is_stated_and_nothing_is_spilled(window, tmp_path) -> None:
    dialog = _ask(window)
    dialog.allow.setChecked(True)
    dialog.folder.setText(str(tmp_path / "gone"))
    dialog.accept()
    assert window.jobs.spill is None
    assert window.notices.texts
