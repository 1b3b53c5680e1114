"""Methods that measure risk and utility of records."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.risk.diversity_experiment import DIVERSITY_EXPERIMENT
from sdc_desktop.engine.methods.risk.risk import RISK
from sdc_desktop.engine.methods.risk.ru_map import RU_MAP

METHODS: tuple[Method[Any], ...] = (
    RISK,
    RU_MAP,
    DIVERSITY_EXPERIMENT,
)
