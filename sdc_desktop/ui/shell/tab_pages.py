"""The tabs of the window: how the page of each is made, and what it asks of the window."""

from functools import partial
from types import ModuleType

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods import curves, release, tables
from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.shell.shell import Shell
from sdc_desktop.ui.shell.tab_places import TabPlaces
from sdc_desktop.words import N_


def add_tabs(window: Shell) -> TabPlaces:
    """The tabs, with a place for each page. The places become attributes of the window."""
    say = window.words.say
    tabs = TabPlaces(window.loading, window.words)
    window.microdata_place = tabs.add(
        say(N_("Microdata")), "microdata", partial(_microdata_page, window), at_once=True
    )
    window.tables_place = tabs.add(say(N_("Tables")), "tables", partial(_tables_page, window), _kinds(tables))
    window.cae_place = tabs.add(
        say(N_("Risk curves")), CAE.kind, partial(_risk_curves_page, window), _kinds(curves)
    )
    window.release_place = tabs.add(
        say(N_("Release queue")), RELEASE.kind, partial(_release_page, window), _kinds(release)
    )
    return tabs


def _kinds(family: ModuleType) -> tuple[str, ...]:
    return tuple(method.kind for method in family.METHODS)


def _microdata_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.microdata.page import MicrodataPage

    page = MicrodataPage(window.controller, window.jobs, window.words, window.why, place)
    page.open_data_wanted.connect(window.files.open_data)
    page.variables_wanted.connect(window.choose_roles)
    page.record_wanted.connect(window.show_record)
    return page


def _tables_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.tables.page import TablesPage

    page = TablesPage(window.controller, window.jobs, window.words, window.why, place)
    page.open_data_wanted.connect(window.files.open_data)
    page.curve_wanted.connect(window.show_curves)
    return page


def _risk_curves_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage

    page = RiskCurvesPage(window.controller, window.jobs, window.words, place)
    page.open_data_wanted.connect(window.files.open_data)
    page.record_wanted.connect(window.show_record)
    return page


def _release_page(window: Shell, place: QWidget) -> QWidget:
    from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage

    page = ReleaseQueuePage(window.controller, window.jobs, window.words, place)
    page.open_data_wanted.connect(window.files.open_data)
    return page
