"""What the window remembers between two days: where it stood, how it looked, what was open recently.

An INI file in the user's configuration folder, with a version that older files are lifted to. Paths only;
never anything read from a file of data.
"""

import atexit
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from sdc_desktop.resources import resource_path

VERSION = 1
RECENT_FILES = 10
Upgrade = Callable[[QSettings], None]


def _drop_everything(store: QSettings) -> None:
    """Files from before there were versions say nothing that can be trusted."""
    store.clear()


UPGRADES: Mapping[int, Upgrade] = {0: _drop_everything}  # version -> function that lifts it by one


def settings_folder() -> Path:
    """The user's configuration folder of this program; it need not exist yet."""
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(base) / "sdc-desktop"


class _Text:
    """A setting that is a text."""

    def __init__(self, key: str, default: str = "") -> None:
        self._key, self._default = key, default

    def __get__(self, settings: "Settings", _owner: object) -> str:
        return str(settings._store.value(self._key, self._default))

    def __set__(self, settings: "Settings", value: str) -> None:
        settings._store.setValue(self._key, value)


class Settings:
    """Named settings over one INI file. A newer version's file is read as far as possible."""

    theme = _Text("view/theme", "system")  # `system`, `light`, `dark`, `high_light` or `high_dark`
    language = _Text("view/language", "system")  # `system`, or one of the languages
    folder = _Text("files/folder")  # where a file was last chosen from
    policy_file = _Text("policy/file")  # the site policy that was opened by hand

    def __init__(self, path: Path | None = None, upgrades: Mapping[int, Upgrade] = UPGRADES) -> None:
        self.path = path or settings_folder() / "settings.ini"
        self.unwritable: Path | None = None  # the folder that cannot be written, if it cannot
        if not _can_write(self.path.parent):
            self.unwritable = self.path.parent
            folder = mkdtemp(prefix="sdc-desktop-")  # for its owner only
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            self.path = Path(folder) / self.path.name
        self._store = QSettings(str(self.path), QSettings.Format.IniFormat)
        self._upgrade(upgrades)

    @property
    def geometry(self) -> QByteArray | None:
        """Where the window stood."""
        value = self._store.value("window/geometry")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._store.setValue("window/geometry", value)

    @property
    def spill_folder(self) -> Path | None:
        """The folder that may hold values of files too large for memory; None: no folder may."""
        value = str(self._store.value("files/spill", ""))
        return Path(value) if value else None

    @spill_folder.setter
    def spill_folder(self, value: Path | None) -> None:
        self._store.setValue("files/spill", "" if value is None else str(value))

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """What was open recently, newest first."""
        value = self._store.value("files/recent", [])
        entries = value if isinstance(value, list) else [value] if value else []
        return tuple(Path(str(entry)) for entry in entries)

    def remember_file(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        others = [entry for entry in self.recent_files if entry != path]
        self._keep_recent([path, *others])

    def forget_file(self, path: Path) -> None:
        """Take a file, perhaps gone, from the recent ones."""
        self._keep_recent([entry for entry in self.recent_files if entry != path])

    def column_widths(self, table: str) -> dict[int, int]:
        """The widths in pixels of the columns of a table that were dragged, by the place of the column."""
        self._store.beginGroup(f"columns/{table}")
        found = {key: str(self._store.value(key)) for key in self._store.childKeys()}
        self._store.endGroup()
        return {int(key): int(width) for key, width in found.items() if key.isdecimal() and width.isdecimal()}

    def keep_column_width(self, table: str, place: int, width: int | None) -> None:
        """Keep the width of a column; None: it is fitted again. No name of data is part of a key."""
        key = f"columns/{table}/{place}"
        if width is None:
            self._store.remove(key)
        else:
            self._store.setValue(key, width)

    def save(self) -> None:
        """Save now what else would be saved in a moment."""
        self._store.sync()

    def _keep_recent(self, paths: list[Path]) -> None:
        self._store.setValue("files/recent", [str(entry) for entry in paths[:RECENT_FILES]])

    def _upgrade(self, upgrades: Mapping[int, Upgrade]) -> None:
        version = int(str(self._store.value("version", 0 if self._store.allKeys() else VERSION)))
        while version < VERSION:
            upgrades[version](self._store)
            version += 1
        self._store.setValue("version", version)


def _can_write(folder: Path) -> bool:
    """Whether files can be saved in a folder, which is made where it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def output_folder(beside: Path) -> Path:
    """The folder to propose for exports: beside the data, but never inside the program (the demo)."""
    inside = beside.resolve().is_relative_to(resource_path("demo").resolve())
    return Path.home() if inside else beside
