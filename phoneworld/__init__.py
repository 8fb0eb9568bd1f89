"""PhoneWorld: a virtual Android phone with runnable apps, and tasks that check themselves.

catalogue = open_catalogue()            # the built-in apps and tasks, or with folders of others
workshop = catalogue.workshop()
trial = Trial(workshop, catalogue.task("contacts.add#7"))
screen = trial.observe()                # what is on the phone
trial.act(OpenApp("Contacts"), screen)  # what is done with it
trial.judge()                           # whether that solved the task
"""

from phoneworld.address import open_device
from phoneworld.catalogue import Catalogue, Split, Splits, open_catalogue
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.realism import OFF, Realism, at_level
from phoneworld.tasks.names import TaskName, parse_task_name
from phoneworld.tasks.starts import Start
from phoneworld.tasks.template import Kind, Level, Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.tasks.wordings import WordingSet
from phoneworld.workshop import Workshop

__all__ = [
    "OFF",
    "Catalogue",
    "Kind",
    "Level",
    "Phone",
    "PhoneDevice",
    "Realism",
    "Split",
    "Splits",
    "Start",
    "Task",
    "TaskName",
    "Template",
    "Trial",
    "WordingSet",
    "Workshop",
    "at_level",
    "open_catalogue",
    "open_device",
    "parse_task_name",
]
