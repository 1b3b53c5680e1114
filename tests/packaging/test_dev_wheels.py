"""The wheel bundle: only locked hashes in it; installed without a network; what is wrong is named."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from dev_lib import Stop, archives, lock, product, wheels

PROGRAM = "print('started', *__import__('sys').argv[1:])\n"


def make_wheel(folder, name, files):
    """A wheel as small as they come."""
    info = f"{name}-1.0.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nLicense-Expression: MIT\n"
    tags = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {**files, f"{info}/METADATA": metadata, f"{info}/WHEEL": tags}
    record = "".join(f"{path},sha256={digest(text)},{len(text)}\n" for path, text in files.items())
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for inside, text in {**files, f"{info}/RECORD": record}.items():
            packed.writestr(inside, text)
    return path


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def folder(tmp_path):
    """Two wheels: one of others, and the program's own."""
    made = tmp_path / "wheels"
    made.mkdir()
    make_wheel(made, "numbers", {"numbers_.py": ""})
    make_wheel(made, "sdc_desktop", {"sdc_desktop/__init__.py": "", "sdc_desktop/__main__.py": PROGRAM})
    return made


def pins(folder, *, sha256=None):
    """A lock with two versions of one package, as two versions of Python need them."""
    found = sha256 or archives.sha256(folder / "numbers-1.0-py3-none-any.whl")
    query = "    # via sdc-desktop (pyproject.toml)\n"
    return lock.read_lock(
        f"numbers==1.0 ; python_full_version < '3.99' \\\n    --hash=sha256:{found}\n{query}"
        f"numbers==2.0 ; python_full_version >= '3.99' \\\n    --hash=sha256:11\n{query}"
    )


@pytest.fixture
def bundle(folder, tmp_path):
    """The bundle, unpacked as its user does."""
    entries = wheels.bundle_entries(folder, wheels.checked(folder, pins(folder)), pins(folder))
    packed = tmp_path / "bundle.tar.gz"
    archives.write_tar_gz({f"bundle é/{name}": entry for name, entry in entries.items()}, packed)
    with tarfile.open(packed) as tar:
        tar.extractall(tmp_path / "carried over", filter="data")
    return tmp_path / "carried over" / "bundle é"


def install(bundle, *arguments):
    offline = os.environ | {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_NO_CACHE_DIR": "1"}
    command = [sys.executable, str(bundle / "install.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=offline)


def test_a_wheel_without_a_locked_hash_stops_the_bundle(folder):
    with pytest.raises(Stop, match=r"numbers-1\.0-py3-none-any\.whl does not have a hash"):
        wheels.checked(folder, pins(folder, sha256="00"))
    make_wheel(folder, "stranger", {})
    with pytest.raises(Stop, match="stranger"):
        wheels.checked(folder, pins(folder))


def test_the_bundle_tells_what_it_holds(bundle):
    shown = json.loads((bundle / "bundle.json").read_text())
    assert shown["version"] == product.version()
    assert set(shown["wheels"]) == {path.name for path in (bundle / "wheels").iterdir()}
    wanted = (bundle / "requirements.txt").read_text().splitlines()
    assert [line.split(" ")[0] for line in wanted] == ["numbers==1.0", "sdc-desktop==1.0"]
    assert all(line.split("sha256:")[1] in shown["wheels"].values() for line in wanted)
    bill = json.loads((bundle / "sbom.cdx.json").read_text())
    assert {one["purl"] for one in bill["components"]} == {"pkg:pypi/numbers@1.0", "pkg:pypi/sdc-desktop@1.0"}
    assert os.access(bundle / "install.sh", os.X_OK)
    assert (bundle / "install.bat").read_bytes().count(b"\r\n") > 3


def test_it_installs_without_a_network_tries_itself_and_starts(bundle, tmp_path):
    target = tmp_path / "Zoë Müller 岩" / "program"
    done = install(bundle, target)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "started --self-test\n" in done.stdout
    assert f"Installed {product.version()}" in done.stdout
    started = subprocess.run([target / "sdc-desktop", "run", "x"], cwd="/", capture_output=True, text=True)
    assert started.stdout == "started run x\n"


def test_what_is_missing_changed_or_strange_is_named_and_nothing_is_installed(bundle, tmp_path):
    (bundle / "wheels" / "numbers-1.0-py3-none-any.whl").write_bytes(b"changed")
    (bundle / "wheels" / "sdc_desktop-1.0-py3-none-any.whl").unlink()
    (bundle / "wheels" / "other-1.0-py3-none-any.whl").touch()
    done = install(bundle, tmp_path / "target")
    assert done.returncode == 1
    assert "wheels/numbers-1.0-py3-none-any.whl is not the file it was" in done.stderr
    assert "wheels/sdc_desktop-1.0-py3-none-any.whl is missing" in done.stderr
    assert "wheels/other-1.0-py3-none-any.whl does not belong" in done.stderr
    assert not (tmp_path / "target").exists()


def test_another_python_and_a_folder_of_others_are_refused(bundle, tmp_path):
    shown = json.loads((bundle / "bundle.json").read_text()) | {"python": "3.99", "platform": "plan9-vax"}
    (bundle / "bundle.json").write_text(json.dumps(shown))
    (tmp_path / "mine").write_text("x")
    done = install(bundle, tmp_path)
    assert done.returncode == 1
    assert "the wheels are for 3.99, this is" in done.stderr
    assert "the wheels are for plan9-vax" in done.stderr
    assert "holds something else" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the shell is not in /bin there")
def test_the_shell_script_finds_the_right_python_or_says_so(bundle, tmp_path):
    script = ["/bin/sh", str(bundle / "install.sh")]
    nothing = subprocess.run(script, env={"PATH": "/nothing"}, capture_output=True, text=True)
    assert nothing.returncode == 1
    assert "is needed and was not found" in nothing.stderr
    scripts = tmp_path / "bin"
    scripts.mkdir()
    (scripts / "python3").symlink_to(sys.executable)
    (scripts / "dirname").symlink_to(shutil.which("dirname"))
    found = subprocess.run([*script, "--help"], env={"PATH": str(scripts)}, capture_output=True, text=True)
    assert "Installs SDC Desktop without a network" in found.stdout, found.stderr
