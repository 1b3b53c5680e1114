"""Methods that change single values: the records stay, their values are no longer exact."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.perturbation.noise import NOISE
from sdc_desktop.engine.methods.perturbation.pram import PRAM
from sdc_desktop.engine.methods.perturbation.rounding import ROUNDING
from sdc_desktop.engine.methods.perturbation.significant_digits import SIGNIFICANT_DIGITS
from sdc_desktop.engine.methods.perturbation.swap import SWAP
from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.perturbation.synthesise import SYNTHESISE
from sdc_desktop.engine.methods.perturbation.top_code import TOP_CODE

METHODS: tuple[Method[Any], ...] = (
    PRAM,
    SWAP,
    NOISE,
    TOP_CODE,
    ROUNDING,
    SIGNIFICANT_DIGITS,
    SWAP_HOUSEHOLDS,
    SYNTHESISE,
)
