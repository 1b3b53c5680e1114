"""Which system packages are missing, and what is done about it."""

import subprocess

import pytest
from dev_lib import system


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ID=debian\n", True),
        ('ID=ubuntu\nID_LIKE=debian\nNAME="Ubuntu"\n', True),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', True),
        ('ID="rhel"\nID_LIKE="fedora"\n', False),
        ("", False),
    ],
)
def test_debian_and_its_children_are_known(text, expected):
    assert system.is_debian(text) is expected


def test_a_package_that_was_removed_is_missing():
    listing = "libgl1\tinstalled\t\nlibegl1\tconfig-files\t\n"
    assert system.missing(["libgl1", "libegl1", "xvfb"], listing) == ("libegl1", "xvfb")


def test_a_package_that_another_provides_is_not_missing():
    listing = "libglib2.0-0t64\tinstalled\tlibglib2.0-0 (= 2.80.0), libglib\n"
    assert system.missing(["libglib2.0-0"], listing) == ()


@pytest.fixture
def machine(monkeypatch):
    """A Debian-like machine that lacks xvfb; gives the commands run on it."""
    commands: list[list[str]] = []
    state = {"installed": False, "works": True}

    def pretend(command, **options):
        commands.append(list(command))
        assert options.get("stdin") == subprocess.DEVNULL
        if "install" in command:
            state["installed"] = state["works"]
        listing = "xvfb\tinstalled\t\n" if command[0] == "dpkg-query" and state["installed"] else ""
        return subprocess.CompletedProcess(command, 0 if state["works"] else 100, listing, "no such package")

    monkeypatch.setattr(system.subprocess, "run", pretend)
    monkeypatch.setattr(system, "debian_here", lambda: True)
    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000, raising=False)  # Windows has none
    return commands, state


def test_missing_packages_are_installed_without_questions_where_we_may(machine, monkeypatch):
    commands, _ = machine
    monkeypatch.setattr(system, "apt_prefix", lambda: ("sudo", "-n"))
    assert system.ensure(["xvfb"]) == ()
    update, install = (command for command in commands if "apt-get" in command)
    assert update[-1] == "update"
    assert install[:4] == ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"]
    assert install[-4:] == ["install", "-y", "--no-install-recommends", "xvfb"]


def test_the_command_is_printed_where_we_may_not(machine, monkeypatch, capsys):
    commands, _ = machine
    monkeypatch.setattr(system.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system, "apt_prefix", lambda: None)
    assert system.ensure(["xvfb"]) == ("xvfb",)
    assert not [command for command in commands if "apt-get" in command]
    expected = "sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb"
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sudo", "began"), [("/usr/bin/sudo", "sudo apt-get update"), (None, "su -c 'apt-get update")]
)
def test_one_command_has_all_that_is_missing_and_sudo_only_where_there_is_one(
    machine, monkeypatch, capsys, sudo, began
):
    monkeypatch.setattr(system.shutil, "which", lambda name: sudo)
    monkeypatch.setattr(system, "apt_prefix", lambda: None)
    monkeypatch.setattr(system, "venv_usable", lambda: False)
    assert system.ensure(["libgl1"]) == ("libgl1", *system.VENV)
    (command,) = (line for line in capsys.readouterr().err.splitlines() if "apt-get" in line)
    assert command.strip().startswith(began)
    assert f"install -y --no-install-recommends libgl1 {system.VENV[0]}" in command


def test_a_failed_installation_is_shown_and_the_command_printed(machine, monkeypatch, capsys):
    _, state = machine
    state["works"] = False
    monkeypatch.setattr(system, "apt_prefix", lambda: ())
    assert system.ensure(["xvfb"]) == ("xvfb",)
    shown = capsys.readouterr().err
    assert "no such package" in shown
    assert "apt-get install -y --no-install-recommends xvfb" in shown


def test_nothing_is_installed_on_other_systems(machine, monkeypatch):
    commands, _ = machine
    monkeypatch.setattr(system, "debian_here", lambda: False)
    assert system.ensure(["xvfb"]) == ()
    assert commands == []
