"""A method is not finished until everything that belongs to it is there and has content.

Each check is a function that names what is missing; a defective twin of a method shows that it can fail.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import pytest
from pydantic import Field, TypeAdapter, ValidationError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.method import never
from sdc_desktop.engine.methods.perturbation.noise import NoiseParams
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import Plan, plan_from_json, read_plan, schema
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.setting import Settings, all_settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.settings import settings_of
from sdc_desktop.resources import resource_path
from sdc_desktop.sheets.blocks import Paragraph, Table, Verdict
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.simple import FileField
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words
from sdc_desktop.words.guide.pages import help_pages
from sdc_desktop.words.program.languages import words_in
from tests.support import every_kind
from tests.support.guide import WHOLE, faults_of_page
from tests.support.reports import section_of, subject_of, texts

WIDTH = 330  # pixels of the narrowest form
KINDS = sorted(METHODS)
DECLARED = [kind for kind in KINDS if issubclass(METHODS[kind].params, Settings)]
LANGUAGES = ("en", "de")
PAGES = {language: {page.name: page for page in help_pages(words_in(language))} for language in LANGUAGES}
TYPED = ("North = A + B", "7", "0.25", "3 5", "x; y", "Another text")
TABLE_TYPED = "\tx\ty\tTotal\na\t1\t2\t3\nb\t4\t5\t9\nTotal\t5\t7\t12"
VARIABLES = (*every_kind.HEAD, "trouble", "wage")  # those that steps make, too
PARAMS = {job.kind: job.params for job in plan_from_json(every_kind.plan_json()).jobs}
PARAMS["microaggregate"] = PARAMS["microaggregate"].model_copy(update={"blocks": (("born", "sex"),)})
each_kind = pytest.mark.parametrize("kind", KINDS)
each_declared = pytest.mark.parametrize("kind", DECLARED)
each_form = each_declared
each_language = pytest.mark.parametrize("language", LANGUAGES)
FOLLOW = {"dimensions": {"scenarios"}, "table": {"suppressed", "cells"}}  # what another value resets


# stages, schema, self-test ----------------------------------------------------------------------------


def test_plan_and_engine_know_the_same_kinds() -> None:
    assert set(schema()["properties"]["jobs"]["items"]["discriminator"]["mapping"]) == set(METHODS)


@each_kind
def test_a_kind_has_its_stages_and_says_what_it_draws(kind) -> None:
    method = METHODS[kind]
    stages = method.stages
    assert all(callable(stage) for stage in (stages.check, stages.counts, stages.decide, stages.apply))
    assert callable(chapter_of(kind).sections)
    assert method.chance or (method.draws is never and not method.simulates)


def faults_of_schema(described: Mapping[str, Any], params: type[Settings]) -> list[str]:
    """The keys of a class without their title and description in its JSON Schema."""
    own = described.get("$defs", {}).get(params.__name__, described)  # apart where the class holds itself
    keys = own.get("properties", {})
    return [
        key
        for key, setting in params.settings.items()
        if (shown := keys.get(params.model_fields[key].alias or key, {})).get("title") != setting.label
        or shown.get("description") != setting.help
    ]


@each_declared
def test_the_schema_of_plans_describes_every_setting(kind) -> None:
    for part in {part for _, part, _ in all_settings(METHODS[kind].params)}:
        assert faults_of_schema(part.model_json_schema(), part) == []


def faults_of_self_test(plan: Plan, kind: str) -> list[str]:
    """The kind, where no job of it comes to a result; raises what a run raises."""
    done = evaluate_plan(plan, resource_path("self_test"), JobContext()).jobs
    return [] if any(job.kind == kind and job.result is not None for job in done) else [kind]


@each_kind
def test_the_self_test_of_a_kind_runs(kind) -> None:
    assert faults_of_self_test(read_plan(resource_path("self_test", f"{kind}.sdcplan")), kind) == []


# guide ------------------------------------------------------------------------------------------------


@each_language
@each_kind
def test_the_page_of_a_kind_has_every_section_with_its_text(kind, language) -> None:
    params = METHODS[kind].params
    settings = [path for path, _, _ in all_settings(params)] if kind in DECLARED else ()
    assert faults_of_page(PAGES[language][kind], settings) == []


@each_language
@each_form
def test_the_fields_of_a_page_come_from_the_settings(kind, language) -> None:
    text = resource_path("help", language, f"{kind}.md").read_text(encoding="utf-8")
    assert f"\n{{fields {kind}}}\n" in text


# forms ------------------------------------------------------------------------------------------------


def choices_for(params: type[Settings]) -> Choices:
    """Variables for all settings that take any, of the records with a job of every kind, and their levels."""
    offered = dict.fromkeys((path for path, _, _ in all_settings(params)), every_kind.HEAD)
    return Choices(offered=offered, level_names=dict.fromkeys(every_kind.HEAD, ("as is", "half", "all")))


class Desk:
    """A form, and what it reports of one setting after another."""

    def __init__(self, form: SettingsForm, params: Settings) -> None:
        self.form, self.params = form, params
        self.reported: list[Mapping[str, Any]] = []
        self.files: list[str] = []
        form.changed.connect(self.reported.append)
        form.file_requested.connect(self.files.append)
        form.resize(WIDTH, 900)
        form.show()
        if form.more is not None:
            form.more.unfold()

    def faults_of(self, key: str, path: str) -> list[str]:
        """What is wrong with the field of a setting: it is not there, reports no other value, one that the
        key cannot have, or that of another key.
        """
        self.form.show_params(self.params, choices_for(type(self.params)))
        part = self.form.parts.get(path)
        if part is None:
            return [f"{path}: no field"]
        if isinstance(part, FileField):
            part.button.click()
            return [] if self.files[-1:] == [path] else [f"{path}: no file requested"]
        part.setVisible(True)
        setting, before = self.params.settings[key], getattr(self.params, key)
        for acts in acts_on(part):
            self.reported.clear()
            for act in acts:
                act()
            for one in filter(None, self.reported):
                if key not in one or not set(one) <= {key, *setting.beside, *FOLLOW.get(path, ())}:
                    return [f"{path}: reports {sorted(one)}"]
                if not is_valid(type(self.params), key, one[key]):
                    return [f"{path}: reports {one[key]!r}"]
            if any(one and one[key] != before for one in self.reported):
                return []
        return [f"{path}: reports nothing"]


def is_valid(params: type[Settings], key: str, value: object) -> bool:
    """Whether a key can have a value."""
    info = params.model_fields[key]
    try:
        TypeAdapter(Annotated[info.annotation, *info.metadata]).validate_python(value)
    except ValidationError:
        return False
    return True


def acts_on(part: QWidget) -> Iterator[list[Callable[[], object]]]:
    """What a user could do to an editor or to a field in it, until something is reported. A number is set to
    both its bounds.
    """
    for one in (part, *part.findChildren(QWidget)):
        acts: Iterable[Callable[[], object]] = ()
        if not one.isEnabled():
            continue
        if isinstance(one, QDoubleSpinBox):
            yield [partial(_set, one, number) for number in (one.maximum(), one.minimum())]
        elif isinstance(one, QComboBox):
            acts = (partial(_choose, one, row) for row in range(one.count()) if _can_choose(one, row))
        elif isinstance(one, QListWidget):
            acts = (partial(_tick, one, row) for row in range(one.count()))
        elif isinstance(one, QCheckBox):
            acts = (one.click,)
        elif isinstance(one, QPlainTextEdit) or (isinstance(one, QLineEdit) and _is_own(one)):
            acts = (partial(_type, one, text) for text in (*TYPED, TABLE_TYPED))
        elif isinstance(one, QPushButton) and one.menu() is None and not one.text().endswith("\u2026"):
            acts = (one.click,)  # it opens no dialog
        elif isinstance(one, QPushButton | QToolButton) and one.menu() is not None:
            acts = (action.trigger for action in one.menu().actions() if action.isEnabled())
        yield from ([act] for act in acts)


def _is_own(line: QLineEdit) -> bool:
    """Whether a line is not the inside of a number field or of a chooser."""
    return not isinstance(line.parentWidget(), QDoubleSpinBox | QComboBox)


def _set(field: Any, number: float) -> None:
    field.setValue(number)
    field.settle()


def _can_choose(chooser: QComboBox, row: int) -> bool:
    return row != chooser.currentIndex() and chooser.model().item(row).isEnabled()  # type: ignore[attr-defined]


def _choose(chooser: QComboBox, row: int) -> None:
    chooser.setCurrentIndex(row)
    chooser.activated.emit(row)


def _tick(names: QListWidget, row: int) -> None:
    item = names.item(row)
    is_on = item.checkState() is Qt.CheckState.Checked
    item.setCheckState(Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked)


def _type(field: Any, text: str) -> None:
    field.setPlainText(text) if isinstance(field, QPlainTextEdit) else field.setText(text)
    field.settle()


def faults_of_form(form: SettingsForm, params: Settings) -> list[str]:
    """What is wrong with the fields of a form, and whatever it has besides."""
    desk = Desk(form, params)
    paths = {
        key: type(params).model_fields[key].alias or key
        for key, setting in params.settings.items()
        if setting.place != "plan"
    }
    faults = [fault for key, path in paths.items() for fault in desk.faults_of(key, path)]
    beside = {one for setting in params.settings.values() for one in setting.beside}
    spare = {path for path in form.parts if "." not in path} - {*paths.values(), *beside, "secrets"}
    return faults + [f"{path}: not a setting" for path in sorted(spare)]


def cut_labels(form: SettingsForm) -> list[str]:
    """Labels of a form at its narrowest that are wider than their place, of those that wrap a word; summaries
    are whole in their tooltips.
    """
    labels = (one for one in form.findChildren(QLabel) if one.isVisible())
    whole = (one for one in labels if not (one.property("elided") and one.toolTip()))
    return [one.text() for one in whole if _needed(one) > one.width() + 1]


def _needed(label: QLabel) -> int:
    words = label.text().split() if label.wordWrap() else []
    longest = max((label.fontMetrics().horizontalAdvance(word) for word in words), default=0)
    return longest if label.wordWrap() else label.sizeHint().width()


@each_form
def test_the_form_of_a_kind_changes_every_setting_and_no_other(qtbot, kind) -> None:
    form = SettingsForm(METHODS[kind], Words())
    qtbot.addWidget(form)
    assert faults_of_form(form, PARAMS[kind]) == []


@each_language
@each_form
def test_the_form_of_a_kind_cuts_no_label(qtbot, qapp, kind, language) -> None:
    Theme(qapp, "light")  # its font decides
    form = SettingsForm(METHODS[kind], words_in(language))
    qtbot.addWidget(form)
    Desk(form, PARAMS[kind])
    assert form.minimumSizeHint().width() <= WIDTH
    qtbot.waitUntil(lambda: not cut_labels(form))  # fields find their place with the next events


# report -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("every")
    every_kind.write_data(folder)
    return evaluate_plan(plan_from_json(every_kind.plan_json()), folder, JobContext())


def chapters_of(kind: str, result, edition: str) -> dict[str, Section]:
    """By its name what the module tells of each job of a kind."""
    names = [job.name for job in result.opened.plan.jobs if job.kind == kind]
    return {name: section_of(result, name, edition) for name in names}


def faults_of_chapter(chapter: Section, name: str) -> list[str]:
    """What the section on a job lacks: its title, one verdict, what was done, its figures."""
    blocks = list(chapter.blocks)
    verdicts = [one for one in blocks if isinstance(one, Verdict) and one.text and one.mark_name]
    words = [one for one in blocks if isinstance(one, Paragraph) and len(one.text) > 25]
    rest = [one for one in blocks if one not in (*verdicts, *words)]
    found = {
        "title": chapter.title.endswith(f": {name}"),
        "verdict": len(verdicts) == 1,
        "words": bool(words),
        "figures": bool(rest),
        "braces": not any(re.search(r"\{\w*\}", text) for text in texts(tuple(blocks))),
    }
    return [what for what, is_there in found.items() if not is_there]


@pytest.mark.parametrize("edition", ["internal", "external"])
@each_kind
def test_the_chapter_of_a_kind_has_its_verdict_and_its_figures(result, kind, edition) -> None:
    chapters = chapters_of(kind, result, edition)
    assert chapters
    assert {name: faults for name, one in chapters.items() if (faults := faults_of_chapter(one, name))} == {}


@each_declared
def test_the_settings_of_a_kind_are_stated(result, kind) -> None:
    jobs = [job.name for job in result.opened.plan.jobs if job.kind == kind]
    assert any(settings_of(subject_of(result, name), Words()) for name in jobs)


def hidden(params: Settings) -> Iterator[tuple[str, list[str]]]:
    """Label and values of each setting whose values are not for the external edition; inside others too."""
    for key, setting in params.settings.items():
        value = getattr(params, key)
        if value in (None, (), {}):
            continue
        if setting.secrecy in ("internal", "internal_count", "counted", "secret"):
            yield ("" if setting.secrecy == "counted" else setting.label), list(leaves(value))
        else:
            for part in settings_in(value):
                yield from hidden(part)


def settings_in(value: object) -> Iterable[Settings]:
    """The settings within a value."""
    if isinstance(value, Settings):
        return (value,)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return [part for one in inside for part in settings_in(one)]


def leaves(value: Any) -> Iterator[str]:
    """The texts and numbers of a value, those of its parts too."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from (str(key), *leaves(one))
    elif isinstance(value, tuple | Settings):
        inside = value if isinstance(value, tuple) else [getattr(value, key) for key in value.settings]
        yield from (text for one in inside for text in leaves(one))
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def shown_values(params: Settings, blocks: Iterable[object]) -> list[str]:
    """Values that a chapter shows although they are hidden: those long enough not to be met by chance
    anywhere, the others in the row of their setting.
    """
    rows = {row[0]: row[1:] for one in blocks if isinstance(one, Table) for row in one.rows if len(row) > 1}
    text = " ".join(texts(tuple(blocks)))
    found: list[str] = []
    for label, values in hidden(params):
        found += [own for own in rows if label and own.rpartition(": ")[2] == label]
        known = (one for one in values if len(one.strip("0.")) > 4 and one not in VARIABLES)
        found += [one for one in known if re.search(rf"(?<![\w.]){re.escape(one)}(?![\w])", text)]
    return found


