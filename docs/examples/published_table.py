"""The check of a table that others have published: what its suppressed cells still reveal.

Only the published figures are known. The audit computes the feasibility interval of every suppressed cell
from the additive relations alone, as any reader could.
"""

import sdc_desktop.engine as sdc

TABLE = {
    "rows": ["2,3", "4", "5", "6", "7"],
    "columns": ["4", "5", "6", "7", "8"],
    "values": [
        [80, 253, 54, 0, 0, 387],
        [641, 3694, 2062, 746, 0, 7143],
        [592, None, 329, None, 1440, 3898],
        [57, None, 946, None, 2027, 4281],
        [78, 0, 890, 1719, 1743, 4430],
        [1448, 4353, 4281, 4847, 5210, 20139],
    ],
}

audit = sdc.perform(None, "audit", table=TABLE)
for cell in audit.result.cells:
    if cell.lower != cell.upper:
        print(cell.coordinates, "between", cell.lower, "and", cell.upper)
print("Verdict:", audit.verdict.grade.value)
