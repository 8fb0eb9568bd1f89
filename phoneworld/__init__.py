"""PhoneWorld: a virtual Android phone with runnable apps, and tasks that check themselves.

workshop = Workshop()
trial = Trial(workshop, Task(find_template("contacts.add"), seed=7))
screen = trial.observe()                # what is on the phone
trial.act(OpenApp("Contacts"), screen)  # what is done with it
trial.judge()                           # whether that solved the task
"""

from phoneworld.device import PhoneDevice, open_device
from phoneworld.phone import Phone
from phoneworld.realism import OFF, Realism, at_level
from phoneworld.tasks.registry import find_task, find_template, templates
from phoneworld.tasks.starts import Start
from phoneworld.tasks.template import Kind, Level, Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop, find_apps

__all__ = [
    "OFF",
    "Kind",
    "Level",
    "Phone",
    "PhoneDevice",
    "Realism",
    "Start",
    "Task",
    "Template",
    "Trial",
    "Workshop",
    "at_level",
    "find_apps",
    "find_task",
    "find_template",
    "open_device",
    "templates",
]
