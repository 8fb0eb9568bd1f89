"""Tasks with chats, and those of all mini-apps."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from phoneworld.apps.huddle import mini
from phoneworld.apps.huddle.miniapp import find_minis
from phoneworld.apps.huddle.tasks.chats import (
    CreateGroup,
    DeleteChat,
    FinalPlan,
    MuteGroup,
    PinnedAlready,
)
from phoneworld.apps.huddle.tasks.everyday import (
    BalanceLeft,
    LastHuddleMessage,
    OpenHuddleChat,
    OpenMini,
    PinChat,
    SetStatus,
    UnreadHuddleChat,
)
from phoneworld.apps.huddle.tasks.messages import (
    AskWhomToChat,
    ForwardChatAddress,
    SendCode,
    SendMessage,
    StartChat,
)
from phoneworld.author import Template, templates_of


def _mini_tasks() -> tuple[Template, ...]:
    """The tasks of all mini-apps: `TASKS` of their module `tasks`, or of the file itself."""
    tasks: list[Template] = []
    for name in find_minis():
        origin = f"{mini.__name__}.{name}"
        module = import_module(origin)
        if hasattr(module, "__path__") and find_spec(f"{origin}.tasks") is not None:
            module = import_module(f"{origin}.tasks")
        tasks += getattr(module, "TASKS", ())
    return tuple(tasks)


TASKS = (
    *templates_of(
        SendMessage,
        StartChat,
        ForwardChatAddress,
        AskWhomToChat,
        SendCode,
        MuteGroup,
        CreateGroup,
        FinalPlan,
        DeleteChat,
        PinnedAlready,
        UnreadHuddleChat,
        LastHuddleMessage,
        OpenHuddleChat,
        PinChat,
        SetStatus,
        BalanceLeft,
        OpenMini,
    ),
    *_mini_tasks(),
)
