"""The guided demos: what is said at each step, what it points at, and when it has been done.

A step names its place in the window as a path of parts, for instance ``tables_place.page.verdict``; ``page``
is the page that a place has made by then. It is done

- ``read``: when the reader continues; - ``plan KEY``: when the params KEY of the plan's jobs are no longer
what they were at the beginning; - ``selected PLACE``: when something is selected in the list or table there;
- ``shown PLACE``: when the part there is visible; - ``clicked PLACE``: when the button there has been
pressed; - ``undone``: when a step has been undone.
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


_PATIENTS = "microdata_place.page"
_VARIABLES = f"{_PATIENTS}.data.variables"
_LIST = f"selected {_VARIABLES}.table"
_TABLE = "tables_place.page"
_CURVE = "cae_place.page"
_QUEUE = "release_place.page"
_OUTPUTS = "outputs_place.page"

TOURS: Mapping[str, tuple[TourStep, ...]] = MappingProxyType(
    {
        "patients": (
            TourStep(
                N_("Review the variables"),
                N_(
                    "Sixty fictitious patients. Year of birth (yob) and marital status (ms) are key "
                    "variables; the disease is sensitive. Select a variable in the list."
                ),
                _VARIABLES,
                _LIST,
            ),
            TourStep(
                N_("Read the verdict"),
                N_(
                    "The sentence at the top states whether unique records remain. In the original file, 26 "
                    "patients had a unique combination of year and status."
                ),
                f"{_PATIENTS}.verdict",
            ),
            TourStep(
                N_("Balance utility and privacy"),
                N_(
                    "Move the slider towards privacy, then back, and watch the charts in the middle: the "
                    "cross is the optimum for your settings, the filled point the level released."
                ),
                f"{_PATIENTS}.form.alpha_slider",
                "plan alpha",
            ),
            TourStep(
                N_("Distribute the points"),
                N_(
                    "Points state how important a variable is to users and how useful to an intruder. Move a "
                    "slider; the other variable adjusts, because all points add up to 100."
                ),
                f"{_PATIENTS}.form.area",
                "plan user_points intruder_points",
            ),
            TourStep(
                N_("Review the risk"),
                N_(
                    "Open the tab Risk above the charts. It shows the re-identification risk before and "
                    "after protection."
                ),
                f"{_PATIENTS}.step_tabs.bar",
                f"shown {_PATIENTS}.step_tabs.risk",
            ),
            TourStep(
                N_("Undo a change"),
                N_(
                    "Every decision is a change in the history. Press Ctrl+Z or choose Edit > Undo to "
                    "revert the last one. Nothing is lost."
                ),
                "status",
                "undone",
            ),
            TourStep(
                N_("Export the protected file"),
                N_(
                    "Choose the button. The card Release opens: review the checklist, then export. The "
                    "original is never changed."
                ),
                f"{_PATIENTS}.exports.write_button",
                f"clicked {_PATIENTS}.exports.write_button",
            ),
        ),
        "episodes": (
            TourStep(
                N_("Review the variables"),
                N_(
                    "3,000 fictitious episodes of 900 patients. The variable patient has the role person: it "
                    "states which episodes are of one patient. Select a variable in the list."
                ),
                _VARIABLES,
                _LIST,
            ),
            TourStep(
                N_("Read the verdict"),
                N_(
                    "What is protected is the patient: classes count patients, not episodes. Six episodes of "
                    "one patient are not a class of six."
                ),
                f"{_PATIENTS}.verdict",
            ),
            TourStep(
                N_("Raise the minimum class size"),
                N_(
                    "Patients in classes below this size are suppressed with all their episodes. Raise it, "
                    "and more patients are removed."
                ),
                f"{_PATIENTS}.levels.recode",
                "plan suppress_below",
            ),
            TourStep(
                N_("Review the risk"),
                N_("Open Risk. It shows the re-identification risk of patients before and after protection."),
                f"{_PATIENTS}.step_tabs.bar",
                f"shown {_PATIENTS}.step_tabs.risk",
            ),
            TourStep(
                N_("Undo a change"),
                N_("Press Ctrl+Z or choose Edit > Undo to revert the last change."),
                "status",
                "undone",
            ),
            TourStep(
                N_("Export the protected file"),
                N_("Choose the button. The card Release opens. The patient number is not exported."),
                f"{_PATIENTS}.exports.write_button",
                f"clicked {_PATIENTS}.exports.write_button",
            ),
        ),
        "enterprises": (
            TourStep(
                N_("Review the table"),
                N_(
                    "Turnover of made-up enterprises by activity and region. Cells marked p are unsafe by a "
                    "rule; those marked s are suppressed so that the others cannot be derived."
                ),
                f"{_TABLE}.answer.cells",
                f"shown {_TABLE}.answer.cells",
            ),
            TourStep(
                N_("Read the verdict"),
                N_("A table is called safe only after every suppressed cell has been audited."),
                f"{_TABLE}.verdict",
            ),
            TourStep(
                N_("Read why a cell is suppressed"),
                N_(
                    "Select a cell marked p or s. The panel Why names the rule or the cells it protects, and "
                    "the interval that an intruder can derive."
                ),
                f"{_TABLE}.answer.cells.table",
                f"selected {_TABLE}.answer.cells.table",
            ),
            TourStep(
                N_("Change a rule"),
                N_(
                    "Require at least 4 contributors instead of 3, or change the percentage. The number of "
                    "unsafe cells is updated at once."
                ),
                f"{_TABLE}.question.rules",
                "plan rules",
            ),
            TourStep(
                N_("Protect the table again"),
                N_(
                    "Press the button at the lower right. The cheapest suppression pattern is searched, "
                    "proven, and audited."
                ),
                f"{_TABLE}.question.run",
                f"clicked {_TABLE}.question.run",
            ),
            TourStep(
                N_("Review the details"),
                N_(
                    "The tab Unsafe cells has their reasons. The tab Intervals has what an intruder can "
                    "derive for each cell, beside what the rule requires. Open it."
                ),
                f"{_TABLE}.evidence",
                f"shown {_TABLE}.evidence.intervals",
            ),
        ),
        "salaries": (
            TourStep(
                N_("Review the variables"),
                N_(
                    "2,500 fictitious people. Salary is confidential; an intruder may know age, sex, "
                    "education and the other variables. Select a variable in the list."
                ),
                _VARIABLES,
                _LIST,
            ),
            TourStep(
                N_("Read the curve"),
                N_(
                    "The curve falls from left to right: the lower the precision an intruder needs, the less "
                    "uncertainty remains. Point at the curve to read its values."
                ),
                f"{_CURVE}.curve.figure",
                f"shown {_CURVE}.curve.figure",
            ),
            TourStep(
                N_("Change what is known"),
                N_("Tick one more variable, or remove one. The curve of all cases moves down or up."),
                f"{_CURVE}.question.curve.parts.known",
                "plan known",
            ),
            TourStep(
                N_("Find the most exposed"),
                N_(
                    "Open Cases, where the most exposed are first, and select one. Under Curve its curve is "
                    "drawn beside the mean."
                ),
                f"{_CURVE}.tabs",
                f"selected {_CURVE}.curve.table",
            ),
            TourStep(
                N_("Run an experiment"),
                N_(
                    "Choose the experiment sampling or noise addition in the list, and run it. It shows an "
                    "intruder's remaining uncertainty if only a sample is released."
                ),
                f"{_CURVE}.cards",
                f"shown {_CURVE}.experiment",
            ),
            TourStep(
                N_("Write the report"),
                N_("The report states what was done, in words and figures. You may close the dialog again."),
                f"{_CURVE}.report.report_button",
                f"clicked {_CURVE}.report.report_button",
            ),
        ),
        "soldiers": (
            TourStep(
                N_("Review the settings"),
                N_(
                    "The records of 10,000 fictitious soldiers are released one at a time. An observer sees "
                    "the ages at each location; an unusual age distribution reveals something about the "
                    "location."
                ),
                f"{_QUEUE}.question.form",
                f"shown {_QUEUE}.question.form",
            ),
            TourStep(
                N_("Choose the significance"),
                N_(
                    "Significance decides how soon a test fails: a larger one protects more and releases "
                    "less. Change it, or switch a test off."
                ),
                f"{_QUEUE}.question.form.parts.alpha",
                "plan alpha tests",
            ),
            TourStep(
                N_("Run the simulation"),
                N_("Press the button: the records are requested in random orders, and each is tested."),
                f"{_QUEUE}.question.run",
                f"clicked {_QUEUE}.question.run",
            ),
            TourStep(
                N_("Play an order"),
                N_(
                    "Choose Play or Step. Each panel shows a test statistic and its critical value as "
                    "records are released. A record that would exceed the critical value must wait."
                ),
                f"{_QUEUE}.simulation.player",
                f"shown {_QUEUE}.simulation.player",
            ),
            TourStep(
                N_("Compare the distributions"),
                N_(
                    "Open Distributions to compare the released records of each location (bars) with the "
                    "baseline (lines)."
                ),
                f"{_QUEUE}.simulation.tabs",
                f"shown {_QUEUE}.simulation.distribution_view",
            ),
            TourStep(
                N_("Write the report"),
                N_("The report lists the tests and the number of records released under each."),
                f"{_QUEUE}.report.report_button",
                f"clicked {_QUEUE}.report.report_button",
            ),
        ),
        "outputs": (
            TourStep(
                N_("Review the queue"),
                N_(
                    "A fictitious researcher submits four files. Every table in them was detected and has a "
                    "proposal. Select the table Households by area and tenure: it has no finding."
                ),
                f"{_OUTPUTS}.queue.table",
                f"selected {_OUTPUTS}.queue.table",
            ),
            TourStep(
                N_("Release a safe table"),
                N_("Press Release, or R in the queue. The next undecided item is selected."),
                f"{_OUTPUTS}.release",
                "plan decisions",
            ),
            TourStep(
                N_("Find a suppressed figure that can be derived"),
                N_(
                    "Select Persons by region and age. A ring marks the suppressed cell: its row and "
                    "column disclose it. Select the cell; Judgement derives it."
                ),
                f"{_OUTPUTS}.centre.sheet",
                f"selected {_OUTPUTS}.centre.sheet",
            ),
            TourStep(
                N_("Read the counts behind percentages"),
                N_(
                    "Select training.csv and open Counts behind. One per cent of 198 persons are two "
                    "persons: the percentage needs a change."
                ),
                f"{_OUTPUTS}.middle.tabs",
                f"shown {_OUTPUTS}.evidence.counts",
            ),
            TourStep(
                N_("Compare two versions of a table"),
                N_(
                    "persons_revised.csv omits four persons. Each table is safe alone; their difference "
                    "describes these four. Open Other tables."
                ),
                f"{_OUTPUTS}.middle.tabs",
                f"shown {_OUTPUTS}.evidence.earlier",
            ),
            TourStep(
                N_("Review hidden content of a file"),
                N_(
                    "Select a table of tables.xlsx and open Carried by the file: a hidden sheet holds "
                    "records. Such a file is refused, or its released tables are written again without it."
                ),
                f"{_OUTPUTS}.middle.tabs",
                f"shown {_OUTPUTS}.evidence.carried",
            ),
            TourStep(
                N_("Request changes, write the package"),
                N_(
                    "Request to the researcher names places and remedies without any unsafe figure. Once all "
                    "is decided and a second person has approved, Write package releases only what was "
                    "approved. It needs a ledger: see Rules."
                ),
                f"{_OUTPUTS}.package_button",
            ),
        ),
    }
)
