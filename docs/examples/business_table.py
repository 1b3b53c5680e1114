"""A business table under the p % rule: turnover by activity and region, suppressed and audited.

No contributor may estimate the turnover of another one to within 10 %. The pattern of suppressed cells is the
cheapest that protects, and the audit computes what can still be derived from what is published.
"""

from pathlib import Path

import sdc_desktop.engine as sdc

DATA = Path(__file__).parents[2] / "resources" / "demo" / "enterprises" / "enterprises.csv"

firms = sdc.read(
    DATA,
    direct_identifiers=["firm"],
    hierarchies={
        "activity": {"kind": "levels", "path": "activities.csv"},
        "region": {"kind": "levels", "path": "regions.csv"},
    },
)
rules = [{"kind": "threshold", "n": 3}, {"kind": "p_percent", "p": 10}]
table = sdc.tables.protect(firms, ["activity", "region"], value="turnover", rules=rules)

frame = table.to_frame()
print(frame.pivot(index="activity", columns="region", values="published").to_string(na_rep="c"))
print("Cells by status:", frame["status"].value_counts().to_dict())
suppressed = frame[frame["published"].isna()]
print("Narrowest feasibility interval:", (suppressed["upper"] - suppressed["lower"]).min())
print("Verdict:", table.verdict.grade.value)
