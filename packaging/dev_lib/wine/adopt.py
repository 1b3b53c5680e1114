"""Run by Windows' Python in the copy of the sources: finishes the environment for freezing whose packages
were unpacked from outside, as `dev.py freeze` would have left it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from dev_lib import ROOT, environment

made = environment.Environment(ROOT / ".venv-freeze")
(made.folder / environment.UNFINISHED).touch()
environment.finish(made, environment.FREEZE)
