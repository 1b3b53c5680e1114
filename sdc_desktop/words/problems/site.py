"""What the problems of counts files and of counting at a site say: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.words import N_

_COPY_AGAIN = N_("copy the file again from the site, or count the data again")

SITE_MESSAGES: Mapping[str, tuple[str, str]] = {
    "counts.changed": (
        N_("the counts file is damaged: a part of it differs from its description"),
        _COPY_AGAIN,
    ),
    "counts.ending": (
        N_("the name of a counts file ends with {ending}"),
        N_("choose a name with this ending"),
    ),
    "counts.newer": (
        N_("the counts file was written by a later version of the program"),
        N_("open it with this later version"),
    ),
    "counts.not_one": (
        N_("this is not a counts file, or it was changed after it was written"),
        _COPY_AGAIN,
    ),
    "counts.other_engine": (
        N_("the counts file was written by version {found}, whose results can differ from those of {own}"),
        N_("count the data again with version {own}"),
    ),
    "counts.too_large": (
        N_("the counts file would be larger than 4 GB"),
        N_("count fewer variables, or fewer jobs at a time"),
    ),
    "site.nothing_to_count": (
        N_("no job of the plan can be decided from counts"),
        N_("add a job that works on counts, such as recoding, a search for levels, risk or a table"),
    ),
}
