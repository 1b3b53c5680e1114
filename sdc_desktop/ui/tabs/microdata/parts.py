"""The parts of the tab, in the order of their buttons."""

from sdc_desktop.ui.tabs.microdata.generalising import Generalising
from sdc_desktop.ui.tabs.microdata.grouping import Grouping
from sdc_desktop.ui.tabs.microdata.other_methods import OtherMethods
from sdc_desktop.ui.tabs.microdata.part import ProtectingPart, Tools


def make_parts(tools: Tools) -> tuple[ProtectingPart, ...]:
    """One of each."""
    return (Grouping(tools), Generalising(tools), OtherMethods(tools))
