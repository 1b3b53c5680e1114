"""A root of Debian with Wine in it, and how its programs are run."""

import math
import os
import select
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dev_lib import Stop, system
from dev_lib.wine import ucrt

SUITE = "trixie"  # Wine 10; that of bookworm has no bcryptprimitives and crashes in Python's `platform`
PACKAGES = (
    *("wine", "wine64", "wine32:i386", "fonts-wine", "fonts-liberation", "ca-certificates"),
    *("libc-bin", "coreutils", "dash"),
)
HOST = ("mmdebstrap", "gcc-mingw-w64-x86-64-win32", "wixl", "msitools")
ZLIB = {"x86_64": "x86_64-w64-mingw32", "i386": "i686-w64-mingw32"}  # folders of /usr
SYSTEM = {"x86_64": "system32", "i386": "syswow64"}
_REST = 2.0  # seconds for the last words of a program that has ended
_LINKS = ("bin", "sbin", "lib", "lib64")
# Changes into the root with /proc and /dev of the machine, which vanish with the command.
_ENTER = (
    'for name in proc dev; do mkdir -p "$0/$name"; mount --rbind "/$name" "$0/$name"; done; '
    'place=$1; shift; exec unshare --root="$0" --wd="$place" "$@"'
)
_VARIABLES = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "WINELOADER": "/usr/lib/wine/wine64",
    "WINESERVER": "/usr/lib/wine/wineserver64",
    "WINEPREFIX": "/prefix",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "winedbg.exe=d;mscoree=;mshtml=;ucrtbase=n,b",
    "XDG_RUNTIME_DIR": "/root",
    "QT_QPA_PLATFORM": "offscreen",
    "DISPLAY": "",
}


