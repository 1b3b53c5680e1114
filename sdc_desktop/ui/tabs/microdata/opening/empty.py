"""What the tab Microdata says while there is nothing to show yet. No widgets."""

from collections.abc import Mapping

from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from sdc_desktop.words import N_, Words

_TEXTS: Mapping[Stage, tuple[str, ...]] = {
    Stage.NO_DATA: (
        N_("No data file open"),
        N_("Open the file to protect. The original is never changed."),
        N_("Open a data file\u2026"),
    ),
    Stage.READING: (N_("Reading the file"), N_("Progress is shown below.")),
    Stage.UNREADABLE: (
        N_("The file could not be read"),
        N_("See Problems below, then open the file again."),
        N_("Open a data file\u2026"),
    ),
    Stage.NO_VARIABLES: (
        N_("Assign roles"),
        N_(
            'In the Data panel, click the role of each variable. Choose "key variable" if an '
            'intruder could use it to identify a person (age, place, occupation), and "direct '
            'identifier" if it names a person and must not be released.'
        ),
        N_("Choose roles"),
    ),
}


def empty_text(stage: Stage, words: Words) -> tuple[str, str, str] | None:
    """Title, text and button (empty: none) of the empty tab; None where there is something to show."""
    if stage not in _TEXTS:
        return None
    title, text, *button = map(words.say, _TEXTS[stage])
    return title, text, next(iter(button), "")
