"""A catalogue reads what it is asked for, and nothing before."""

import subprocess
import sys

CODE = """
import sys
from phoneworld import open_catalogue

def loaded(*names):
    return sorted(name for name in sys.modules if name.startswith(names))

catalogue = open_catalogue()
assert not loaded("phoneworld.apps.", "phoneworld.cross_app.", "phoneworld.reconstruction")
assert catalogue.apps
assert not loaded("phoneworld.cross_app.", "phoneworld.apps.contacts.tasks")
assert "contacts.add" in catalogue.templates
assert not loaded("phoneworld.reconstruction"), "no folder was named"
"""


def test_parts_are_read_when_they_are_asked_for() -> None:
    subprocess.run([sys.executable, "-c", CODE], check=True)
