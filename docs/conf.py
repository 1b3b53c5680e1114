"""Settings of Sphinx for the site of guide, library and examples, built by `dev.py docs` without a network.

Sphinx with MyST reads the guide's own Markdown; the reference of the library comes from its docstrings.
"""

from sdc_desktop import __version__

project = "SDC Desktop"
author = "The SDC Desktop developers"
project_copyright = author
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
root_doc = "index"
html_theme = "alabaster"
html_theme_options = {"description": "Statistical disclosure control on the desktop", "fixed_sidebar": True}
html_show_sourcelink = False
html_copy_source = False
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
default_role = "code"
nitpicky = False
suppress_warnings = ["ref.python", "myst.header"]  # terms of the glossary are headings of the third level
