"""What each problem says: code -> (what happened, what to do)."""

from collections.abc import Mapping

from sdc_desktop.words.problem_messages_cae import CAE_MESSAGES
from sdc_desktop.words.problem_messages_csv import CSV_MESSAGES
from sdc_desktop.words.problem_messages_formats import FORMAT_MESSAGES
from sdc_desktop.words.problem_messages_methods import (
    ANOPI_MESSAGES,
    GENERALISE_MESSAGES,
    MICROAGGREGATION_MESSAGES,
    PERTURBATION_MESSAGES,
)
from sdc_desktop.words.problem_messages_microdata import (
    MICRODATA_MESSAGES,
    PREPARE_MESSAGES,
    RISK_MESSAGES,
    SCORE_MESSAGES,
)
from sdc_desktop.words.problem_messages_next_file import NEXT_FILE_MESSAGES
from sdc_desktop.words.problem_messages_plan import PLAN_MESSAGES
from sdc_desktop.words.problem_messages_program import (
    LEDGER_MESSAGES,
    POLICY_MESSAGES,
    PROGRAM_MESSAGES,
    SECRET_MESSAGES,
)
from sdc_desktop.words.problem_messages_release import RELEASE_MESSAGES
from sdc_desktop.words.problem_messages_tables import TABLE_MESSAGES

MESSAGES: Mapping[str, tuple[str, str]] = {
    **ANOPI_MESSAGES,
    **CAE_MESSAGES,
    **CSV_MESSAGES,
    **FORMAT_MESSAGES,
    **GENERALISE_MESSAGES,
    **LEDGER_MESSAGES,
    **MICROAGGREGATION_MESSAGES,
    **MICRODATA_MESSAGES,
    **NEXT_FILE_MESSAGES,
    **PERTURBATION_MESSAGES,
    **PLAN_MESSAGES,
    **POLICY_MESSAGES,
    **PREPARE_MESSAGES,
    **PROGRAM_MESSAGES,
    **TABLE_MESSAGES,
    **RELEASE_MESSAGES,
    **RISK_MESSAGES,
    **SCORE_MESSAGES,
    **SECRET_MESSAGES,
}
