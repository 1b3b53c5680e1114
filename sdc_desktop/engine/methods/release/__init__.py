"""Methods that test releases of records one at a time."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.release.release import RELEASE

METHODS: tuple[Method[Any], ...] = (RELEASE,)
