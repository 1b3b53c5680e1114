"""What is typed of a release: values with their shares, and tests with what must hold together."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.release.release import TESTS
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number

Entry = str | tuple[str, ...]


def shares_of(text: str) -> dict[str, Number]:
    """A name and a number a line; the number is what stands last. Raises :class:`Refused`."""
    told: dict[str, Number] = {}
    for line, entry in enumerate(text.splitlines(), start=1):
        if not entry.strip():
            continue
        name, _, last = entry.strip().replace(";", " ").rpartition("\t" if "\t" in entry else " ")
        try:
            share: Number = float(last.replace(",", "."))
        except ValueError:
            share = float("nan")
        if not name.strip() or share != share or name.strip() in told:
            raise Refused(error("release.share_line", Place(line=line), text=entry.strip()))
        told[name.strip()] = share
    return told


def shares_text(shares: Mapping[str, Number]) -> str:
    """The same as lines."""
    return "\n".join(f"{name}\t{share!r}" for name, share in shares.items())


def tests_of(ticked: Sequence[str], combination: str) -> tuple[Entry, ...]:
    """The runs of these tests: each by itself, all together, or both."""
    together: tuple[Entry, ...] = (tuple(ticked),) if len(ticked) > 1 else tuple(ticked)
    if combination == "all":
        return together
    return (*ticked, *together) if combination == "both" and len(ticked) > 1 else tuple(ticked)


def combination_of(tests: Sequence[Entry]) -> tuple[tuple[str, ...], str]:
    """The tests of these runs, and how they are combined."""
    runs = [(run.upper(),) if isinstance(run, str) else tuple(name.upper() for name in run) for run in tests]
    ticked = tuple(test for test in TESTS if any(test in run for run in runs))
    for combination in ("each", "all", "both"):
        made = [(run,) if isinstance(run, str) else run for run in tests_of(ticked, combination)]
        if sorted(map(sorted, made)) == sorted(map(sorted, runs)):
            return ticked, combination
    return ticked, "own"


def runs_text(tests: Sequence[Entry]) -> str:
    """Runs as they are typed: `MIS, KLD + CST`."""
    return ", ".join(run if isinstance(run, str) else " + ".join(run) for run in tests)


def runs_of(text: str) -> tuple[Entry, ...]:
    """What is typed as runs. Raises :class:`Refused` where a test is none of the four."""
    runs: list[Entry] = []
    for typed in text.replace(";", ",").split(","):
        names = tuple(name.strip().upper() for name in typed.split("+") if name.strip())
        strange = [name for name in names if name not in TESTS]
        if strange:
            raise Refused(
                [error("release.unknown_test", name=name, tests=", ".join(TESTS)) for name in strange]
            )
        if names:
            runs.append(names if len(names) > 1 else names[0])
    return tuple(runs)
