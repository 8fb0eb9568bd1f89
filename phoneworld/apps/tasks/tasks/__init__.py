"""Tasks with to-do lists."""

from __future__ import annotations

from phoneworld.apps.tasks.tasks.changes import MoveNowhere, MoveTask, PostponeTask
from phoneworld.apps.tasks.tasks.completion import (
    CompleteAfterAsking,
    CompleteTask,
    DeleteTask,
    FinishProject,
)
from phoneworld.apps.tasks.tasks.entries import AddDueTask, AddSubtasks, AddTask
from phoneworld.apps.tasks.tasks.everyday import (
    DeleteByTitle,
    EmptyTaskList,
    QuickTask,
    ReopenTask,
    UnstarTask,
)
from phoneworld.apps.tasks.tasks.everyday_questions import OpenOnList, WhenDue
from phoneworld.apps.tasks.tasks.lists import ClearDone, HideDone, NewTaskList, RenameList
from phoneworld.apps.tasks.tasks.questions import CountLate, NextDue, ReadReference
from phoneworld.apps.tasks.tasks.stars import KeepStarred, StarLate, StarTask
from phoneworld.author import templates_of

TASKS = templates_of(
    AddTask,
    AddDueTask,
    CompleteTask,
    StarTask,
    DeleteTask,
    PostponeTask,
    NewTaskList,
    RenameList,
    MoveTask,
    MoveNowhere,
    AddSubtasks,
    CountLate,
    NextDue,
    StarLate,
    ClearDone,
    HideDone,
    ReadReference,
    FinishProject,
    KeepStarred,
    CompleteAfterAsking,
    QuickTask,
    EmptyTaskList,
    DeleteByTitle,
    ReopenTask,
    UnstarTask,
    WhenDue,
    OpenOnList,
)
