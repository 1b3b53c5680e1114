"""A desk for checks of outputs."""

import pytest

from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import SAFE, Desk


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Desk:
    return Desk(tmp_path, monkeypatch)


@pytest.fixture
def ready(desk) -> Desk:
    """A safe workbook, decided by the first account."""
    desk.put("safe.xlsx", workbook({"T": grid(SAFE)}))
    desk.decide()
    return desk
