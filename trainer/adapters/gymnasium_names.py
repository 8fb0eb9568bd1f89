"""The names that Gymnasium makes our environments by. Importing this module registers them, as Gymnasium has it.

    import trainer.adapters.gymnasium_names
    gymnasium.make("phoneworld/Train-v0")           tasks of a split: Train, Validation, Test
    gymnasium.make("phoneworld/contacts.add-v0")    tasks of a template
    gymnasium.make("phoneworld/Task-v0", ...)       whatever `task`, `split` and `folders` say

`gymnasium.make("trainer.adapters.gymnasium_names:phoneworld/Train-v0")` imports it by itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from gymnasium.envs.registration import register

from phoneworld import Split
from trainer.adapters.session import open_trials

_ENTRY = "trainer.adapters.gymnasium_env:PhoneWorldEnv"


def register_environments(templates: Iterable[str]) -> None:
    """Name the environments: one for each split and template, and one for all else."""
    register("phoneworld/Task-v0", entry_point=_ENTRY)
    for split in Split:
        name = f"phoneworld/{split.value.capitalize()}-v0"
        register(name, entry_point=_ENTRY, kwargs={"split": split.value})
    for template in templates:
        register(f"phoneworld/{template}-v0", entry_point=_ENTRY, kwargs={"task": template})


# The one thing that runs at import here: Gymnasium knows no other way to learn names.
register_environments(open_trials().catalogue.templates)