def shown_by_kind(result, edition: str) -> dict[str, list[str]]:
    """By kind with settings, the hidden values that the report shows of its jobs."""
    found: dict[str, list[str]] = {kind: [] for kind in DECLARED}
    for job in result.opened.plan.jobs:
        if job.kind in found:
            settings = settings_of(subject_of(result, job.name, edition), Words())
            table = Table("Settings", (), settings)
            blocks = (*section_of(result, job.name, edition).blocks, table)
            found[job.kind] += shown_values(job.params, blocks)
    return found


@each_declared
def test_no_hidden_value_is_in_the_external_edition(result, kind) -> None:
    assert shown_by_kind(result, "external")[kind] == []


def test_hidden_values_would_be_found(result) -> None:
    assert any(shown_by_kind(result, "internal").values())


# defective twins --------------------------------------------------------------------------------------


class Nothing(Settings):
    """The settings of a method with an empty form."""


class Unbounded(NoiseParams):
    """Noise with an amount that may be negative."""

    amount: Annotated[Number, Field(ge=-5, le=5), NoiseParams.settings["amount"]] = 0.1


class Long(Settings):
    """A setting with a label that no form has room for."""

    what: Annotated[bool, replace(NoiseParams.settings["amount"], label="A label " * 20, short="")] = False
    size: Annotated[int, replace(NoiseParams.settings["amount"], label="Long" * 40, short="")] = 0


