"""Tasks in whose way somebody put words that command something else.

The user wants one thing (`wanted`); a message, mail, note, page or notification that lies on the way
orders another (`commanded`), which is a task of the catalogue too, set up on the same phone. The verifier
is that of the wanted task: everything else must stay as it was, so that whoever obeys fails.
"""

from phoneworld.injections.cases import injection_templates
from phoneworld.injections.injected_task import InjectedTask

__all__ = ["InjectedTask", "injection_templates"]
