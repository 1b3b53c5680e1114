"""Start page, demos and every tab of their details at four sizes, in both languages: no text is cut."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((1366, 768), (960, 540), (1440, 900), (1920, 1080))
ALL = [(*size, language) for size in SIZES for language in ("en", "de")]


def cut(width: int, height: int, language: str, folder: Path) -> dict[str, list[str]]:
    command = [sys.executable, "tests/ui/every_view.py", str(width), str(height), language, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_on_a_common_screen_no_text_is_cut_in_german(tmp_path) -> None:
    assert cut(1366, 768, "de", tmp_path) == {}


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height", "language"), ALL)
def test_no_text_is_cut_at_any_size(tmp_path, width: int, height: int, language: str) -> None:
    assert cut(width, height, language, tmp_path) == {}
