"""Sentences. The engine, the project and the report model speak in codes and figures; here they become words.

No Qt. The window, the batch command and the report all use the same :class:`Words`, so that their texts are
equal. Catalogues are gettext's; English is the source. Messages have named placeholders, never f-strings.
"""

from sdc_desktop.words.words import N_, Words

__all__ = ["N_", "Words"]
