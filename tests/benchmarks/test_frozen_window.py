"""From the start of the frozen program's process to its first painted window. Wanted: at most 1.5 s.

On the screen that DISPLAY names, else on the offscreen platform. The program must have been made (dev.py
freeze); nothing is made here, for that takes minutes.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = "sdc-desktop-console.exe" if sys.platform == "win32" else "sdc-desktop"
PROGRAM = ROOT / "dist" / "sdc-desktop" / NAME


@pytest.mark.long
@pytest.mark.skipif(not PROGRAM.is_file(), reason="the program is not frozen: packaging/dev.py freeze")
def test_first_window_of_the_frozen_program(benchmark, tmp_path: Path) -> None:
    platform = "xcb" if os.environ.get("DISPLAY") else "offscreen"
    environment = os.environ | {"QT_QPA_PLATFORM": platform, "HOME": str(tmp_path)}
    waits: list[float] = []
    spent: list[float] = []

    def start() -> None:
        began = time.monotonic()  # of the machine, not of the process: both may be compared
        done = subprocess.run(
            [PROGRAM, "--first-window"], env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        painted, processor = map(float, done.stdout.split())
        waits.append(painted - began)
        spent.append(processor)

    benchmark.pedantic(start, rounds=5, warmup_rounds=1)
    benchmark.extra_info |= {
        "first_window": min(waits),
        "slowest": max(waits),
        "cpu": min(spent),
        "platform": platform,
    }
    took = f"{min(waits):.2f} to {max(waits):.2f} s, {min(spent):.2f} s CPU"
    print(f"\nfirst window of the frozen program after {took} ({platform})")
    assert len(waits) == 6
