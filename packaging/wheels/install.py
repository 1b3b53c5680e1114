"""Installs SDC Desktop from the wheels beside this file into a folder, without a network.

    python3 install.py FOLDER            for example: python3 install.py ~/sdc-desktop
    python3 install.py FOLDER --no-self-test

It needs the Python that the wheels were made for (bundle.json says which). Every wheel is checked against its
SHA-256 before anything is made. Deleting the folder undoes the installation.
"""

import argparse
import ctypes
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MARK = "sdc-desktop-bundle.json"  # written last: an installation without it is not finished
BEGUN = "sdc-desktop-bundle.unfinished"
# What Qt needs of the system on Linux, and the Debian packages that have it.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}


def main(argv: list[str]) -> int:
    """Install; the exit code."""
    parser = argparse.ArgumentParser(prog="install.py", description="Installs SDC Desktop without a network.")
    parser.add_argument(
        "folder", type=Path, help="where to; it must be new or empty, or an earlier installation"
    )
    parser.add_argument(
        "--no-self-test", action="store_true", help="do not let the program try itself at the end"
    )
    options = parser.parse_args(argv)
    bundle = json.loads((HERE / "bundle.json").read_text(encoding="utf-8"))
    folder = options.folder.expanduser().absolute()
    obstacles = [*wrong_python(bundle), *wrong_wheels(bundle), *wrong_folder(folder)]
    if obstacles:
        print("Nothing was installed:", *(f"- {line}" for line in obstacles), sep="\n", file=sys.stderr)
        return 1
    lacking = lacking_libraries()
    if lacking:
        packages = " ".join(LIBRARIES[name] for name in lacking)
        print(f"The window will not open before the system has {', '.join(lacking)}.")
        print(f"On Debian and Ubuntu: sudo apt-get install {packages}", flush=True)
    try:
        make(folder, bundle)
    except subprocess.CalledProcessError as failure:
        print(
            f"{failure.stdout}\nThe installation failed (see above). Run it again when that is mended.",
            file=sys.stderr,
        )
        return 1
    if not options.no_self_test:
        variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        if subprocess.run([str(program(folder)), "--self-test"], env=variables).returncode:
            print("The program is installed, but its self-test failed (see above).", file=sys.stderr)
            return 1
    print(f"Installed {bundle['version']}. Start it with: {program(folder)}")
    return 0


def wrong_python(bundle: dict) -> list[str]:
    """What about this Python does not fit."""
    here = {
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "implementation": sys.implementation.name,
        "platform": f"{sys.platform}-{machine()}",
    }
    found = [
        f"the wheels are for {bundle[key]}, this is {value} ({sys.executable})"
        for key, value in here.items()
        if bundle[key] != value
    ]
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        found.append(f"this Python has no venv (Debian: apt-get install python{here['python']}-venv)")
    return found


def machine() -> str:
    """The processor, as bundle.json spells it."""
    import platform

    return {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())


def wrong_wheels(bundle: dict) -> list[str]:
    """Wheels that are missing, changed, or not of the bundle."""
    found = []
    for name, wanted in bundle["wheels"].items():
        wheel = HERE / "wheels" / name
        if not wheel.is_file():
            found.append(f"wheels/{name} is missing")
        elif hashlib.sha256(wheel.read_bytes()).hexdigest() != wanted:
            found.append(f"wheels/{name} is not the file it was (its SHA-256 differs)")
    strange = {path.name for path in (HERE / "wheels").glob("*")} - set(bundle["wheels"])
    return [*found, *(f"wheels/{name} does not belong to the bundle" for name in sorted(strange))]


def wrong_folder(folder: Path) -> list[str]:
    """Why the folder cannot be installed into."""
    if not folder.exists():
        return []
    if not folder.is_dir():
        return [f"{folder} is a file"]
    ours = (folder / MARK).is_file() or (folder / BEGUN).is_file()
    return [] if ours or not any(folder.iterdir()) else [f"{folder} holds something else; name a new folder"]


def lacking_libraries() -> list[str]:
    """Those libraries of the system that cannot be loaded."""
    if not sys.platform.startswith("linux"):
        return []
    found = []
    for name in LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            found.append(name)
    return found


def make(folder: Path, bundle: dict) -> None:
    """Make the environment and install the wheels; an earlier installation there is replaced."""
    print(f"Installing SDC Desktop {bundle['version']} into {folder}", flush=True)
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / BEGUN).touch()
    quietly([sys.executable, "-I", "-m", "venv", str(folder / "python")])
    python = scripts(folder) / ("python.exe" if os.name == "nt" else "python")
    fixed = ["--no-index", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-input"]
    wheels = ["--find-links", str(HERE / "wheels"), "-r", str(HERE / "requirements.txt")]
    quietly([str(python), "-I", "-m", "pip", "install", "--disable-pip-version-check", *fixed, *wheels])
    write_starter(folder)
    (folder / MARK).write_text(json.dumps(bundle, indent=1), encoding="utf-8")
    (folder / BEGUN).unlink()


def scripts(folder: Path) -> Path:
    """Where the environment's programs are."""
    return folder / "python" / ("Scripts" if os.name == "nt" else "bin")


def program(folder: Path) -> Path:
    """What starts the program."""
    return folder / ("sdc-desktop.cmd" if os.name == "nt" else "sdc-desktop")


def write_starter(folder: Path) -> None:
    """A command at the top of the folder."""
    if os.name == "nt":
        text = '@"%~dp0python\\Scripts\\python.exe" -I -m sdc_desktop %*\r\n'
        program(folder).write_text(text, encoding="ascii")
        return
    python = shlex.quote(str(scripts(folder) / "python"))
    program(folder).write_text(f'#!/bin/sh\nexec {python} -I -m sdc_desktop "$@"\n', encoding="utf-8")
    program(folder).chmod(0o755)


def quietly(command: list[str]) -> None:
    """Run a command; what it says is reported only where it fails."""
    dropped = ("PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "VIRTUAL_ENV")
    variables = {key: value for key, value in os.environ.items() if key not in dropped}
    subprocess.run(
        command,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
