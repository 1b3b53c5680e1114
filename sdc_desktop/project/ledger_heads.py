"""The folder where the heads of ledgers are kept: the site policy's, or beside the user's settings. No Qt."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from sdc_desktop.engine.policy.policy import Policy

_FOLDER = "heads"


def heads_folder(policy: Policy | None) -> Path:
    """The folder of heads under this policy. The policy's must exist; the user's is made where it can be."""
    if policy is not None and policy.spec.ledger_heads is not None:
        return Path(policy.spec.ledger_heads).expanduser()
    folder = _settings_folder() / _FOLDER
    with suppress(OSError):  # the ledger reports that it is missing
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _settings_folder(platform: str = sys.platform) -> Path:
    """Where the window keeps its settings, without Qt."""
    home = Path.home()
    if platform.startswith("win"):
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Preferences"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "sdc-desktop"
