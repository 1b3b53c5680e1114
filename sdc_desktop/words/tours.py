"""The guided demos: what is said at each step, what it points at, and when it has been done.

A step names its place in the window as a path of parts, for instance ``data_panel.variables``; ``page`` is
the page that a tab has made by then. It is done

- ``read``: once one goes on;
- ``plan KEY``: when the params KEY of the plan's jobs are no longer what they were at the beginning;
- ``selected PLACE``: when something is selected in the list or table there;
- ``shown PLACE``: when the part there is looked at;
- ``clicked PLACE``: when the button there has been pressed;
- ``undone``: when a step has been taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sdc_desktop.words.words import N_


@dataclass(frozen=True)
class TourStep:
    """One step: its title and text (messages), its place, and when it is done."""

    title: str
    text: str
    place: str
    done: str = "read"


_VARIABLES = "data_panel.variables"
_PATIENTS = "microdata_place.page"
_TABLE = "tables_place.page"
_CURVE = "cae_place.page"
_QUEUE = "release_place.page"

TOURS: Mapping[str, tuple[TourStep, ...]] = MappingProxyType(
    {
        "patients": (
            TourStep(
                N_("Look at what was found"),
                N_(
                    "Sixty made-up patients. Year of birth (yob) and marital status (ms) could lead to a "
                    "person; the disease is what nobody should learn. Select a variable in the list."
                ),
                _VARIABLES,
                "selected data_panel.variables.table",
            ),
            TourStep(
                N_("Read the verdict"),
                N_(
                    "The sentence at the top says whether somebody can still be singled out. As the file "
                    "was, 26 patients were the only ones with their year and status."
                ),
                f"{_PATIENTS}.verdict",
            ),
            TourStep(
                N_("Say what counts more"),
                N_(
                    "Move the slider towards private, and then back. The points at the right follow: the "
                    "cross is the balance asked for, the filled point what is released."
                ),
                f"{_PATIENTS}.form.alpha_slider",
                "plan alpha",
            ),
            TourStep(
                N_("Share out points"),
                N_(
                    "What is a variable worth to the users of the file, and what to an intruder? Move a "
                    "slider on a card; the other variable gives or takes, for all share 100 points."
                ),
                f"{_PATIENTS}.form.area",
                "plan user_points intruder_points",
            ),
            TourStep(
                N_("Ask for the risk"),
                N_(
                    "Beneath the answer stands the evidence. Turn to its page Risk: it tells the chance of a "
                    "right guess before and after."
                ),
                f"{_PATIENTS}.answer.evidence.tabs",
                f"shown {_PATIENTS}.answer.evidence.risk",
            ),
            TourStep(
                N_("Take a step back"),
                N_(
                    "Everything you decide is one step of the history. Press Ctrl+Z, or choose Undo in the "
                    "menu Edit: the step before is back, and nothing is lost."
                ),
                "status",
                "undone",
            ),
            TourStep(
                N_("Write the protected file"),
                N_(
                    "Press the button. You are shown what will be written and may still close the dialog. "
                    "The original is never touched."
                ),
                f"{_PATIENTS}.exports.write_button",
                f"clicked {_PATIENTS}.exports.write_button",
            ),
        ),
        "enterprises": (
            TourStep(
                N_("Look at the table"),
                N_(
                    "Turnover of made-up enterprises by activity and region. Cells marked p are unsafe by a "
                    "rule; those marked s are left out so that nobody can work the others back."
                ),
                f"{_TABLE}.answer.cells",
                f"shown {_TABLE}.answer.cells",
            ),
            TourStep(
                N_("Read the verdict"),
                N_("It speaks of a safe table only after every suppressed cell has been audited."),
                f"{_TABLE}.verdict",
            ),
            TourStep(
                N_("Ask why a cell is hidden"),
                N_(
                    "Select a cell marked p or s. The panel Why names the rule or the cells it protects, and "
                    "between which values an intruder knows it to lie."
                ),
                f"{_TABLE}.answer.cells.table",
                f"selected {_TABLE}.answer.cells.table",
            ),
            TourStep(
                N_("Change a rule"),
                N_(
                    "Ask for at least 4 contributors in place of 3, or change the percentage. The number of "
                    "unsafe cells follows at once."
                ),
                f"{_TABLE}.question.table.rules",
                "plan rules",
            ),
            TourStep(
                N_("Protect it anew"),
                N_(
                    "Press the button at the lower left. The cheapest choice of cells is searched, proven, "
                    "and audited."
                ),
                f"{_TABLE}.question.table.run",
                f"clicked {_TABLE}.question.table.run",
            ),
            TourStep(
                N_("Look at the evidence"),
                N_(
                    "Beneath the table stand the unsafe cells with their reasons, and the interval that an "
                    "intruder can derive for each cell, beside what the rule asks for."
                ),
                f"{_TABLE}.evidence.tabs",
                f"shown {_TABLE}.evidence.intervals",
            ),
        ),
        "salaries": (
            TourStep(
                N_("Look at what was found"),
                N_(
                    "2,500 made-up people. Their salary is confidential; age, sex, education and the rest "
                    "may be known to somebody. Select a variable in the list."
                ),
                _VARIABLES,
                "selected data_panel.variables.table",
            ),
            TourStep(
                N_("Read the curve"),
                N_(
                    "It falls from left to right: the less exact an intruder wants the salary, the less is "
                    "left to find out. Point at it to read it in words."
                ),
                f"{_CURVE}.curve.figure",
                f"shown {_CURVE}.curve.figure",
            ),
            TourStep(
                N_("Change what is known"),
                N_("Tick one more variable, or take one away. The curve of all cases moves down or up."),
                f"{_CURVE}.question.curve.known",
                "plan known",
            ),
            TourStep(
                N_("Find the most exposed"),
                N_(
                    "Beneath the curve the cases are listed with the most exposed first. Select one: its "
                    "curve is drawn beside the mean."
                ),
                f"{_CURVE}.curve.table",
                f"selected {_CURVE}.curve.table",
            ),
            TourStep(
                N_("Turn to the experiments"),
                N_(
                    "Choose the experiment on sampling or noise above the question: what would be left to an "
                    "intruder if only a sample went out?"
                ),
                f"{_CURVE}.question.way",
                f"shown {_CURVE}.question.experiment",
            ),
            TourStep(
                N_("Write the report"),
                N_("The report tells what was done, in words and figures. You may close the dialog again."),
                f"{_CURVE}.report",
                f"clicked {_CURVE}.report.report_button",
            ),
        ),
        "soldiers": (
            TourStep(
                N_("Look at the question"),
                N_(
                    "Records of 10,000 made-up soldiers go out one at a time. Whoever collects them sees the "
                    "ages at each location; where these stand out, something is told."
                ),
                f"{_QUEUE}.question.form",
                f"shown {_QUEUE}.question.form",
            ),
            TourStep(
                N_("Choose how strict"),
                N_(
                    "Significance says how early a test objects: a larger one protects more and lets less "
                    "out. Change it, or switch a test off."
                ),
                f"{_QUEUE}.question.form.alpha",
                "plan alpha tests",
            ),
            TourStep(
                N_("Run the simulation"),
                N_("Press the button: the records are asked for in random orders, and each is tested."),
                f"{_QUEUE}.question.run",
                f"clicked {_QUEUE}.question.run",
            ),
            TourStep(
                N_("Play an order"),
                N_(
                    "Press Play, or Step. Each panel shows a test's statistic against its critical value as "
                    "records go out; a record that would cross it has to wait."
                ),
                f"{_QUEUE}.simulation.player",
                f"shown {_QUEUE}.simulation.player",
            ),
            TourStep(
                N_("Compare the distributions"),
                N_("Turn to Distributions: what is out of each location, as bars, against the baseline."),
                f"{_QUEUE}.simulation.tabs",
                f"shown {_QUEUE}.simulation.distribution_view",
            ),
            TourStep(
                N_("Write the report"),
                N_("The report tells which tests were held, and how many records each let out."),
                f"{_QUEUE}.report",
                f"clicked {_QUEUE}.report.report_button",
            ),
        ),
    }
)
