"""A table of counts with cell keys: every published count is perturbed a little, the same way each time.

An agency publishes soldiers by age and location. Small counts must not be certain, and a cell must carry the
same perturbation in every table that shows it: the record keys are a keyed hash of the identifier.
"""

from pathlib import Path

import sdc_desktop.engine as sdc

DATA = Path(__file__).parents[2] / "resources" / "demo" / "soldiers" / "soldiers.csv"
SECRET = "5a" * 32  # published here, so it protects nothing: make your own with `sdc-desktop secret`

soldiers = sdc.read(DATA, direct_identifiers=["id"], secrets={"*": SECRET})
method = {"method": "cell_key", "variance": 2, "maximum": 5}
table = sdc.tables.protect(soldiers, ["age", "location"], protect=method)

frame = table.to_frame()
print(frame.pivot(index="age", columns="location", values="published").to_string())
print("Verdict:", table.verdict.grade.value)
for reason in table.verdict.reasons:
    print(" -", reason.code, dict(reason.figures))
