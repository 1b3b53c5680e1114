"""Jobs that measure and make no records."""

from sdc_desktop.engine.problems import Place, Problem, error


def no_records() -> Problem:
    """Why there is nothing to write, or for another job to read."""
    return error("cae.no_records", Place(key="output"))
