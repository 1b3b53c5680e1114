"""What is done with records before they are protected."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.preparing.prepare import PREPARE

METHODS: tuple[Method[Any], ...] = (PREPARE,)
