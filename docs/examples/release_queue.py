"""A release queue: records that are released one at a time, simulated before the first one is.

A record is released only while the distribution of ages by location stays close to the baseline, so that no
one learns more about a location than is known anyway. Five random orders show how many records can go.
"""

from pathlib import Path

import sdc_desktop.engine as sdc

DEMO = Path(__file__).parents[2] / "resources" / "demo" / "soldiers" / "soldiers.sdcplan"

plan = sdc.read_plan(DEMO)
assert sdc.check(plan, folder=DEMO.parent) == ()
outcome = sdc.run(plan, folder=DEMO.parent)
print(outcome.to_frame().to_string(index=False))
queue = outcome.jobs["release queue"]
figures = queue.to_frame()
print(figures.head(12).to_string(index=False))
