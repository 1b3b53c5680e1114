"""The font that a site policy names for scripts missing from the bundled fonts (`report.font`)."""

import shutil
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sdc_desktop.report.font_metrics import metrics_in


@dataclass(frozen=True)
class SiteFont:
    """A font file that can be read: its family as typst names it, and the code points of its first face."""

    path: Path
    family: str
    codes: frozenset[int]


def site_font(path: str) -> SiteFont | None:
    """The font of a file (.ttf, .otf, .ttc; the path may begin with ``~``); None where it cannot be read."""
    import typst

    file = Path(path).expanduser()
    try:
        codes = frozenset(metrics_in(file.read_bytes()).widths)
        with copied_alone(file) as folder:
            fonts = typst.Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)]
            )
            family = next(one.family for one in fonts.fonts() if one.index == 0)
    except (OSError, KeyError, IndexError, ValueError, StopIteration, struct.error):
        return None
    return SiteFont(file, family, codes)


@contextmanager
def copied_alone(font: Path) -> Iterator[Path]:
    """A folder with this font and no other: typst reads every font of a folder and of those below it."""
    with TemporaryDirectory() as folder:
        shutil.copyfile(font, Path(folder, f"font{font.suffix}"))
        yield Path(folder)
