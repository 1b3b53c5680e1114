"""Methods that suppress single values."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION

METHODS: tuple[Method[Any], ...] = (LOCAL_SUPPRESSION,)
