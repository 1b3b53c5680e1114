"""When an environment is made, mended or left alone."""

import subprocess

import pytest
from dev_lib import Stop, environment, system
from dev_lib.environment import ALL, FREEZE, RUNTIME, STAMP, UNFINISHED, Environment

WANTED = {"python": "cpython 3.11.2 /usr", "root": "/home/x", "lock": "abc", "profile": RUNTIME}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A project of its own where nothing is really installed; gives the commands that would be run."""
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    commands: list[list[str]] = []

    def pretend(command):
        commands.append(command)
        made = Environment(tmp_path / ".venv")
        made.site_packages().mkdir(parents=True, exist_ok=True)
        made.scripts.mkdir(exist_ok=True)
        made.python.touch()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(environment, "_quietly", pretend)
    return commands


def steps(commands):
    return ["venv" if "venv" in command else "pip" for command in commands]


@pytest.mark.parametrize(
    ("change", "current"),
    [
        ({}, True),
        ({"profile": ALL}, True),
        ({"profile": FREEZE}, False),
        ({"lock": "abd"}, False),
        ({"python": "cpython 3.12.1 /usr"}, False),
        ({"root": "/home/y"}, False),
    ],
)
def test_an_environment_serves_if_it_was_made_from_the_same_and_has_enough(change, current):
    assert environment.is_current({**WANTED, **change}, WANTED) is current


def test_an_environment_without_a_stamp_does_not_serve():
    assert not environment.is_current({}, WANTED)


def test_a_new_environment_is_made_filled_and_stamped(tree, tmp_path):
    made = environment.set_up(".venv", RUNTIME)
    assert steps(tree) == ["venv", "pip"]
    assert environment.read_stamp(made)["profile"] == RUNTIME
    assert not (made.folder / UNFINISHED).exists()


def test_the_second_set_up_runs_nothing(tree):
    environment.set_up(".venv", RUNTIME)
    tree.clear()
    environment.set_up(".venv", RUNTIME)
    assert tree == []


def test_tools_are_added_to_an_environment_that_has_the_runtime(tree):
    environment.set_up(".venv", RUNTIME)
    tree.clear()
    made = environment.set_up(".venv", ALL)
    assert steps(tree) == ["pip"]
    assert environment.read_stamp(made)["profile"] == ALL


def test_an_environment_with_all_tools_keeps_them_when_the_lock_changes(tree, monkeypatch):
    made = environment.set_up(".venv", ALL)
    stamp = made.folder / STAMP
    stamp.write_text(stamp.read_text().replace('"lock": "', '"lock": "0'))
    environment.set_up(".venv", RUNTIME)
    assert environment.read_stamp(made)["profile"] == ALL


def test_an_interrupted_set_up_is_begun_anew(tree, tmp_path, monkeypatch):
    pretend = environment._quietly

    def interrupted(command):
        done = pretend(command)
        if "pip" in command:
            raise KeyboardInterrupt
        return done

    with monkeypatch.context() as during:
        during.setattr(environment, "_quietly", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.set_up(".venv", RUNTIME)
    leftover = tmp_path / ".venv" / "half-unpacked"
    leftover.touch()
    tree.clear()
    made = environment.set_up(".venv", RUNTIME)
    assert steps(tree) == ["venv", "pip"]
    assert not leftover.exists()
    assert environment.read_stamp(made)


def test_an_environment_whose_python_is_gone_is_begun_anew(tree):
    made = environment.set_up(".venv", RUNTIME)
    made.python.unlink()
    tree.clear()
    environment.set_up(".venv", RUNTIME)
    assert steps(tree) == ["venv", "pip"]


def test_an_environment_made_by_hand_is_filled_not_removed(tree, tmp_path):
    by_hand = Environment(tmp_path / ".venv")
    by_hand.site_packages().mkdir(parents=True)
    by_hand.scripts.mkdir()
    by_hand.python.touch()
    (by_hand.folder / "mine").touch()
    environment.set_up(".venv", RUNTIME)
    assert steps(tree) == ["pip"]
    assert (by_hand.folder / "mine").exists()


def test_a_failed_installation_is_shown_with_what_to_do_and_not_stamped(tree, tmp_path, monkeypatch):
    pretend = environment._quietly

    def failing(command):
        done = pretend(command)
        return (
            subprocess.CompletedProcess(command, 1, "", "no matching distribution")
            if "pip" in command
            else done
        )

    monkeypatch.setattr(environment, "_quietly", failing)
    with pytest.raises(Stop, match=r"(?s)no matching distribution.*--wheels"):
        environment.set_up(".venv", RUNTIME)
    assert not (tmp_path / ".venv" / STAMP).exists()


def test_a_python_without_venv_shows_what_to_do(tree, monkeypatch):
    monkeypatch.setattr(system, "venv_usable", lambda: False)
    monkeypatch.setattr(system, "ensure", lambda wanted: tuple(wanted))
    with pytest.raises(Stop, match="cannot make virtual environments"):
        environment.set_up(".venv", RUNTIME)


def test_wheels_from_a_folder_need_no_index(tmp_path):
    arguments = environment.pip_arguments(tmp_path / "r.txt", tmp_path / "wheels")
    assert "--no-index" in arguments
    assert str(tmp_path / "wheels") in arguments


def test_hashes_are_always_required(tmp_path):
    assert "--require-hashes" in environment.pip_arguments(tmp_path / "r.txt", None)


def test_the_project_is_on_the_path_of_its_environment(tree, tmp_path):
    made = environment.set_up(".venv", RUNTIME)
    assert (made.site_packages() / "sdc_desktop.pth").read_text().strip() == str(tmp_path)


def test_variables_that_let_other_packages_in_are_left_out(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    assert "PYTHONPATH" not in environment.clean_variables()
    assert environment.clean_variables(DISPLAY=":7")["DISPLAY"] == ":7"
