"""The pictures of the guide, and of the report on the README, show the program as it is.

Two are taken anew here in each language (the rest by ``dev.py screenshots --check``, in minutes). They are
compared coarse and grey: other letters or a hair's breadth must not matter, a part that came or went must.
"""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from sdc_desktop.resources import resource_path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = resource_path("help", "en", "images")
LANGUAGES = ("en", "de")
MOST_BYTES = 500_000  # in a language
each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def shots():
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        yield importlib.import_module("screenshots")
    finally:
        sys.path.remove(str(ROOT / "packaging"))


@each_language
def test_there_is_a_picture_for_each_shot_and_they_are_small(shots, language) -> None:
    stored = {path.stem: path for path in resource_path("help", language, "images").glob("*.png")}
    assert set(stored) == {shot.name for shot in shots.SHOTS}
    assert sum(path.stat().st_size for path in stored.values()) < MOST_BYTES
    for path in stored.values():
        assert (QImage(str(path)).width(), QImage(str(path)).height()) == shots.SIZE


def test_every_picture_is_shown_on_a_page() -> None:
    text = " ".join(path.read_text(encoding="utf-8") for path in resource_path("help", "en").glob("*.md"))
    for path in FOLDER.glob("*.png"):
        assert f"images/{path.name}" in text


def test_a_picture_is_that_of_the_program() -> None:
    names = ("start", "microdata")
    command = [sys.executable, "packaging/screenshots.py", "--check", *names, "report"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for language in LANGUAGES:
        for name in names:
            assert f"{language}/{name}: differs by" in done.stdout
    assert "\nreport: differs by" in done.stdout


def test_a_report_on_another_demo_differs_by_far_more_than_is_tolerated(shots) -> None:
    other = shots.first_page(resource_path("demo", "patients", "patients.sdcproj"))
    assert shots.difference(other, shots.load(shots.REPORT)) > 3 * shots.REPORT_TOLERANCE


def test_pictures_of_other_views_differ_by_far_more_than_is_tolerated(shots) -> None:
    stored = {shot.name: shots.load(FOLDER / f"{shot.name}.png") for shot in shots.SHOTS}
    for name, picture in stored.items():
        for other, another in stored.items():
            if other != name:
                assert shots.difference(picture, another) > 1.5 * shots.TOLERANCE


def test_a_hair_does_not_matter_and_a_part_does(shots) -> None:
    picture = shots.load(FOLDER / "microdata.png")
    moved = QImage(picture.size(), picture.format())
    moved.fill(QColor("white"))
    painter = QPainter(moved)
    painter.drawImage(1, 1, picture)
    painter.end()
    assert shots.difference(picture, moved) < shots.TOLERANCE
    gone = QImage(picture)
    painter = QPainter(gone)
    painter.fillRect(400, 180, 340, 480, QColor("#404040"))
    painter.end()
    assert shots.difference(picture, gone) > shots.TOLERANCE
