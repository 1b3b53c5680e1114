"""The main window as its menus and pages see it."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from sdc_desktop.ui.dialogs.help import HelpCommand
from sdc_desktop.ui.dialogs.questions import AboutCommand
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.panels.data_panel import DataPanel
from sdc_desktop.ui.project.data_reader import Loading
from sdc_desktop.ui.project.file_commands import FileCommands
from sdc_desktop.ui.project.next_file import NextFile
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import Settings
from sdc_desktop.ui.shell.actions import StepNames
from sdc_desktop.ui.shell.language_choice import LanguageChoice
from sdc_desktop.ui.shell.side_docks import SideDocks
from sdc_desktop.ui.shell.status_bar import StatusBar
from sdc_desktop.ui.shell.tab_places import TabPlace
from sdc_desktop.ui.shell.temporary_folder import Spilling
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.banner import Banner
from sdc_desktop.ui.widgets.guide_search import GuideSearch
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words


class Shell(QMainWindow):
    """Parts and commands that a main window offers, without the code that makes them."""

    settings: Settings
    theme: Theme
    words: Words
    jobs: JobManager
    controller: ProjectController
    files: FileCommands
    next_file: NextFile
    loading: Loading
    banner: Banner
    spilling: Spilling
    data_panel: DataPanel
    why: WhyPanel
    side_docks: SideDocks
    status: StatusBar

    microdata_place: TabPlace  # these are made by `add_tabs`
    tables_place: TabPlace
    cae_place: TabPlace
    release_place: TabPlace
    recent_menu: QMenu  # and these by `build_menus`
    step_names: StepNames
    language: LanguageChoice
    about_command: AboutCommand
    help_command: HelpCommand
    guide_search: GuideSearch

    show_report_details: Callable[[], None]
    find_variable: Callable[[], None]
    go_to_record: Callable[[], None]
    choose_theme: Callable[[QAction], None]
    reset_layout: Callable[[], None]
    next_pane: Callable[[], None]
    previous_pane: Callable[[], None]
    prepare_records: Callable[[], None]
    check_file: Callable[[], None]
    audit_table: Callable[[], None]
    open_patients: Callable[[], None]
    open_table_demo: Callable[[], None]
    open_salaries: Callable[[], None]
    open_release_demo: Callable[[], None]
    choose_roles: Callable[[], None]
    show_record: Callable[[int], None]
    show_curves: Callable[[], None]
