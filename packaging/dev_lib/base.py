"""Packages for systems older than this one: made in the root of an old Debian, with a Python built there.

The root is a folder that the person who publishes makes once, for example with
`mmdebstrap --variant=minbase bullseye ROOT`. The program then needs no newer C library than that of the root.
"""

import os
import shutil
import subprocess
from pathlib import Path

from dev_lib import ROOT, Stop
from dev_lib.environment import clean_variables

PYTHON, PYTHON_FROM = "3.11", "bookworm"  # built from this suite's sources: older ones are too old
INSIDE = "sdc-desktop"  # the folder of the sources in the root
_LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv*", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "demo-output")
)


def package_in(base: Path, wheels: Path | None, dist: Path, *, for_release: bool = False) -> int:
    """Make the packages in the root ``base`` and bring them to ``dist``; the exit code. Raises Stop."""
    lacking = obstacles(base)
    if lacking:
        raise Stop(f"Packages cannot be made in {base}: {'; '.join(lacking)}.")
    inside = base / INSIDE
    _copy_sources(inside)
    options = ["--release"] if for_release else []
    if wheels is not None:
        shutil.copytree(wheels, inside / "build" / "given", dirs_exist_ok=True)
        options += ["--wheels", f"/{INSIDE}/build/given"]
    resolver = Path("/etc/resolv.conf")
    if resolver.is_file():
        shutil.copyfile(resolver, base / "etc" / "resolv.conf")
    code = subprocess.run(
        command(base, options),
        env=clean_variables(SDC_PYTHON=PYTHON, SDC_PYTHON_FROM=PYTHON_FROM, HOME="/root"),
        stdin=subprocess.DEVNULL,
    ).returncode
    if (inside / "dist" / "SHA256SUMS").is_file():
        dist.mkdir(exist_ok=True)
        for path in (inside / "dist").iterdir():
            if path.is_file():
                shutil.copy(path, dist)
        print(f"Made in {base}; the packages are in {dist}.")
    return code


def obstacles(base: Path) -> list[str]:
    """What keeps packages from being made in a root, in words; empty if nothing does."""
    found = []
    if os.geteuid() != 0:
        found.append("this needs the rights of root")
    found += [
        f"the program {name} is missing" for name in ("unshare", "chroot") if shutil.which(name) is None
    ]
    if (
        not (base / "usr" / "bin" / "apt-get").exists()
        or not (base / "etc" / "apt" / "sources.list").is_file()
    ):
        found.append("it is no root of a Debian with apt and a sources.list")
    return found


def command(base: Path, options: list[str]) -> list[str]:
    """Change into the root with /proc and /dev of its own, which vanish with the command."""
    script = f"sh /{INSIDE}/packaging/linux/in-base.sh"
    steps = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && root=$0 && exec chroot "$root" '
    return ["unshare", "--mount", "sh", "-c", f'{steps}{script} "$@"', str(base), *options]


def _copy_sources(inside: Path) -> None:
    """Copies the unchanged source tree, without what was made from it; what was made there before stays."""
    for name in ("sdc_desktop", "resources", "packaging", "docs"):
        shutil.rmtree(inside / name, ignore_errors=True)
    shutil.copytree(ROOT, inside, ignore=_LEFT_OUT, dirs_exist_ok=True, symlinks=True)
