"""Navigation tasks: every screen, switch, choice and value that walking through the apps has found.

`places.json` is what `phoneworld navigation` wrote: which taps lead where, and what of the phone's data a
tap changes. Templates are made of it without walking, so that they are quick to load. They are no part
of the other templates: whoever wants them asks for the kind `navigation`.
"""

from phoneworld.navigation.templates import navigation_templates
from phoneworld.navigation.wordings import navigation_wordings

__all__ = ["navigation_templates", "navigation_wordings"]
