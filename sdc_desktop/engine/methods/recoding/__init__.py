"""Methods that replace values by coarser ones."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.recoding.recode import RECODE

METHODS: tuple[Method[Any], ...] = (
    ANOPI,
    RECODE,
    GENERALISE,
)