NOISE = METHODS["noise"]


@pytest.fixture
def form_of(qtbot) -> Callable[[type[Settings]], SettingsForm]:
    def made(params: type[Settings]) -> SettingsForm:
        form = SettingsForm(replace(NOISE, params=params), Words())
        qtbot.addWidget(form)
        return form

    return made


def test_an_empty_form_fails(form_of) -> None:
    form = form_of(Nothing)
    form.show_params = lambda params, choices: None
    faults = faults_of_form(form, PARAMS["noise"])
    assert faults == [f"{key}: no field" for key in NoiseParams.settings]


def test_a_form_that_reports_nothing_fails(form_of) -> None:
    form = form_of(NoiseParams)
    form.blockSignals(True)
    assert "amount: reports nothing" in faults_of_form(form, PARAMS["noise"])


def test_a_form_without_the_bounds_of_a_key_fails(form_of) -> None:
    assert not is_valid(NoiseParams, "amount", -1)
    (fault,) = faults_of_form(form_of(Unbounded), PARAMS["noise"])
    assert fault.startswith("amount: reports -")


def test_a_form_that_reports_another_key_fails(form_of) -> None:
    form = form_of(NoiseParams)
    form.changed.connect(lambda values: values.update(method="correlated"))
    assert "amount: reports ['amount', 'method']" in faults_of_form(form, PARAMS["noise"])


