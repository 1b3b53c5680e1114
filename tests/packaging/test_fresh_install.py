"""A newcomer's first command, in a copy of the source tree with nothing set up."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_SOURCE = (
    ".git",
    ".venv",
    ".venv-*",
    "build",
    "dist",
    "demo-output",
    "*.egg-info",
    "__pycache__",
    ".*_cache",
)


@pytest.fixture
def fresh_copy(tmp_path):
    """The source tree as a newcomer has it, in a folder whose name has blanks and accents."""
    copy = tmp_path / "Kopié der Quellen"
    names = source_files()
    if names is None:
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    for name in names or ():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    yield copy
    shutil.rmtree(copy)  # it is large, and pytest keeps the folders of several runs


def source_files():
    """The names of the files that git knows or would add; None where there is no git or no repository."""
    if shutil.which("git") is None:
        return None
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return names if listed.returncode == 0 else None


@pytest.fixture
def no_display(real_environment):
    """The variables of the person who runs the tests, without a display."""
    return {
        key: value for key, value in real_environment.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")
    }


def dev(folder, environment, *arguments):
    command = [sys.executable, "packaging/dev.py", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


@pytest.mark.nightly  # it installs everything; what passes a change sets itself up by the same command
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_one_command_sets_up_and_without_a_display_runs_the_demo(fresh_copy, no_display):
    first = dev(fresh_copy, no_display, "app")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "There is no display here" in first.stdout
    output = fresh_copy / "demo-output"
    result = (output / "result.json").read_bytes()
    assert (output / "report.pdf").read_bytes().startswith(b"%PDF")
    assert str(output / "result.json") in first.stdout
    assert str(output / "report.pdf") in first.stdout

    second = dev(fresh_copy, no_display, "app")
    assert second.returncode == 0, second.stdout + second.stderr
    assert "Installing" not in second.stdout
    assert (output / "result.json").read_bytes() == result

    installed = fresh_copy / ".venv" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
    assert not (installed / "pytest").exists()
    command = [str(fresh_copy / ".venv" / "bin" / "sdc-desktop"), "schema"]
    elsewhere = subprocess.run(command, cwd="/", env=no_display, capture_output=True, text=True)
    assert elsewhere.returncode == 0, elsewhere.stderr


def test_a_wheel_of_the_package_carries_its_resources(fresh_copy, real_environment, tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-q"]
    built = subprocess.run(
        [*command, "-w", str(tmp_path / "wheels"), "."],
        cwd=fresh_copy,
        env=real_environment,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(wheel, unpacked, "zip")
    probe = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r}); "
        "from sdc_desktop.resources import resource_path; "
        "print(resource_path('self_test', 'people.csv').is_file())"
    )
    query = subprocess.run(
        [sys.executable, "-S", "-c", probe],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert query.stdout.strip() == "True", query.stderr


@pytest.mark.parametrize("version", ["(3, 10, 4)", "(3, 14, 0)"])
def test_another_python_shows_which_ones_serve(version):
    probe = f"import sys; sys.version_info = {version}; exec(open('packaging/dev.py').read())"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs Python 3.11, 3.12 or 3.13" in done.stderr
