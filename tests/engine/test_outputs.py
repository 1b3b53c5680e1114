"""Where the files of a plan may lie, and that a folder in which they cannot lie stays as it was."""

import os
import sys
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.runner import write_job
from sdc_desktop.engine.running.outputs import (
    move_into,
    output_problems,
    refuse_overwriting,
    settled_seed,
    temporary_folder,
)
from sdc_desktop.engine.source import Source
from sdc_desktop.words import Words
from sdc_desktop.words.problems.problems import sentence

RecodeJob = JOB_CLASSES["recode"]


def job(name: str, path: str, **more) -> RecodeJob:
    return RecodeJob(name=name, params={"levels": {}}, output=OutputSpec(path=path), **more)


def codes(*paths: str) -> list[str]:
    plan = Plan(jobs=tuple(job(f"job {i}", path) for i, path in enumerate(paths)))
    return [problem.code for problem in output_problems(plan)]


@pytest.mark.parametrize("path", ["a.csv", "sub/a.csv", "sub\\a.csv", "é è.csv", ".hidden", "console.csv"])
def test_a_plain_path_below_the_folder_is_fine(path) -> None:
    assert codes(path) == []


@pytest.mark.parametrize(
    "path", ["a.csv.zst", "a.zip", "a.csv.zip", "a.arrow", "a.arrows", "a.feather", "a.json"]
)
def test_a_format_that_is_not_written_is_refused_rather_than_made_text_under_its_name(path) -> None:
    assert codes(path) == ["data.unsupported_written"]


@pytest.mark.parametrize(
    "path", ["con.csv", "sub/NUL", "com1.txt", "a\0b.csv", "a\nb.csv", "sub/a:b", "what?.csv", "a. ", " "]
)
def test_a_name_that_some_system_cannot_have_is_refused(path) -> None:
    assert codes(path) == ["plan.output_name"]


@pytest.mark.parametrize("part", ["x" * 256, "ü" * 126 + ".csv", "数" * 84 + ".csv", "🙂" * 63 + ".csv"])
def test_a_name_longer_than_systems_allow_is_a_problem_and_no_fault(part, tmp_path) -> None:
    assert codes(part) == codes(f"{part}/a.csv") == ["plan.output_name_long"]
    refused = [problem.code for problem in _written_in_full(part, tmp_path)]
    assert refused == ["plan.output_name_long"]


def test_a_name_just_within_the_limit_is_fine_but_not_where_more_is_added_to_it() -> None:
    assert codes("x" * 251 + ".csv") == codes("ü" * 125 + ".csv") == []
    assert codes("x" * 251 + ".rda") == []
    assert codes("x" * 252 + ".csv") == ["plan.output_name_long"]


@pytest.mark.parametrize(
    "name",
    [
        "report\u202efdp.csv",
        "a\u2066b\u2069.csv",
        "a\u200b.csv",
        "a\u00adb.csv",
        "a\ufeff.csv",
        "ａ.csv",
        "a．csv",
        "..／a.csv",
        "a\u2215b.csv",
        "a\u00a0b.csv",
        "a\u3000b.csv",
        "a\u3164.csv",
        "a\x7fb.csv",
        "a\u0085b.csv",
        "a\u2028b.csv",
    ],
)
def test_a_name_that_hides_turns_or_imitates_signs_is_refused(name, tmp_path) -> None:
    assert codes(name) == codes(f"{name}/a.csv") == ["plan.output_name_sign"]
    (problem,) = output_problems(Plan(jobs=(job("a", name),)))
    line = sentence(problem, Words()).line()
    assert "U+" in line
    assert not any(sign in line for sign in name if not sign.isascii() or sign == "\x7f")
    assert [found.code for found in _written_in_full(name, tmp_path)] == ["plan.output_name_sign"]


@pytest.mark.parametrize(
    "name",
    ["Ergebnis – früh.csv", "m².csv", "数据.csv", "e\u0301.csv", "🙂.csv", "ﾃﾞｰﾀ.csv", "Σ.csv"],
)
def test_letters_of_any_language_are_fine(name) -> None:
    assert codes(name) == []


def test_two_spellings_of_one_name_are_one_file() -> None:
    assert codes("e\u0301.csv", "\u00e9.csv") == ["plan.output_taken"]


@pytest.mark.skipif(sys.platform == "win32", reason="it finds this out as it writes")
def test_a_path_too_long_as_a_whole_is_a_problem_and_no_fault(tmp_path) -> None:
    deep = "/".join(["x" * 200] * 30)
    with pytest.raises(Refused) as refusal:
        refuse_overwriting([job("a", f"{deep}/a.csv")], tmp_path, [tmp_path / "in.csv"])
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where.job) == ("file.name_too_long", "a")
    with pytest.raises(Refused) as refusal:
        refuse_overwriting([job("a", "a.csv")], tmp_path / deep, [])
    assert {problem.code for problem in refusal.value.problems} == {"file.name_too_long"}


def _written_in_full(name: str, folder: Path) -> tuple[Problem, ...]:
    """What refuses the name in the window, which writes one job to a path that the officer chose."""
    (folder / "in.csv").write_text("a\n1\n", encoding="utf-8")
    opened = open_data(DataSpec(path="in.csv"), folder, JobContext())
    recode = RecodeJob(name="a", params={"levels": {"a": 0}}, output=OutputSpec(path="a.csv"))
    with pytest.raises(Refused) as refusal:
        write_job(recode, Source(opened.data, {}), opened.style, folder / name, (), JobContext())
    return refusal.value.problems


