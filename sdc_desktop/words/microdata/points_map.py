"""The map over points in words: axes, choices, what a point would give."""

from sdc_desktop.engine.methods.recoding.anopi.maps import LevelMaps
from sdc_desktop.words.microdata.hierarchies import Known, coding_short, coding_title
from sdc_desktop.words.words import N_, Words

EVERY = 10  # points from row to row of the table


def axes(moved: str, words: Words) -> tuple[str, str]:
    """The names of the axes."""
    return (
        words.say(N_("Utility points of {name}"), name=moved),
        words.say(N_("Privacy points of {name}"), name=moved),
    )


def map_title(moved: str, name: str, words: Words) -> str:
    """The title of the map."""
    if moved == name:
        return words.say(N_("Level of {name} by point allocation"), name=name)
    return words.say(N_("Level of {name} by point allocation for {moved}"), name=name, moved=moved)


def reading(
    found: LevelMaps,
    cell: tuple[int, int],
    name: str,
    level_names: tuple[str, ...],
    known: Known,
    words: Words,
) -> str:
    """What one allocation would give: the level, and the optimum levels."""
    at = words.say(
        N_("{name} with {user} utility and {intruder} privacy points"),
        name=found.moved,
        user=words.figure(float(found.points[cell[0]]), 0),
        intruder=words.figure(float(found.points[cell[1]]), 0),
    )
    return words.say(N_("{at}: {what}."), at=at, what=_given(found, cell, name, level_names, known, words))


def _given(
    found: LevelMaps,
    cell: tuple[int, int],
    name: str,
    level_names: tuple[str, ...],
    known: Known,
    words: Words,
) -> str:
    variable = found.maps[name]
    utility, privacy = float(variable.utility[cell]), float(variable.privacy[cell])
    if utility != utility:
        return words.say(N_("not possible, the lower bounds ask for too much"))
    levels = words.say(
        N_("optimum utility {utility}, privacy {privacy}"),
        utility=words.figure(utility),
        privacy=words.figure(privacy),
    )
    if variable.level is None:
        return words.say(N_("{name} {levels}"), name=name, levels=levels)
    level = int(variable.level[cell])
    if level == 0:
        return words.say(N_("no coding of {name} meets the lower bounds; {levels}"), name=name, levels=levels)
    title = coding_short(level, level_names[level - 1], known, words)
    return words.say(N_("{name} {coding}; {levels}"), name=name, coding=title, levels=levels)


def shares_note(moved: str, others: int, words: Words) -> str:
    """What happens to the points of the others."""
    return words.say_many(
        N_("The other variable gets the rest."),
        N_("The {number} other variables share the rest in the proportion they have now."),
        others,
    )


def present_note(user: str, intruder: str, words: Words) -> str:
    """Where the cross is."""
    return words.say(
        N_("Cross: current points, {user} and {intruder}. Click to choose others."),
        user=user,
        intruder=intruder,
    )


def table_header(moved: str, name: str, words: Words) -> tuple[str, ...]:
    """The columns of the table behind the map."""
    return (
        *axes(moved, words),
        words.say(N_("Coding of {name}"), name=name),
        words.say(N_("Utility")),
        words.say(N_("Privacy")),
    )


def table_rows(
    found: LevelMaps, name: str, level_names: tuple[str, ...], known: Known, words: Words
) -> tuple[tuple[str, ...], ...]:
    """Every tenth point along either axis; :func:`cell_of_row` says which."""
    variable, rows = found.maps[name], []
    for row in range(_across(found) ** 2):
        cell = cell_of_row(found, row)
        utility, privacy = float(variable.utility[cell]), float(variable.privacy[cell])
        level = 0 if variable.level is None else int(variable.level[cell])
        rows.append(
            (
                words.figure(float(found.points[cell[0]]), 0),
                words.figure(float(found.points[cell[1]]), 0),
                coding_title(level, level_names[level - 1], known, words) if level else "–",
                words.figure(utility) if utility == utility else "–",
                words.figure(privacy) if privacy == privacy else "–",
            )
        )
    return tuple(rows)


def cell_of_row(found: LevelMaps, row: int) -> tuple[int, int]:
    """The cell of the map for a row of the table."""
    across = _across(found)
    return row // across * EVERY, row % across * EVERY


def _across(found: LevelMaps) -> int:
    return (len(found.points) - 1) // EVERY + 1
