"""One line above everything: what the run does, on which phone, by which policy, over which wire."""

from __future__ import annotations

from phonebuddy.v1 import run_pb2
from textual.content import Content
from textual.widgets import Static

from tui import words
from tui.choices import TaskChoice
from tui.conversation import Conversation
from tui.endings import LOOKS
from tui.link import RuntimeLink
from tui.plain_text import money_words, one_line, steps_words

_SIGNS = {
    run_pb2.RUN_STATE_QUEUED: ("○", "$text-muted"),
    run_pb2.RUN_STATE_RUNNING: ("●", "$text-success"),
    run_pb2.RUN_STATE_WAITING: ("?", "$text-warning"),
    run_pb2.RUN_STATE_PAUSED: ("‖", "$text-warning"),
    run_pb2.RUN_STATE_TAKEN_OVER: ("☛", "$text-warning"),
}


class StatusLine(Static):
    """Says where things stand."""

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)

    def show(
        self,
        talk: Conversation | None,
        chosen: TaskChoice,
        link: RuntimeLink,
        *,
        starting: str,
        stopping: bool,
    ) -> None:
        self.update(status(talk, chosen, link, starting=starting, stopping=stopping))


def status(
    talk: Conversation | None,
    chosen: TaskChoice,
    link: RuntimeLink,
    *,
    starting: str,
    stopping: bool,
) -> Content:
    """The line itself."""
    if not link.is_up:
        where = link.connection.name
        return Content.styled(f" ✗ No connection to {where}; trying again …", "bold $text-error")
    words_of_run, colour = standing(talk, starting=starting, stopping=stopping)
    parts: list[Content | tuple[str, str]] = [(f" {words_of_run}", colour)]
    if talk is not None and talk.steps and not starting and not stopping:
        parts.append((f", {steps_words(talk.steps)}", "$text-muted"))
        if talk.cost_dollars is not None:
            parts.append((f", {money_words(talk.cost_dollars)}", "$text-muted"))
    device, policy = chosen.device, chosen.policy
    if talk is not None and not talk.ended:
        device, policy = talk.device, talk.policy
    parts.append((f"   {one_line(device, 30) or 'no phone'}", ""))
    parts.append((" · ", "$text-muted"))
    parts.append((one_line(policy, 24) or "no policy", ""))
    if not link.connection.is_here:
        parts.append((f" · {one_line(link.connection.address, 30)}", "$text-muted"))
    return Content.assemble(*parts)


def standing(talk: Conversation | None, *, starting: str, stopping: bool) -> tuple[str, str]:
    """How a run stands: a sign with a word, and a style."""
    if stopping:
        return "■ stopping …", "bold $text-warning"
    if starting:
        return "○ starting …", "$text-muted"
    if talk is None:
        return "○ ready", "$text-muted"
    if talk.ending is not None:
        look = LOOKS[talk.ending]
        return f"{look.sign} {look.word}", f"bold {look.colour}"
    sign, style = _SIGNS.get(talk.state, ("·", "$text-muted"))
    return f"{sign} {words.state_words(talk.state)}", f"bold {style}"
