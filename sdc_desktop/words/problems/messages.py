"""What each problem says: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.problems import (
    cae,
    cell_keys,
    csv,
    formats,
    methods,
    microdata,
    next_file,
    outputs,
    persons,
    plan,
    prepare,
    private_tables,
    program,
    r_files,
    release,
    site,
    tables,
    utility,
)

MESSAGES: Mapping[str, tuple[str, str]] = {
    **cae.MESSAGES,
    **cell_keys.MESSAGES,
    **csv.MESSAGES,
    **formats.MESSAGES,
    **methods.MESSAGES,
    **microdata.MESSAGES,
    **next_file.MESSAGES,
    **outputs.MESSAGES,
    **persons.MESSAGES,
    **plan.MESSAGES,
    **prepare.MESSAGES,
    **private_tables.MESSAGES,
    **program.MESSAGES,
    **r_files.MESSAGES,
    **release.MESSAGES,
    **site.MESSAGES,
    **tables.MESSAGES,
    **utility.MESSAGES,
}
