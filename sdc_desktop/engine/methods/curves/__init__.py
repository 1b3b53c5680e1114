"""Methods that measure the remaining uncertainty of an intruder, at every precision."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT

METHODS: tuple[Method[Any], ...] = (
    CAE,
    CAE_EXPERIMENT,
)
