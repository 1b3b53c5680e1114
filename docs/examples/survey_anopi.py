"""ANOPI on a survey: which level of each key variable balances what researchers and intruders learn.

Two points of information are set for each key variable: what researchers need, and what an intruder already
finds useful. ANOPI chooses the level between them, and the protected file is saved.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import sdc_desktop.engine as sdc

DATA = Path(__file__).parents[2] / "resources" / "demo" / "patients" / "patients.csv"
SECRET = "5a" * 32  # of the random order of the records; published here, so make your own

survey = sdc.read(
    DATA,
    keys=["yob", "ms"],
    sensitive=["disease"],
    levels={"yob": "ordinal"},
    hierarchies={
        "yob": {"kind": "intervals", "start": 1961, "widths": [2, 3, 5, 10, 15, 30], "end": 1990},
        "ms": {"kind": "levels", "path": "ms.csv"},
    },
    secrets={"*": SECRET},
)
points = {"yob": 60, "ms": 40}
with TemporaryDirectory() as folder:
    outcome = sdc.perform(
        survey, "anopi", alpha=0.5, user_points=points, intruder_points=points, out=folder, output="safe.csv"
    )
    print((Path(folder) / "safe.csv").read_text(encoding="utf-8").splitlines()[:4])

figures = outcome.to_frame()
print(figures[figures["figure"].str.startswith(("codings.", "released."))].to_string(index=False))
print("Verdict:", outcome.verdict.grade.value, [reason.code for reason in outcome.verdict.reasons])
