"""What a chapter does with jobs that have no room for all they tell."""

from types import SimpleNamespace

from sdc_desktop.engine.verdict import Grade
from sdc_desktop.report.sections import before_after
from sdc_desktop.sheets.blocks import Axis, Curve, Figure, KeyFigure, KeyFigures, LineChart, Paragraph

LONG = tuple(Paragraph("word " * 400) for _ in range(3))  # most of the room of a chapter
KEYS = KeyFigures((KeyFigure("Uncertainty", "1 bit", "left"),))
CURVE = Curve("H", ((0.0, 1.0), (2.0, 0.0)))
DRAWN = Figure("Curve", (LineChart((CURVE,), Axis("width"), Axis("bits")),), "It falls.")


def job(name: str, *, product: bool = False) -> SimpleNamespace:
    verdict = SimpleNamespace(grade=Grade.SAFE)
    subject = SimpleNamespace(job=SimpleNamespace(name=name), result=SimpleNamespace(verdict=verdict))
    return SimpleNamespace(subject=subject, is_product=product)


def with_room(*parts):
    shown, others = before_after._with_room(
        [(job(name, product=not n), blocks) for n, (name, blocks) in enumerate(parts)]
    )
    return {one.subject.job.name: blocks for one, blocks in shown}, [one.subject.job.name for one in others]


def test_a_job_without_room_is_drawn_in_short() -> None:
    shown, others = with_room(("first", LONG), ("curve", (KEYS, *LONG, DRAWN, DRAWN)))
    assert shown == {"first": LONG, "curve": (KEYS, DRAWN)}
    assert others == []


def test_a_job_without_room_and_figure_is_a_row() -> None:
    shown, others = with_room(("first", LONG), ("second", (KEYS, *LONG)))
    assert list(shown) == ["first"]
    assert others == ["second"]


def test_a_long_job_takes_no_room_from_those_after_it() -> None:
    shown, others = with_room(("first", LONG), ("second", LONG), ("third", (KEYS,)))
    assert list(shown) == ["first", "third"]
    assert others == ["second"]


def test_the_first_job_is_stated_whole_however_long() -> None:
    shown, _ = with_room(("first", (*LONG, *LONG, DRAWN)))
    assert shown == {"first": (*LONG, *LONG, DRAWN)}
