"""What a job is doing, for progress bars: step code -> words."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_, Words

STEPS: Mapping[str, str] = {
    "adjusting": N_("Adjusting the table"),
    "applying": N_("Recoding the records"),
    "comparing": N_("Comparing the techniques"),
    "comparing_records": N_("Comparing the records"),
    "copying": N_("Copying the files"),
    "correlating": N_("Comparing the correlations"),
    "bounding": N_("Finding what can be derived of each cell"),
    "auditing_contributors": N_("Finding what contributors can derive"),
    "bounding_cost": N_("Finding what suppression costs at least"),
    "choosing_cells": N_("Choosing cells to suppress"),
    "counting": N_("Counting the combinations"),
    "counting_persons": N_("Counting persons"),
    "counting_values": N_("Counting possible values"),
    "examining": N_("Examining what can be guessed of small counts"),
    "comparing_files": N_("Comparing the two files"),
    "fitting": N_("Fitting models"),
    "data.compare": N_("Comparing the file with the plan"),
    "data.levels": N_("Examining the variables"),
    "data.load": N_("Reading the file"),
    "counts.count": N_("Counting the combinations"),
    "counts.sample": N_("Picking the records of the sample"),
    "counts.compare": N_("Comparing the records with the counts file"),
    "counts.open": N_("Checking the counts file"),
    "curve": N_("Following the curve"),
    "deciding": N_("Weighing utility and privacy"),
    "deriving": N_("Finding how cells are disclosed"),
    "explaining": N_("Finding what protects what"),
    "grouping": N_("Forming groups of records"),
    "experimenting": N_("Releasing and assessing all records"),
    "preparing": N_("Preparing the records"),
    "proving_pattern": N_("Looking for a cheaper choice of cells"),
    "releasing": N_("Deciding on requests"),
    "linking": N_("Linking released records to their originals"),
    "fitting_the_model": N_("Fitting the population model"),
    "looking_for_uniques": N_("Looking for special uniques"),
    "recoding_locally": N_("Recoding the remaining records separately"),
    "reporting": N_("Writing the report"),
    "csv.load": N_("Loading the records"),
    "csv.scan": N_("Checking the file"),
    "csv.sniff": N_("Finding out how the file is written"),
    "rounding": N_("Rounding the table"),
    "proposing": N_("Searching protections"),
    "searching": N_("Searching the levels"),
    "suppressing": N_("Suppressing rare records"),
    "pairing": N_("Pairing households"),
    "auditing": N_("Auditing the protected file"),
    "drawing": N_("Drawing the noise"),
    "synthesising": N_("Drawing synthetic records"),
    "swapping": N_("Swapping values of near rank"),
    "writing": N_("Writing the protected file"),
    "reading_outputs": N_("Reading the outputs"),
    "judging_outputs": N_("Judging the outputs"),
}


def step_text(step: str, words: Words) -> str:
    """The step in words. Every step code of the engine has a text (a test checks it)."""
    return words.say(STEPS[step])


_SOON_MILLISECONDS = 1500  # before that, nothing can be said of the time remaining
_ENOUGH = 0.03  # of a job: the same


def remaining_text(fraction: float, elapsed: int, words: Words) -> str:
    """The time remaining, from the share done and the milliseconds since the start; empty if unknown."""
    if fraction < _ENOUGH or elapsed < _SOON_MILLISECONDS:
        return ""
    seconds = round(elapsed / 1000 * (1 - fraction) / fraction)
    if seconds < 90:
        return words.say_many(N_("about {number} second left"), N_("about {number} seconds left"), seconds)
    minutes = round(seconds / 60)
    return words.say_many(N_("about {number} minute left"), N_("about {number} minutes left"), minutes)
