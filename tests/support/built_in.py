"""The built-in catalogue, read once for all tests of a process."""

from __future__ import annotations

from phoneworld import Catalogue, Template, open_catalogue
from trainer.data.trials import Trials

CATALOGUE: Catalogue = open_catalogue()
TRIALS = Trials(CATALOGUE)


def find_template(name: str) -> Template:
    """A built-in template."""
    return CATALOGUE.template(name)
