"""The program's own trial of itself, from source."""

import io
import subprocess
import sys

import pytest

from sdc_desktop import __main__, cli, self_test
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.resources import resource_path


def test_every_kind_of_job_has_a_self_test_plan():
    assert [kind for kind in METHODS if not self_test.plan_of(kind).is_file()] == []


def test_the_self_test_passes_and_names_every_kind():
    command = [
        sys.executable,
        "-m",
        "sdc_desktop",
        "--self-test",
    ]  # a process of its own: it makes an application
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in (*METHODS, "counts", "pdf", "html", "imports", "imports.reversed", "imports.late", "window"):
        assert f"{name}: passed\n" in done.stdout


def test_a_kind_without_a_plan_fails_the_self_test(monkeypatch):
    monkeypatch.setattr(self_test, "METHODS", {"invented": None})
    monkeypatch.setattr(self_test, "_show_window", lambda folder: None)
    monkeypatch.setattr(self_test, "_import_in_child", lambda libraries: None)
    out = io.StringIO()
    assert self_test.run_self_test(out) == 1
    assert "invented: FAILED" in out.getvalue()


def test_a_window_that_cannot_be_made_fails_the_self_test(monkeypatch):
    def broken(folder):
        raise RuntimeError("no platform plugin")

    monkeypatch.setattr(self_test, "_show_window", broken)
    monkeypatch.setattr(self_test, "_import_in_child", lambda libraries: None)
    monkeypatch.setattr(self_test, "METHODS", {"recode": None})
    out = io.StringIO()
    assert self_test.run_self_test(out) == 1
    assert "window: FAILED (RuntimeError: no platform plugin)" in out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "door"),
    [
        (["run", "x.sdcplan", "--out", "y"], "cli"),
        (["schema"], "cli"),
        (["--self-test"], "self-test"),
        ([], "app"),
        (["x.sdcplan"], "app"),
    ],
)
def test_a_verb_goes_to_the_batch_command_and_anything_else_to_the_window(arguments, door, monkeypatch):
    from sdc_desktop import app

    monkeypatch.setattr(cli, "carry_out", lambda given, take_signals: ("cli", arguments))
    monkeypatch.setattr(app, "main", lambda argv: ("app", argv))
    monkeypatch.setattr(self_test, "run_self_test", lambda out: ("self-test", arguments))
    assert __main__.main(arguments) == (door, arguments)


def test_every_verb_of_the_batch_command_is_known_at_the_door():
    assert set(__main__.VERBS) == set(cli.COMMANDS)


def test_resources_are_found_in_the_source_tree_and_in_the_frozen_program(monkeypatch, tmp_path):
    assert resource_path("self_test").is_dir()
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    assert resource_path("demo", "a.csv") == tmp_path / "resources" / "demo" / "a.csv"


def test_libraries_that_cannot_be_imported_together_fail_the_self_test():
    with pytest.raises(Exception, match="the child process ended with 1"):
        self_test._import_in_child(("json", "no.such.library"))
    self_test._import_in_child(("json",))
