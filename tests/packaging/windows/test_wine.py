"""The chore that tries the Windows program: what it compares, selects and calls, without Wine."""

import json
import re
import sys
import zipfile
from pathlib import Path

import pytest
from dev_lib import Stop, foreign_wheels, lock
from dev_lib.environment import LOCK
from dev_lib.wine import cache, chore, contents, machine, tests, ucrt
from dev_lib.wine.comparison import compare
from dev_lib.wine.machine import Machine

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Wine is tried on Debian")


def folders(tmp_path, **files):
    """Two folders: for each file its content on both sides, None where there is none."""
    for name, contents_of in files.items():
        for side, content in zip(("ours", "theirs"), contents_of, strict=True):
            path = tmp_path / side / name.replace("__", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is not None:
                path.write_bytes(content)
    return compare(tmp_path / "ours", tmp_path / "theirs")


def figures(mean, *, count=3):
    return json.dumps({"jobs": [{"mean": mean, "count": count, "name": "x"}]}).encode()


def test_equal_files_are_equal_and_all_others_are_named(tmp_path):
    found = folders(
        tmp_path,
        a__csv=(b"1\n", b"1\n"),
        b__csv=(b"1\n", b"1\r\n"),
        c__csv=(b"1\n", None),
        d__csv=(None, b"1\n"),
    )
    assert found.equal == ("a.csv",)
    assert found.different == ("b.csv", "c.csv", "d.csv")
    assert "DIFFERENT: b.csv, c.csv, d.csv" in found.text()


def test_figures_may_differ_in_their_last_digits_alone_and_are_named(tmp_path):
    found = folders(
        tmp_path,
        late__json=(figures(0.45285984152246783), figures(0.4528598415224677)),
        early__json=(figures(0.45285984152246783), figures(0.4528598415)),
        count__json=(figures(0.5), figures(0.5, count=4)),
        late__csv=(b"0.45285984152246783", b"0.4528598415224677"),  # an exported file has to be equal
    )
    assert found.late_digits == ("late.json",)
    assert found.different == ("count.json", "early.json", "late.csv")


def test_a_log_may_differ_in_how_long_the_run_took_and_in_nothing_else(tmp_path):
    equal = folders(tmp_path / "a", run__log=(b"one\ntook 0.40 s\n", b"one\ntook 1 s\n"))
    assert equal.equal == ("run.log",)
    other = folders(tmp_path / "b", run__log=(b"one\ntook 0.40 s\n", b"two\ntook 0.40 s\n"))
    assert other.different == ("run.log",)


def test_nothing_to_compare_counts_as_a_failure(tmp_path):
    for side in ("ours", "theirs"):
        (tmp_path / side).mkdir()
    assert compare(tmp_path / "ours", tmp_path / "theirs").equal == ()


@pytest.mark.parametrize(
    ("system", "own"), [("win32", {"pefile", "pywin32-ctypes"}), ("darwin", {"macholib"})]
)
def test_each_system_installs_its_part_of_the_lock_with_every_hash(system, own):
    text = foreign_wheels.locked(system, foreign_wheels.needed(("numpy", "pyinstaller")))
    pins = {pin.name: pin.text for pin in lock.read_lock(text)}
    assert {"numpy", "pyinstaller"} <= set(pins)
    assert {"pefile", "pywin32-ctypes", "macholib"} & set(pins) == own
    assert " ; " not in text
    whole = {pin.name for pin in lock.read_lock(LOCK.read_text(encoding="utf-8"))}
    assert set(pins) <= whole
    assert all("--hash=sha256:" in pin for pin in pins.values())


def test_paths_are_called_as_windows_does(tmp_path):
    here = Machine(tmp_path)
    assert (
        here.inside(here.tree / "resources" / "a plan.sdcplan") == r"Z:\sdc-desktop\resources\a plan.sdcplan"
    )
    command = here.command(("python.exe", "-V"), here.tree)
    assert command[-3:] == ["/usr/lib/wine/wine64", "python.exe", "-V"]
    assert "/sdc-desktop" in command


def test_the_cache_lies_where_the_variable_says(monkeypatch, tmp_path):
    monkeypatch.setenv("SDC_WINE", str(tmp_path / "wine"))
    assert cache() == tmp_path / "wine"
    assert str(tmp_path / "wine") in chore.not_cached()
    monkeypatch.delenv("SDC_WINE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache() == tmp_path / "sdc-desktop-wine"


@linux_only
def test_what_keeps_a_machine_from_it_is_stated(monkeypatch):
    monkeypatch.setattr(machine, "obstacles", lambda: ["this needs the rights of root"])
    with pytest.raises(Stop, match=r"cannot be tried here: this needs the rights of root\."):
        chore.windows(None, quick=True, with_tests=False, with_installer=False)


def test_a_step_states_its_seconds_and_whether_it_failed(capsys):
    with chore.step("one thing") as remark:
        remark("done")
    with pytest.raises(Stop), chore.step("another"):
        raise Stop("no")
    first, second = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r" +\d+ s  one thing: done", first)
    assert re.fullmatch(r" +\d+ s  another: FAILED", second)


def test_each_complex_function_of_the_runtime_is_defined_once_in_each_precision():
    code = ucrt.code()
    for name, ours in ucrt.functions().items():
        assert len(re.findall(rf"\b{ours}\(", code)) == 1, name
    assert len(ucrt.functions()) == 66


def test_what_pytest_says_is_read():
    text = (
        "SKIPPED [2] tests/a.py:4: needs forks\n"
        "FAILED tests/a.py::test_x - AssertionError\n"
        "1 failed, 57 passed, 2 skipped in 12.31s\n"
    )
    assert tests._COUNTED.findall(text) == ["1 failed, 57 passed, 2 skipped"]
    assert tests._SKIPPED.findall(text) == ["[2] tests/a.py:4: needs forks"]
    assert tests._FAILED.findall(text) == ["tests/a.py::test_x - AssertionError"]


@pytest.mark.parametrize("place", sorted({place for places in tests.PARTS.values() for place in places}))
def test_the_tests_that_are_run_there_exist(place):
    assert (contents.ROOT / place).exists()


@linux_only
def test_what_a_program_writes_is_read_though_another_keeps_its_pipe_open(tmp_path, monkeypatch):
    script = "sleep 60 & echo first; echo last; exit 3"  # as Wine's services do
    monkeypatch.setattr(Machine, "command", lambda self, arguments, place: ["sh", "-c", script])
    code, text = Machine(tmp_path).run("x", log=tmp_path / "logs" / "a.log", PATH="/usr/bin:/bin")
    assert (code, text) == (3, "first\nlast\n")
    assert (tmp_path / "logs" / "a.log").read_text() == text
    with pytest.raises(Stop, match="ended with 3 under Wine:\nfirst\nlast"):
        Machine(tmp_path).must("x", PATH="/usr/bin:/bin")


def test_the_oldest_mac_of_a_wheel_follows_from_its_tags():
    for name, oldest in (
        ("numpy-2.2-cp312-cp312-macosx_14_0_arm64.whl", (14, 0)),
        ("pyside6-6.9-cp39-abi3-macosx_12_0_universal2.whl", (12, 0)),
        ("one-1.0-cp312-cp312-macosx_11_0_arm64.macosx_13_0_arm64.whl", (11, 0)),
        ("plain-1.0-py3-none-any.whl", (0, 0)),
    ):
        assert foreign_wheels.oldest_system(Path(name)) == oldest


def test_libraries_that_a_wheel_carries_are_found_in_it(tmp_path):
    wheel = tmp_path / "scipy-1.0-cp312-cp312-macosx_12_0_arm64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("scipy/.dylibs/libquadmath.0.dylib", "scipy/special/_ufuncs.so", "scipy.libs/a.txt"):
            archive.writestr(name, b"")
    assert foreign_wheels.carried(wheel) == ["scipy/.dylibs/libquadmath.0.dylib"]


def test_tests_that_passed_before_a_part_was_ended_are_counted():
    assert tests._passed("....s.F [ 40%]\nother text...\n..") == 7
