"""What is copied of a step runs elsewhere and gives the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, parse_plan, plan_from_json, without_secrets
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.secrets_file import write_secrets
from sdc_desktop.project.project import new_project
from sdc_desktop.project.project_file import save_project
from sdc_desktop.project.step_export import SECRETS_FILE, as_command, as_python, as_whole_command
from tests.support.secret import ALL

FOLDER = 'it\'s "März" $HOME `x` \\n % der Öffentlichkeit'
NAME = "Leute & \u201eFreunde\u201c \u2019 .csv"
PROGRAM = (sys.executable, "-m", "sdc_desktop")
JOBS = [
    {"name": "anopi", "kind": "anopi", "output": {"path": "recoded.csv"}},
    {"name": "groups of 2", "kind": "microaggregate", "params": {"k": 2, "variables": ["age", "income"]}},
    {"name": "risk", "kind": "risk", "params": {}},
    {"name": "räuschen '''", "kind": "noise", "output": {"path": "sub/noise.csv"}},
    {
        "name": "table",
        "kind": "table",
        "params": {
            "dimensions": [{"variable": "town"}],
            "value": "income",
            "rules": [{"kind": "threshold", "n": 2}],
        },
    },
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / (FOLDER if os.name != "nt" else "it's März")
    made.mkdir()
    rows = [f"{20 + i % 30},{('Ä-Stadt', 'Dorf')[i % 2]},{1000 + 37 * i}" for i in range(40)]
    (made / NAME).write_text("age,town,income\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return made


@pytest.fixture
def plan() -> Plan:
    variables = {
        "age": {"role": "key", "level": "continuous", "missing": ["'", '"""', "\\"]},
        "town": {"role": "key"},
        "income": {"role": "sensitive", "level": "continuous"},
    }
    hierarchies = {
        "age": {"kind": "intervals", "start": 0, "widths": [10, 20], "end": 100},
        "town": {
            "kind": "order",
            "groups": [[{"label": "\u2028 Ort\u2019s", "values": ["Ä-Stadt", "Dorf"]}]],
        },
    }
    data = {"path": NAME, "variables": variables, "hierarchies": hierarchies}
    return plan_from_json({"schema": 2, "data": data, "secrets": ALL, "jobs": JOBS})


def bytes_below(folder: Path) -> dict[str, bytes]:
    """Every file but the log, which has times."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "run.log"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def run(words: list[str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Somewhere else, with the package that is tested."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], *sys.path]),
        "PYTHONUTF8": "1",
    }
    return subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture
def secrets(folder: Path) -> None:
    """The file that what is copied reads secrets from."""
    write_secrets(folder / SECRETS_FILE, ALL)


def records_below(folder: Path) -> dict[str, bytes]:
    """What the engine gives: the command also writes a codebook beside each file of records."""
    return {name: found for name, found in bytes_below(folder).items() if ".codebook." not in name}


@pytest.fixture
def wanted(plan: Plan, folder: Path, tmp_path: Path) -> dict[str, bytes]:
    run_plan(plan, folder, tmp_path / "wanted", JobContext())
    return bytes_below(tmp_path / "wanted")


def test_the_script_of_a_step_gives_the_same_bytes(plan, folder, tmp_path, wanted, secrets) -> None:
    out = folder / "ge'schützt"
    script = tmp_path / "script.py"
    script.write_text(as_python(plan, "Step 1:\nimport antigravity", folder, out), encoding="utf-8")
    done = run([sys.executable, str(script)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "groups of 2 microaggregate" in done.stdout
    assert bytes_below(out) == wanted
    assert {"result.json", "recoded.csv", "groups of 2.csv", "sub/noise.csv", "table.csv"} == set(wanted)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_the_command_of_a_step_that_no_file_holds_gives_the_same_bytes(
    plan, folder, tmp_path, wanted, secrets
) -> None:
    out = folder / "ge'schützt"
    text = as_whole_command(plan, folder, out, PROGRAM)
    script = tmp_path / "script.sh"
    script.write_text(text, encoding="utf-8")
    done = run(["sh", str(script)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert records_below(out) == wanted
    (written,) = folder.glob("*.sdcplan")
    assert parse_plan(written.read_text(encoding="utf-8")) == without_secrets(plan)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_the_command_of_a_saved_project_gives_the_same_bytes(plan, folder, tmp_path, wanted) -> None:
    file, out = folder / "a project's.sdcproj", tmp_path / "out"
    save_project(new_project("", plan), file)
    done = run(["sh", "-c", as_command(file, out, PROGRAM)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert records_below(out) == wanted


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_command_that_cannot_write_its_plan_runs_nothing(plan, tmp_path) -> None:
    out = tmp_path / "out"
    done = run(["sh", "-c", as_whole_command(plan, tmp_path / "nowhere", out, PROGRAM)], tmp_path)
    assert done.returncode != 0
    assert not out.exists()


def test_no_secret_is_copied(plan, tmp_path) -> None:
    for shell in ("posix", "powershell"):
        assert ALL["*"] not in as_whole_command(plan, tmp_path, tmp_path / "out", PROGRAM, shell)
    assert ALL["*"] not in as_python(plan, "step", tmp_path, tmp_path / "out")


def test_a_plan_without_jobs_is_a_script_as_well(tmp_path) -> None:
    script = as_python(Plan(), "", tmp_path, tmp_path / "out")
    compile(script, "script", "exec")
    assert script.startswith("# SDC Desktop\n")


def test_the_words_of_a_powershell_command_keep_their_quotation_marks(plan, tmp_path) -> None:
    text = as_whole_command(plan, tmp_path, Path("it's \u2019 out"), ("sdc desktop.exe",), "powershell")
    assert text.startswith("[IO.File]::WriteAllText('")
    assert text.endswith("& 'sdc desktop.exe' 'run' " + text.rpartition("'run' ")[2])
    assert "'it''s \u2019\u2019 out'" in text
    assert "\n'@)\n" in text
    assert text.count("\n'@") == 1
