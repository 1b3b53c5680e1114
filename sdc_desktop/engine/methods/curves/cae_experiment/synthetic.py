"""A made-up survey with the attributes of the source's data, for trying and showing experiments.

Alfalayleh & Brankovic 2014, table 2: seven attributes of 2,500 records of the American Community Survey.
Here they are drawn, not observed: education depends on age, occupation on education and sex, industry on
occupation, and salary and travel time on the others.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.groups.block_columns import Integers

RECORDS = 2_500
CONFIDENTIAL = "salary"
DOMAINS: dict[str, Integers] = {
    "salary": np.arange(10, 251, 10),
    "age": np.arange(16, 85),
    "sex": np.arange(1, 3),
    "education": np.arange(1, 17),
    "industry": np.arange(1, 19),
    "occupation": np.arange(1, 26),
    "travel time": np.arange(1, 178),
}
ATTRIBUTES = tuple(name for name in DOMAINS if name != CONFIDENTIAL)


@dataclass(frozen=True)
class Survey:
    """Whole numbers (records,) of every attribute, by name."""

    columns: dict[str, Integers]


def survey(seed: int, records: int = RECORDS) -> Survey:
    """The survey drawn from `seed`."""
    chance = np.random.default_rng(seed)
    age = _drawn("age", 16 + 68 * chance.beta(1.8, 2.6, records))
    sex = 1 + chance.integers(0, 2, records)
    schooling = np.minimum((age - 12) / 1.4, 10.5)
    education = _drawn("education", schooling + chance.normal(0, 2.4, records))
    occupation = _drawn("occupation", 1.5 * education + 2 * (sex - 1.5) + chance.normal(0, 3.5, records))
    industry = _drawn("industry", 0.55 * occupation + chance.gamma(2, 1.6, records))
    experience = np.clip(age - 18 - 0.5 * education, 0, 40)
    level = 2.55 + 0.085 * education + 0.02 * occupation + 0.028 * experience - 0.0004 * experience**2
    salary = np.exp(level + 0.18 * (1.5 - sex) + chance.normal(0, 0.38, records))
    travel = np.exp(2.7 + 0.0025 * salary + 0.02 * industry + chance.normal(0, 0.7, records))
    return Survey(
        {
            "salary": 10 * np.clip(np.floor(salary / 10 + 0.5), 1, 25).astype(np.int64),
            "age": age,
            "sex": sex,
            "education": education,
            "industry": industry,
            "occupation": occupation,
            "travel time": _drawn("travel time", travel),
        }
    )


def _drawn(name: str, values: npt.NDArray[np.float64]) -> Integers:
    """Rounded into the domain of an attribute."""
    domain = DOMAINS[name]
    return np.clip(np.floor(values + 0.5), domain[0], domain[-1]).astype(np.int64)
