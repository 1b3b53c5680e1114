"""Files that Windows would write with other bytes: lists of hashes, and the command of an environment."""

import hashlib
import os
from types import SimpleNamespace

from dev_lib import environment, freezing, packages


def test_the_command_of_an_environment_has_no_path_in_it(tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "os", SimpleNamespace(name="nt", environ=os.environ))
    made = environment.Environment(tmp_path / "Zoë Müller 岩")
    made.scripts.mkdir(parents=True)
    environment._write_starter(made)
    command = (made.scripts / "sdc-desktop.cmd").read_bytes()
    assert command.isascii()
    assert command.startswith(b'@"%~dp0python.exe" ')
    assert command.endswith(b"%*\r\n")


def test_lists_of_hashes_have_the_same_line_ends_on_every_system(tmp_path):
    path = tmp_path / "a file.txt"
    path.write_bytes(b"x")
    digest = hashlib.sha256(b"x").hexdigest()
    assert packages.sums([path]) == f"{digest}  a file.txt\n".encode()
    assert freezing.hash_list(tmp_path) == f'file,sha256\n"a file.txt",{digest}\n'.encode()
