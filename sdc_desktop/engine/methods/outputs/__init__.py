"""Methods that check outputs of researchers before they are released."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK

METHODS: tuple[Method[Any], ...] = (OUTPUT_CHECK,)
