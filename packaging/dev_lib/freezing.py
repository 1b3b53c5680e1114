"""Making the one-folder program with PyInstaller, and trying it."""

import ast
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from dev_lib import ROOT, Stop, carried_libraries, debian, licences, lock, product, sbom, trimming
from dev_lib.archives import sha256
from dev_lib.environment import FREEZE, LOCK, Environment, clean_variables, set_up, wheels_installed

PROGRAM = ROOT / "dist" / "sdc-desktop"
SPEC = ROOT / "packaging" / "sdc-desktop.spec"
BUILD = ROOT / "build"
STAMP = ROOT / "dist" / "sdc-desktop.sources"  # the digest of the sources that dist/ was made from
BILL = "sbom.cdx.json"
HASHES = "HASHES.csv"
IT_PAGE = "FOR-THE-IT-DEPARTMENT.txt"
BESIDE = ("licences", BILL, HASHES, IT_PAGE)  # what lies beside the executable for those who look after it
INSIDE = "_internal"  # the folder of libraries and modules in the program
_TOOLS = ("freezing", "trimming", "carried_libraries", "licences", "sbom", "product")
_MADE_FROM = (
    *("sdc_desktop", "resources", "pyproject.toml", "LICENSE"),
    *(
        f"packaging/{name}"
        for name in ("sdc-desktop.spec", "requirements.lock", "licences", "icons", "macos")
    ),
    *(f"packaging/dev_lib/{name}.py" for name in _TOOLS),
    "packaging/for-the-it-department.txt",
    "packaging/linux/starter.sh",
)


def freeze_program(wheels: Path | None, *, only_if_changed: bool) -> int:
    """Make dist/sdc-desktop and run its self-test; its exit code. Raises :class:`Stop`."""
    digest = source_digest(ROOT)
    if only_if_changed and executable().is_file() and STAMP.is_file() and STAMP.read_text() == digest:
        print("dist/sdc-desktop is up to date.")
        return 0
    lacking = obstacles()
    if lacking:
        raise Stop(f"The program cannot be frozen here: {'; '.join(lacking)}.")
    environment = set_up(".venv-freeze", FREEZE, wheels)
    STAMP.unlink(missing_ok=True)
    _run_pyinstaller(environment)
    if lost := carried_libraries.missing(environment.site_packages(), PROGRAM / INSIDE):
        raise Stop(f"The program has no {', '.join(lost)}, which its packages load.")
    parts = licences.parts_of(environment.site_packages(), system_files(_collected()))
    saved = trimming.strip_libraries(PROGRAM) if sys.platform.startswith("linux") else 0
    saved += trimming.link_duplicates(PROGRAM) if sys.platform.startswith("linux") else 0
    if sys.platform.startswith("linux"):
        write_starter(PROGRAM)
    _list_contents(parts, environment)
    print(
        f"dist/sdc-desktop: {folder_size(PROGRAM) / 1e6:.0f} MB after {saved / 1e6:.0f} MB were stripped, "
        f"licences of {len(parts)} parts in dist/sdc-desktop/licences"
    )
    code = self_test()
    if code == 0:
        STAMP.write_text(digest)
    return code


def write_starter(program: Path) -> None:
    """Put a script instead of the executable, which moves beside it: it reports a system that is too old."""
    starter = program / product.COMMAND
    starter.replace(program / product.LINUX_PROGRAM)
    glibc = str(debian.c_library(program))
    starter.write_text(
        product.filled(debian.LINUX / "starter.sh", glibc=glibc), encoding="utf-8", newline="\n"
    )
    starter.chmod(0o755)


