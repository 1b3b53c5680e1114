"""Experiments that run methods of other families with many settings: the only family that knows others."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.experiments.diversity_experiment import DIVERSITY_EXPERIMENT
from sdc_desktop.engine.methods.experiments.ru_map import RU_MAP
from sdc_desktop.engine.methods.experiments.utility import UTILITY

METHODS: tuple[Method[Any], ...] = (
    RU_MAP,
    DIVERSITY_EXPERIMENT,
    UTILITY,
)
