"""Values of settings in a line."""

from sdc_desktop.engine.methods.perturbation.swap_households import SwapHouseholdsParams
from sdc_desktop.words import Words
from sdc_desktop.words.setting_words import value_words


def test_sets_of_variables_are_kept_apart() -> None:
    setting = SwapHouseholdsParams.settings["similar"]
    shown = value_words(setting, (("size", "kind"), ("size",), ()), Words())
    assert shown == "size, kind; size; any household"
