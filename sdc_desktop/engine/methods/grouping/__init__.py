"""Methods that give the records of a group the same values."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE

METHODS: tuple[Method[Any], ...] = (MICROAGGREGATE,)