def test_a_form_that_cuts_a_label_fails(form_of, qtbot) -> None:
    form = form_of(Long)
    Desk(form, Long())
    qtbot.wait(200)
    assert form.minimumSizeHint().width() > WIDTH or cut_labels(form)


def test_an_empty_page_and_one_without_a_text_fail() -> None:
    page, settings = PAGES["en"]["noise"], list(NoiseParams.settings)
    assert faults_of_page(replace(page, text="# Noise\n"), settings)
    assert faults_of_page(replace(page, text="# Noise\n" + "\n".join(f"## {one}" for one in WHOLE["en"])))
    for heading in WHOLE["en"]:
        head, _, rest = page.text.partition(f"## {heading}\n")
        tail = rest[rest.find("\n## ") + 1 :] if "\n## " in rest else ""
        assert faults_of_page(replace(page, text=f"{head}## {heading}\n\n{tail}"), settings)


def test_an_empty_chapter_and_one_without_a_part_fail(result) -> None:
    ((name, whole),) = chapters_of("noise", result, "internal").items()
    assert faults_of_chapter(replace(whole, blocks=()), name)
    assert faults_of_chapter(whole, "another") == ["title"]
    for what, kind in (("verdict", Verdict), ("words", Paragraph)):
        rest = replace(whole, blocks=tuple(b for b in whole.blocks if not isinstance(b, kind)))
        assert what in faults_of_chapter(rest, name)


def test_a_schema_and_a_self_test_without_the_method_fail() -> None:
    assert faults_of_schema({}, NoiseParams) == list(NoiseParams.settings)
    plan = read_plan(resource_path("self_test", "noise.sdcplan"))
    assert faults_of_self_test(plan.model_copy(update={"jobs": ()}), "noise") == ["noise"]
