"""The installer of Inno Setup, whose compiler npm has, compiled under Wine."""

import subprocess
import tarfile
from pathlib import Path

from dev_lib import ROOT, Stop, product, windows
from dev_lib.archives import sha256
from dev_lib.wine.machine import Machine

PACKAGE = "innosetup@6.4.1"
DIGEST = "fc36b763a729c8964416552d733f4864ac4a4934d0a6569e20c2feb4c29b9684"
WAYS = (  # for whom, the switch, and the folder of programs on drive C: as a pattern
    ("all users", "/ALLUSERS", "Program Files"),
    ("one user", "/CURRENTUSER", "users/*/AppData/Local/Programs"),
)
PATIENCE = 120.0  # seconds for the uninstaller to end


def make(here: Machine, program: Path, output: Path) -> Path:
    """The installer of a one-folder program. Raises :class:`Stop`."""
    compiler = _compiler(here)
    folder = here.root / "tmp" / "setup"
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / f"{product.COMMAND}.iss"
    text = windows.setup_script(Path("PROGRAM"), Path("OUTPUT"))
    text = text.replace("PROGRAM", here.inside(program)).replace("OUTPUT", here.inside(folder))
    text = text.replace(f"{ROOT}/", f"{here.inside(here.tree)}\\")
    script.write_text(text, encoding="utf-8-sig")
    here.must(here.inside(compiler), "/Qp", here.inside(script), log=output / "installer.log")
    return folder / f"{product.COMMAND}-{product.version()}-setup.exe"


def _compiler(here: Machine) -> Path:
    """ISCC.exe, fetched once. Raises :class:`Stop`."""
    folder = here.drive / "innosetup"
    found = next(folder.rglob("ISCC.exe"), None)
    if found is not None:
        return found
    archive = here.folder / "innosetup-6.4.1.tgz"
    if not archive.is_file():
        command = ["npm", "pack", PACKAGE, "--silent"]
        try:
            done = subprocess.run(command, cwd=here.folder, capture_output=True, text=True)
        except FileNotFoundError:
            raise Stop("The installer's compiler comes from npm, which is missing.") from None
        if done.returncode:
            raise Stop(f"{done.stderr}\nThe installer's compiler could not be fetched (see above).")
    if sha256(archive) != DIGEST:
        raise Stop(f"{PACKAGE} is not the file it was: its SHA-256 differs.")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(folder.rglob("ISCC.exe"))
