"""Messages of the window about exported perturbation tables."""

from sdc_desktop.words.words import N_, Words, whole


def exported_line(name: str, rows: int, words: Words) -> str:
    """That a perturbation table was exported."""
    return words.say(N_("Exported: {name}, {rows} rows."), name=name, rows=whole(rows))
