"""What the problems of files of R say: code -> (what happened, what to do). Sorted by code."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

MESSAGES: Mapping[str, tuple[str, str]] = {
    "r.as_numbers": (
        N_("variables of a class that is not known were read as their numbers ({number}): {listed}"),
        N_("convert them with as.character or as.Date in R if you need what R shows"),
    ),
    "r.infinite": (
        N_("infinite numbers were read as missing, in {number} {number:variable|variables}: {listed}"),
        N_("replace them in R if they mean something else"),
    ),
    "r.left_out": (
        N_("other objects of the file are not data frames and were not read ({number}): {listed}"),
        N_("convert them with as.data.frame in R if you need them"),
    ),
    "r.longs_as_text": (
        N_("R's text format does not keep negative whole numbers of 64 bits"),
        N_("save the file again with saveRDS in R, without ascii"),
    ),
    "r.no_frame": (
        N_("the file has no data frame, but {listed}"),
        N_("save one in R, as in saveRDS(as.data.frame(x), file), and open that file"),
    ),
    "r.no_object": (
        N_("the file has no data frame called {name}; it has {names}"),
        N_("name one of these in the plan as data.sheet"),
    ),
    "r.row_names": (
        N_("the row names were read as a variable: {listed}"),
        N_("check its role: row names often identify records"),
    ),
    "r.row_numbers": (
        N_("the row names are numbers that do not count the records; they were not read"),
        N_("make them a variable in R if you need them"),
    ),
    "r.time_zone": (
        N_("dates with times were read in UTC, while R shows local time ({number}): {listed}"),
        N_("convert them with format in R for local time: its midnight may be the day before in UTC"),
    ),
    "r.too_deep": (
        N_("an object of the file is nested too deeply"),
        N_("save only the data frame, with saveRDS in R"),
    ),
    "r.too_many": (
        N_("the objects of the file have more than {most} parts, far more than its size declares"),
        N_("save only the data frame, with saveRDS in R"),
    ),
    "r.units": (
        N_("differences of times were read as numbers of their unit ({number}): {listed}"),
        N_("note the unit in the description of the file"),
    ),
    "r.unknown_vector": (
        N_("a vector is saved in a format of its own, {name} of the package {package}"),
        N_("save the data as CSV or Parquet, or copy its values in R before saving"),
    ),
    "r.version": (
        N_("the file is saved in version {number} of R's format; versions 2 and 3 can be read"),
        N_("save it again with saveRDS in a current R"),
    ),
}
