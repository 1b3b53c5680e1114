"""The losses that a search or an experiment keeps least."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

LOSSES: Mapping[str, str] = {
    "loss": N_("precision"),
    "entropy": N_("entropy"),
    "discernibility": N_("discernibility"),
    "class_size": N_("group size"),
    "anopi": N_("ANOPI"),
}
