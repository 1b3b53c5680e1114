"""Run in a process of its own: counts the plan of a folder and stops after the first joint was saved."""

import sys
from pathlib import Path

from sdc_desktop.engine.site import counting
from tests.support.site.counting import counted


def main(folder: Path) -> None:
    """Write a line when parts lie in the folder, then wait for one that never comes."""
    write = counting.write_joint

    def held(*arguments, **named):
        rows = write(*arguments, **named)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        return rows

    counting.write_joint = held
    counted(folder, folder / "c.sdccounts")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
