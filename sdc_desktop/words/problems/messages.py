"""What each problem says: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.problems.cae import CAE_MESSAGES
from sdc_desktop.words.problems.cell_keys import CELL_KEY_MESSAGES
from sdc_desktop.words.problems.csv import CSV_MESSAGES
from sdc_desktop.words.problems.formats import FORMAT_MESSAGES
from sdc_desktop.words.problems.methods import (
    ANOPI_MESSAGES,
    GENERALISE_MESSAGES,
    MICROAGGREGATION_MESSAGES,
    PERTURBATION_MESSAGES,
)
from sdc_desktop.words.problems.microdata import (
    MICRODATA_MESSAGES,
    RISK_MESSAGES,
    SCORE_MESSAGES,
)
from sdc_desktop.words.problems.next_file import NEXT_FILE_MESSAGES
from sdc_desktop.words.problems.outputs import OUTPUT_MESSAGES
from sdc_desktop.words.problems.persons import PERSONS_MESSAGES
from sdc_desktop.words.problems.plan import PLAN_MESSAGES
from sdc_desktop.words.problems.prepare import PREPARE_MESSAGES
from sdc_desktop.words.problems.private_tables import PRIVATE_TABLE_MESSAGES
from sdc_desktop.words.problems.program import (
    LEDGER_MESSAGES,
    POLICY_MESSAGES,
    PROGRAM_MESSAGES,
    SECRET_MESSAGES,
)
from sdc_desktop.words.problems.release import RELEASE_MESSAGES
from sdc_desktop.words.problems.site import SITE_MESSAGES
from sdc_desktop.words.problems.tables import TABLE_MESSAGES
from sdc_desktop.words.problems.utility import UTILITY_MESSAGES

MESSAGES: Mapping[str, tuple[str, str]] = {
    **ANOPI_MESSAGES,
    **CAE_MESSAGES,
    **CELL_KEY_MESSAGES,
    **CSV_MESSAGES,
    **FORMAT_MESSAGES,
    **GENERALISE_MESSAGES,
    **LEDGER_MESSAGES,
    **MICROAGGREGATION_MESSAGES,
    **MICRODATA_MESSAGES,
    **NEXT_FILE_MESSAGES,
    **OUTPUT_MESSAGES,
    **PERTURBATION_MESSAGES,
    **PERSONS_MESSAGES,
    **PLAN_MESSAGES,
    **POLICY_MESSAGES,
    **PREPARE_MESSAGES,
    **PRIVATE_TABLE_MESSAGES,
    **PROGRAM_MESSAGES,
    **TABLE_MESSAGES,
    **RELEASE_MESSAGES,
    **RISK_MESSAGES,
    **SCORE_MESSAGES,
    **SECRET_MESSAGES,
    **SITE_MESSAGES,
    **UTILITY_MESSAGES,
}
