"""Methods that measure risk and utility of records."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.risk.risk import RISK

METHODS: tuple[Method[Any], ...] = (RISK,)
