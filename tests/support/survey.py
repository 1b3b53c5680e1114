"""A survey as officers get it: Windows-1252, semicolons, decimal commas, leading zeros, missing values."""

import random
from pathlib import Path

RECORDS = 120
_FIRST = ("Anna", "José", "Zoë", "Jörg", "Hélène", "Bob")
_LAST = ("Müller", "Ångström", "García", "Weiß", "Dupré", "Smith")
_LEVELS = "single;alone;*\r\nmarried;together;*\r\ndivorced;alone;*\r\nwidowed;alone;*\r\n"  # as ARX writes


def write_survey(folder: Path) -> Path:
    """Write `survey.csv` and the levels of its status, `status.csv`, into a folder; the survey's path."""
    chance = random.Random(7)
    lines = ["name;place;born;status;income;disease"]
    for _ in range(RECORDS):
        record = (
            f"{chance.choice(_FIRST)} {chance.choice(_LAST)}",
            chance.choice(("007", "012", "110")),
            str(chance.randint(1961, 1990)),
            chance.choice(("single", "married", "divorced", "widowed")),
            "" if chance.random() < 0.1 else f"{chance.uniform(900, 6000):.2f}".replace(".", ","),
            chance.choice(("flu", "asthma", "none", "")),
        )
        lines.append(";".join(record))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "survey.csv"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode("cp1252"))
    (folder / "status.csv").write_bytes(_LEVELS.encode("ascii"))
    return path
