"""The engine: numbers in, frozen results out. No Qt, no sentences, no project.

The door is :mod:`sdc_desktop.engine.run`; everything a plan can say is in :mod:`sdc_desktop.engine.plan`.
"""

from sdc_desktop import __version__

ENGINE_VERSION = __version__

__all__ = ["ENGINE_VERSION"]
