"""The parts of the lock that are installed."""

import pytest
from dev_lib import lock
from dev_lib.environment import ALL, FREEZE, LOCK, PYPROJECT, RUNTIME, requirements

SMALL = """\
a==1 \\
    --hash=sha256:aa
    # via project (pyproject.toml)
b==2 ; python_full_version < '3.12' \\
    --hash=sha256:bb
    # via
    #   a
    #   tool
b==3 ; python_full_version >= '3.12' \\
    --hash=sha256:b3
    # via
    #   a
    #   tool
c==4 \\
    --hash=sha256:cc
    # via b
My_Tool==5 \\
    --hash=sha256:dd
    # via project (pyproject.toml)
"""


def names(text: str) -> set[str]:
    return {pin.name for pin in lock.read_lock(text)}


def test_a_subset_holds_what_the_roots_need_indirectly_and_nothing_else():
    assert lock.subset(SMALL, ["a"]) == SMALL[: SMALL.index("My_Tool")]


def test_a_subset_compares_names_as_indexes_do():
    assert names(lock.subset(SMALL, ["my.tool"])) == {"my-tool"}


def test_no_roots_given_means_the_whole_lock():
    assert lock.subset(SMALL, None) == SMALL


def test_a_root_that_the_lock_lacks_is_stated():
    with pytest.raises(ValueError, match="lacks nowhere"):
        lock.subset(SMALL, ["nowhere"])


@pytest.mark.parametrize("text", ["    --hash=sha256:aa\n", "a>=1\n", "-e .\n"])
def test_a_line_that_is_no_pin_is_refused(text):
    with pytest.raises(ValueError, match=r"pinned|begin"):
        lock.read_lock(text)


def test_the_runtime_subset_is_closed_under_dependencies():
    installed = names(requirements(RUNTIME))
    for pin in lock.read_lock(LOCK.read_text()):
        if pin.wanted_by & installed:
            assert pin.name in installed, pin.name


def test_the_runtime_subset_has_every_dependency_of_pyproject():
    assert set(lock.roots_of(PYPROJECT, ["window"])) <= names(requirements(RUNTIME))


def test_the_runtime_subset_has_no_tool_in_it():
    tools = {
        "pytest",
        "pytest-qt",
        "ruff",
        "mypy",
        "hypothesis",
        "pyinstaller",
        "setuptools",
        "import-linter",
    }
    assert not names(requirements(RUNTIME)) & tools


def test_the_freezing_subset_adds_pyinstaller_and_no_test_tool():
    installed = names(requirements(FREEZE))
    assert "pyinstaller" in installed
    assert not installed & {"pytest", "ruff", "mypy"}


def test_every_extra_is_in_the_lock():
    assert set(lock.roots_of(PYPROJECT, ["window", "dev", "freeze"])) <= names(requirements(ALL))


def test_every_pin_has_hashes_and_the_lock_has_no_address():
    text = LOCK.read_text()
    assert all("--hash=sha256:" in pin.text for pin in lock.read_lock(text))
    assert "://" not in text
    assert "--index" not in text


@pytest.mark.parametrize(
    ("system", "python", "chosen"),
    [
        ("win32", "3.12.9", {"pefile", "numpy==2", "typing"}),
        ("linux", "3.11.7", {"numpy==1", "typing"}),
        ("darwin", "3.13.0", {"macholib", "numpy==2", "typing"}),
    ],
)
def test_the_part_of_a_lock_for_another_system_has_no_conditions_left(system, python, chosen):
    text = (
        "numpy==1 ; python_full_version < '3.12' \\\n    --hash=sha256:aa\n"
        "numpy==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:bb\n"
        "pefile==1 ; sys_platform == 'win32' \\\n    --hash=sha256:cc\n"
        "macholib==1 ; sys_platform == 'darwin' \\\n    --hash=sha256:dd\n"
        "typing==4 ; platform_python_implementation != 'PyPy' \\\n    --hash=sha256:ee\n"
        "odd==4 ; python_full_version == '3.14.*' \\\n    --hash=sha256:ff\n"
    )
    found = lock.for_system(lock.read_lock(text), system, python)
    heads = {pin.text.partition(" ")[0] for pin in found}
    assert {name for name in heads if name in chosen or name.split("==")[0] in chosen} == heads
    assert len(found) == len(chosen)
    assert all(" ; " not in pin.text and "--hash" in pin.text for pin in found)


def test_a_condition_of_another_form_is_refused():
    (pin,) = lock.read_lock("a==1 ; extra == 'b' \\\n    --hash=sha256:aa\n")
    with pytest.raises(ValueError, match="extra"):
        lock.for_system([pin], "linux", "3.12.0")


def test_the_lock_has_wheels_of_one_version_of_each_package_on_every_system():
    pins = lock.read_lock(LOCK.read_text(encoding="utf-8"))
    for system in ("linux", "win32", "darwin"):
        for python in ("3.11.7", "3.12.9", "3.13.1"):
            names = [pin.name for pin in lock.for_system(pins, system, python)]
            assert len(names) == len(set(names))
            assert {"numpy", "ortools", "pyside6-essentials"} <= set(names)
            assert ("pefile" in names) == (system == "win32")
            assert ("macholib" in names) == (system == "darwin")