@pytest.mark.parametrize(
    "paths",
    [
        ("run.log/a.csv",),
        ("RESULT.json/a.csv",),
        ("a.csv", "A.csv"),
        ("a.csv", "a.csv/b.csv"),
        ("a/b.csv", "a"),
    ],
)
def test_a_file_cannot_be_the_folder_of_another(paths) -> None:
    assert codes(*paths) == ["plan.output_taken"]


def test_what_stands_in_the_way_is_found_before_anything_is_moved(tmp_path) -> None:
    (tmp_path / "result.json").mkdir()
    (tmp_path / "sub").write_text("a file", encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        refuse_overwriting([job("a", "a.csv"), job("b", "sub/b.csv")], tmp_path, [])
    found = [(problem.code, problem.where.file) for problem in refusal.value.problems]
    assert found == [("file.not_a_folder", "sub/b.csv"), ("file.is_folder", "result.json")]


def test_an_input_is_not_written_over_under_another_name(tmp_path) -> None:
    (tmp_path / "in.csv").write_text("a", encoding="utf-8")
    (tmp_path / "other.csv").hardlink_to(tmp_path / "in.csv")
    with pytest.raises(Refused) as refusal:
        refuse_overwriting([job("a", "other.csv")], tmp_path, [tmp_path / "in.csv"])
    assert [problem.code for problem in refusal.value.problems] == ["plan.output_over_input"]


def test_folders_made_on_the_way_are_gone_when_nothing_was_written(tmp_path) -> None:
    with temporary_folder(tmp_path / "a" / "b" / "out") as folder:
        assert folder.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_folders_made_on_the_way_stay_when_something_was_written(tmp_path) -> None:
    out = tmp_path / "a" / "b" / "out"
    with temporary_folder(out) as folder:
        (folder / "result.json").write_text("{}", encoding="utf-8")
        move_into((folder, out))
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert [path.name for path in out.iterdir()] == ["result.json"]


def test_files_are_made_within_a_folder_that_exists_for_it_may_be_a_disk_of_its_own(tmp_path) -> None:
    with temporary_folder(tmp_path) as folder:
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_the_seed_of_a_simulation_is_the_one_given_else_its_own_else_zero() -> None:
    own = JOB_CLASSES["release"](name="a", params={"attribute": "x", "target": "y"}, seed=3)
    both = own.model_copy(update={"params": own.params.model_copy(update={"seed": 2})})
    assert [settled_seed(both, 1), settled_seed(both), settled_seed(own)] == [1, 2, 3]
    assert settled_seed(own.model_copy(update={"seed": None})) == 0


def test_what_was_there_comes_back_when_a_file_cannot_be_put_in_place(tmp_path, monkeypatch) -> None:
    folder, out = tmp_path / "new", tmp_path / "out"
    for where, text in ((folder, "new"), (out, "old")):
        where.mkdir()
        for name in ("a.csv", "b.csv", "result.json"):
            (where / name).write_text(text, encoding="utf-8")
    real = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if self == folder / "b.csv":
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(Refused) as refusal:
        move_into((folder, out))
    assert [problem.code for problem in refusal.value.problems] == ["file.disk_full"]
    assert {path.name: path.read_text() for path in out.iterdir()} == dict.fromkeys(
        ("a.csv", "b.csv", "result.json"), "old"
    )


@pytest.mark.parametrize("second_names", [True, False])
def test_what_is_replaced_stays_in_its_place_until_the_new_file_takes_it(
    tmp_path, monkeypatch, second_names
) -> None:
    folder, out = tmp_path / "new", tmp_path / "out"
    for where, text in ((folder, "new"), (out, "old")):
        where.mkdir()
        (where / "a.csv").write_text(text, encoding="utf-8")
    there_before = []
    real = Path.replace

    def watched(self: Path, target: Path) -> Path:
        if target == out / "a.csv":
            there_before.append(target.exists())
        return real(self, target)

    def refused(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", watched)
    if not second_names:  # as on a stick
        monkeypatch.setattr(Path, "hardlink_to", refused)
    move_into((folder, out))
    assert there_before == [True]
    assert (out / "a.csv").read_text() == "new"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_does_not_lead_out_of_the_folder(tmp_path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "s").symlink_to(tmp_path / "else", target_is_directory=True)
    with pytest.raises(Refused) as refusal:
        refuse_overwriting([job("a", "s/x.csv")], tmp_path / "out", [])
    assert [problem.code for problem in refusal.value.problems] == ["plan.output_outside"]


def test_files_of_two_folders_are_put_in_place_together_or_not_at_all(tmp_path, monkeypatch) -> None:
    made = [tmp_path / name for name in ("made", "made keys")]
    targets = [tmp_path / name for name in ("out", "keys")]
    for folder, name in zip(made, ("result.json", "key.csv"), strict=True):
        folder.mkdir()
        (folder / name).write_text("new", encoding="utf-8")
    real = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if self.name == "result.json":
            raise OSError(28, "No space left on device")
        return real(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", failing)
        with pytest.raises(Refused):
            move_into(*zip(made, targets, strict=True))
    assert not (targets[1] / "key.csv").exists()
    (made[1] / "key.csv").write_text("new", encoding="utf-8")
    move_into(*zip(made, targets, strict=True))
    assert (targets[0] / "result.json").is_file()
    assert (targets[1] / "key.csv").is_file()
