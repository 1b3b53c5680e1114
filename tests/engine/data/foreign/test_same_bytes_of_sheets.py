"""Sheets have the same bytes on every system, with lxml installed or not."""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
WRITES = """
import sys
from pathlib import Path
import zipfile

def main():
    given, base, name = sys.argv[1:]
    zipfile.sys = type("system", (), {"platform": given})  # what an entry says of its writer
    from sdc_desktop.engine.context import JobContext
    from sdc_desktop.engine.data.foreign import write
    from sdc_desktop.engine.data.reading import open_data
    from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
    from sdc_desktop.engine.running.writing import write_data

    def directly(writer, path, columns, batches, shown, context):
        from importlib import import_module
        module, _, function = writer.partition(":")
        getattr(import_module(module), function)(path, columns, batches)

    write.write_by_child = directly
    opened = open_data(DataSpec(path="a.csv"), Path(base), JobContext())
    target = Path(base) / name
    write_data(opened.data, target, OutputSpec(path=name), opened.style, JobContext())

main()
"""


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_sheet_has_the_same_bytes_on_every_system(tmp_path, ending) -> None:
    (tmp_path / "a.csv").write_text("age,town\n31,Ulm\n45,Zürich\n", encoding="utf-8")
    digests = set()
    for number, (given, lxml) in enumerate((("linux", "True"), ("win32", "True"), ("linux", "False"))):
        name = f"{number}.{ending}"
        environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENPYXL_LXML": lxml}
        command = [sys.executable, "-c", WRITES, given, str(tmp_path), name]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        digests.add(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
        with zipfile.ZipFile(tmp_path / name) as archive:
            assert {part.create_system for part in archive.infolist()} == {3}
    assert len(digests) == 1
