"""A release killed at any moment: nothing that went out is forgotten, nothing is counted twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sdc_desktop.engine.output.ledger import read_ledger
from tests.support.release import resume

ROOT = Path(__file__).parents[3]
KILLS = 200

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed"),
]


def test_nothing_is_forgotten_and_nothing_counted_twice_over_200_kills(tmp_path) -> None:
    chance = random.Random(1)
    torn = 0
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]]),
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", "tests.support.killed_release"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as starter:
        log, acks = tmp_path / "release.log", tmp_path / "acks"
        for kill in range(KILLS):
            if kill % 40 == 0:  # a new release now and then, so that beginnings are hit as well
                log, acks = tmp_path / f"release-{kill}.log", tmp_path / f"acks-{kill}"
                acks.touch()
            starter.stdin.write(f"{log}\t{acks}\t{kill}\n")
            starter.stdin.flush()
            child = int(starter.stdout.readline())
            time.sleep(chance.uniform(0, 0.05) if kill % 40 else chance.uniform(0, 0.005))
            os.kill(child, signal.SIGKILL)
            assert starter.stdout.readline() == "ended\n"
            if log.exists():
                torn += not log.read_bytes().endswith(b"\n")
                verify(log, acks)
        starter.stdin.close()
    assert torn > 0, "no kill hit a line while it was written"
    assert starter.returncode == 0


def verify(log: Path, acks: Path) -> None:
    """The log holds all that was told, in the order it was told, and each record once."""
    (_, *entries), _ = read_ledger(log)
    logged = [f"{entry['key']} {','.join(key for step in entry['out'] for key in step)}" for entry in entries]
    shown = acks.read_text().splitlines()
    assert [line for line in logged if line in set(shown)] == shown
    assert len(set(logged)) == len(logged)
    live = resume(log)
    released, waiting = live.released(), live.waiting()
    assert len({request.key for request in (*released, *waiting)}) == len(released) + len(waiting)
    assert len(entries) == len(released) + len(waiting)
    assert live.counts().sum() == len(released)
    assert {key for line in shown for key in line.split()[1:] for key in key.split(",")} <= {
        request.key for request in released
    }
    live.close()