def _list_contents(parts: Sequence[licences.Part], environment: Environment) -> None:
    """Licences, bill of materials, a page for the IT department, and last the hashes of all files."""
    licences.write_licences(parts, PROGRAM / "licences")
    pins = lock.read_lock(LOCK.read_text(encoding="utf-8"))
    bill = sbom.document(parts, pins, wheels_installed(environment), PROGRAM)
    (PROGRAM / BILL).write_text(bill, encoding="utf-8", newline="\n")
    page = product.filled(ROOT / "packaging" / "for-the-it-department.txt")
    (PROGRAM / IT_PAGE).write_text(page, encoding="utf-8")
    (PROGRAM / HASHES).write_bytes(hash_list(PROGRAM))


def hash_list(program: Path) -> bytes:
    """Name and SHA-256 of each file of the program but this list itself, for allow-lists; one line each."""
    files = sorted(path for path in program.rglob("*") if path.is_file() and not path.is_symlink())
    names = [path for path in files if path.name != HASHES]
    lines = [f'"{path.relative_to(program).as_posix()}",{sha256(path)}\n' for path in names]
    return ("file,sha256\n" + "".join(lines)).encode()


def folder_size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def executable() -> Path:
    """The program's executable for the terminal."""
    return PROGRAM / (f"{product.CONSOLE}.exe" if sys.platform == "win32" else product.COMMAND)


def self_test() -> int:
    """Let the frozen program test itself; its exit code."""
    variables = clean_variables(QT_QPA_PLATFORM="offscreen")
    command = [str(executable()), "--self-test"]
    return subprocess.run(command, cwd=PROGRAM.parent, env=variables, stdin=subprocess.DEVNULL).returncode


def obstacles() -> tuple[str, ...]:
    """What keeps this machine from freezing, in words; empty if nothing does."""
    if sys.platform.startswith("linux") and shutil.which("objcopy") is None:
        return ("the program objcopy is missing (Debian: apt-get install binutils)",)
    return ()


def source_digest(root: Path) -> str:
    """One digest of the names and contents of all that the frozen program is made from."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(_files(root / part for part in _MADE_FROM)):
        digest.update(str(path.relative_to(root)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(parts: Iterable[Path]) -> Iterable[Path]:
    for part in parts:
        inside = part.rglob("*") if part.is_dir() else [part]
        yield from (path for path in inside if path.is_file() and "__pycache__" not in path.parts)


def _run_pyinstaller(environment: Environment) -> None:
    print("Freezing; this takes a minute or two", flush=True)
    places = ["--distpath", str(PROGRAM.parent), "--workpath", str(BUILD)]
    command = [str(environment.python), "-m", "PyInstaller", "--noconfirm", "--clean", *places, str(SPEC)]
    done = subprocess.run(
        [*command, "--log-level", "WARN"],
        cwd=ROOT,
        env=clean_variables(PYTHONHASHSEED="0", PYINSTALLER_CONFIG_DIR=str(BUILD / "cache")),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise Stop(f"{done.stdout}{done.stderr}\nPyInstaller failed (see above).")


def _collected() -> tuple[Path, ...]:
    """Where the files that PyInstaller put into the program came from."""
    text = (BUILD / "sdc-desktop" / "COLLECT-00.toc").read_text(encoding="utf-8")
    return tuple(Path(source) for _, source, *_ in _entries(ast.literal_eval(text)) if source)


def _entries(parts: object) -> Iterable[tuple[str, str, str]]:
    """The (name, source, kind) triples in PyInstaller's record, however deep they lie."""
    if isinstance(parts, list | tuple):
        if len(parts) == 3 and all(isinstance(item, str) for item in parts):
            yield parts  # type: ignore[misc]
            return
        for part in parts:
            yield from _entries(part)


def system_files(sources: Iterable[Path]) -> tuple[Path, ...]:
    """Those collected files that come from neither our tree and environments nor Python itself."""
    home = Path(sys.base_prefix).resolve()
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    foreign = {path.resolve() for path in sources if path.is_absolute()}
    return tuple(
        sorted(
            path
            for path in foreign
            if not path.is_relative_to(ROOT)
            and python not in path.parts
            and not (sys.base_prefix != "/usr" and path.is_relative_to(home))
        )
    )
