"""The faults found in a delimited file: the first of each kind with their places, the rest counted."""

from sdc_desktop.engine.problems import Param, Place, Problem, error

LISTED = 20  # faults of one kind that are told one by one


class Faults:
    """Collects the faults of one file."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._listed: dict[str, list[Problem]] = {}
        self._counts: dict[str, int] = {}

    def add(self, code: str, line: int | None = None, field: int | None = None, **params: Param) -> None:
        """Note a fault, on that physical line and in that field, both counted from 1."""
        self._counts[code] = self._counts.get(code, 0) + 1
        listed = self._listed.setdefault(code, [])
        if len(listed) < LISTED:
            listed.append(error(code, Place(file=self._shown, line=line, column=field), **params))

    def __bool__(self) -> bool:
        return bool(self._counts)

    def problems(self) -> tuple[Problem, ...]:
        """All of them by line; after the last listed of a kind, how many more of it there are."""
        found = [problem for listed in self._listed.values() for problem in listed]
        for code, listed in self._listed.items():
            rest = self._counts[code] - len(listed)
            if rest:
                last = listed[-1].where
                found.append(
                    error("csv.more", Place(file=self._shown), number=rest, line=last.line, kind=code)
                )
        return tuple(sorted(found, key=_order))


def _order(problem: Problem) -> tuple[int, int, int]:
    after = problem.code == "csv.more"
    line = problem.params["line"] if after else problem.where.line
    return (int(str(line or 0)), after, problem.where.column or 0)