@dataclass(frozen=True)
class Machine:
    """A root with Wine. Paths of its programs are those of Windows: `Z:` is the root itself."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The root."""
        return self.folder / "root"

    @property
    def drive(self) -> Path:
        """The drive C: of Windows."""
        return self.root / "prefix" / "drive_c"

    @property
    def tree(self) -> Path:
        """The copy of the sources in it."""
        return self.root / "sdc-desktop"

    def inside(self, path: Path) -> str:
        """How Windows calls a path of the root."""
        return "Z:\\" + "\\".join(path.relative_to(self.root).parts)

    def command(self, arguments: Sequence[str], place: Path | None = None) -> list[str]:
        """The command that runs a program of Windows in a folder of the root."""
        folder = "/" if place is None else f"/{place.relative_to(self.root).as_posix()}"
        entered = ["unshare", "--mount", "sh", "-c", _ENTER, str(self.root), folder]
        return [*entered, "/usr/lib/wine/wine64", *arguments]

    def environment(self, **more: str) -> dict[str, str]:
        """All variables that a program of Windows gets."""
        return _VARIABLES | {"PATH": f"/usr/sbin:/sbin:{_VARIABLES['PATH']}"} | self.variables | more

    def run(
        self,
        *arguments: str,
        place: Path | None = None,
        log: Path | None = None,
        seconds: float = math.inf,
        **more: str,
    ) -> tuple[int, str]:
        """Run a program of Windows; its exit code and what it wrote. One that takes more seconds is ended,
        with all that runs under Wine. Standard output has to be a pipe: Python under Wine takes no file.
        Wine's services keep the pipe of the program that they began with, so its end is not waited for.
        """
        written, end = b"", time.monotonic() + seconds
        with subprocess.Popen(
            self.command(arguments, place),
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            assert process.stdout is not None
            pipe = process.stdout.fileno()
            while select.select([pipe], [], [], _REST)[0] or process.poll() is None:
                if select.select([pipe], [], [], 0)[0]:
                    part = os.read(pipe, 1 << 16)
                    if not part:
                        break
                    written += part
                if time.monotonic() > end:
                    process.kill()
                    self.end()
                    break
            code = process.wait()
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_bytes(written)
        return code, written.decode("utf-8", "replace")

    def must(self, *arguments: str, place: Path | None = None, log: Path | None = None, **more: str) -> str:
        """Run a program of Windows; what it put out. Raises :class:`Stop` where it fails."""
        code, text = self.run(*arguments, place=place, log=log, **more)
        if code:
            tail = "\n".join(text.splitlines()[-30:])
            raise Stop(f"{' '.join(arguments)} ended with {code} under Wine:\n{tail}")
        return text

    def end(self) -> None:
        """End what still runs. The first process of all fixes the display of the others."""
        command = self.command(())[:-1]
        subprocess.run(
            [*command, "/usr/lib/wine/wineserver64", "-k"], env=self.environment(), capture_output=True
        )


def obstacles() -> list[str]:
    """What keeps this machine from running Wine, in words; empty if nothing does."""
    if not system.debian_here():
        return ["this is not Debian or one of its relatives"]
    if os.geteuid() != 0:
        return ["this needs the rights of root"]
    if subprocess.run(
        ["unshare", "--mount", "true"], stdin=subprocess.DEVNULL, capture_output=True
    ).returncode:
        return ["this container does not let mounts be made"]
    lacking = system.ensure(HOST)
    return [f"the package {name} is missing" for name in lacking]


def make_root(machine: Machine) -> None:
    """Make the root. Raises :class:`Stop`."""
    made = machine.folder / "root.new"
    shutil.rmtree(made, ignore_errors=True)
    machine.folder.mkdir(parents=True, exist_ok=True)
    command = ["mmdebstrap", "--variant=extract", "--architectures=amd64,i386"]
    done = subprocess.run(
        [*command, f"--include={','.join(PACKAGES)}", SUITE, str(made), _archive()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Stop(f"{done.stderr[-3000:]}\nThe root with Wine could not be made (see above).")
    for name in _LINKS:  # nothing is configured in it
        if not (made / name).exists():
            (made / name).symlink_to(f"usr/{name}")
    for name, line in (("passwd", "root:x:0:0:root:/root:/bin/sh"), ("group", "root:x:0:")):
        (made / "etc" / name).write_text(f"{line}\n", encoding="utf-8")
    for name in ("root", "tmp", "sdc-desktop"):
        (made / name).mkdir(exist_ok=True)
    locale = made / "usr" / "lib" / "locale" / "C.utf8"
    if not locale.is_dir():
        shutil.copytree("/usr/lib/locale/C.utf8", locale)
    made.rename(machine.root)


def _archive() -> str:
    """The address of the archive that this Debian installs from, as its apt knows it."""
    form = ["--format", "$(REPO_URI) $(COMPONENT) $(LABEL)", "Created-By: Packages"]
    listed = subprocess.run(["apt-get", "indextargets", *form], capture_output=True, text=True).stdout
    found = [line.split() for line in listed.splitlines()]
    of_debian = [parts[0] for parts in found if parts[1:] == ["main", "Debian"]]
    if not of_debian:
        raise Stop("apt knows no archive of Debian; run apt-get update first.")
    return of_debian[0]


def make_prefix(machine: Machine) -> None:
    """Make Windows' folders and the functions of its C runtime that Wine has not. Raises :class:`Stop`."""
    windows = machine.drive / "windows"
    for kind, folder in SYSTEM.items():  # all of Wine's windows need it, and it is not where they look
        (windows / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(machine.root / "usr" / ZLIB[kind] / "lib" / "zlib1.dll", windows / folder)
    machine.must("wineboot", "--init")
    (source,) = machine.root.glob("usr/lib/*/wine/x86_64-windows/ucrtbase.dll")
    ucrt.complete(source, windows / "system32")
    machine.must(  # Inno Setup leaves out what begins with a dot otherwise
        *("reg", "add", "HKCU\\Software\\Wine", "/v", "ShowDotFiles", "/d", "Y", "/f")
    )
    machine.end()
