"""A risk curve: how uncertain an intruder remains about a salary, at every precision.

The intruder knows age and sex. H(0) is the uncertainty about the exact salary in bits (logarithm to base 2).
The area A under the curve sums it over all precisions.
"""

from pathlib import Path

import sdc_desktop.engine as sdc

DATA = Path(__file__).parents[2] / "resources" / "demo" / "salaries" / "salaries.csv"

people = sdc.read(DATA, keys=["age", "sex"], sensitive=["salary"], levels={"salary": "continuous"})
for known in (["age"], ["age", "sex"]):
    curve = sdc.perform(people, "cae", attribute="salary", known=known)
    figures = curve.to_frame().set_index("figure")["value"]
    heads = [name for name in figures.index if name.count(".") == 0]
    print("known:", known)
    print(figures[heads].to_string())
    print("Verdict:", curve.verdict.grade.value)
