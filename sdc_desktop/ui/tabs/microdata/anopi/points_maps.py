"""The map of one variable over all ways to share points, ready to be drawn. No widgets here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sdc_desktop.ui.widgets.plots.heat_map import HeatMap
from sdc_desktop.words.microdata.hierarchies import mark
from sdc_desktop.words.words import Words

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.recoding.anopi.maps import LevelMaps

LEVEL, UTILITY, PRIVACY = "level", "utility", "privacy"
_MOST_BANDS = 8
_NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


def map_of(found: LevelMaps, name: str, what: str, here: tuple[float, float], words: Words) -> HeatMap:
    """The map of the level released (`level`), or of an optimum level in bands (`utility`, `privacy`)."""
    variable = found.maps[name]
    if what == LEVEL and variable.level is not None:
        levels = np.unique(variable.level[variable.level > 0])
        areas = np.where(variable.level > 0, np.searchsorted(levels, variable.level), -1)
        names = tuple(mark(int(level)) for level in levels)
        return HeatMap(areas.astype(np.int64), names, found.points, here)
    values = variable.privacy if what == PRIVACY else variable.utility
    edges = band_edges(values)
    areas = np.clip(np.searchsorted(edges, np.nan_to_num(values), side="right") - 1, 0, len(edges) - 2)
    decimals = 0 if np.allclose(edges, np.round(edges)) else 2
    ends = [words.figure(edge, decimals) for edge in edges.tolist()]
    names = tuple(f"{low}+" for low in ends[:-1])
    return HeatMap(np.where(np.isnan(values), -1, areas).astype(np.int64), names, found.points, here)


def band_edges(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Round numbers, equally far apart, from 0 to beyond the greatest value: at least one band."""
    most = float(np.nanmax(values)) if np.isfinite(values).any() else 0.0
    if most <= 0:
        return np.array([0.0, 1.0])
    power = float(10.0 ** np.floor(np.log10(most / _MOST_BANDS)))
    width = next(nice * power for nice in _NICE if most <= nice * power * _MOST_BANDS)
    return np.arange(int(np.ceil(most / width - 1e-9)) + 1, dtype=np.float64) * width
