"""Has open questions answered: one dialog at a time, above whatever screen is shown."""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.v1 import run_pb2
from textual.app import App

from tui.cut_out import CutOut
from tui.screens.question import AnswerDialog, QuestionDialog, Reply
from tui.widgets.phone_picture import PhonePicture

OnReply = Callable[[run_pb2.Question, Reply], None]


class QuestionDialogs:
    """Opens a dialog for each new question, and closes it when it was answered elsewhere."""

    def __init__(
        self,
        app: App[None],
        on_reply: OnReply,
        *,
        quiet_s: float,
        picture: Callable[[], PhonePicture | None] = lambda: None,
    ) -> None:
        """`picture` makes what shows a part of the screen as an image; None where none can be shown."""
        self._app = app
        self._picture = picture
        self._on_reply = on_reply
        self._quiet_s = quiet_s
        self._asked = ""

    def ask(
        self,
        question: run_pb2.Question | None,
        *,
        part: Callable[[], CutOut | None],
        again: bool = False,
    ) -> None:
        """The question that is open now, and what `part` of the screen it is about.

        `again` opens its dialog also if the person put it off.
        """
        if question is None:
            self._asked = ""
            self._close()
            return
        if question.id == self._asked and not (again and not self._is_open):
            return
        self._asked = question.id
        self._close()
        if question.kind == run_pb2.QUESTION_KIND_ANSWER:
            dialog = AnswerDialog(question, quiet_s=self._quiet_s)
        else:
            acts = question.kind == run_pb2.QUESTION_KIND_APPROVAL
            dialog = QuestionDialog(
                question,
                part=part() if acts else None,
                picture=self._picture(),
                quiet_s=self._quiet_s,
            )
        self._app.push_screen(dialog, lambda reply: self._on_reply(question, reply))

    @property
    def _is_open(self) -> bool:
        return any(_is_dialog(screen) for screen in self._app.screen_stack)

    def _close(self) -> None:
        stack = self._app.screen_stack
        if not any(_is_dialog(screen) for screen in stack):
            return
        if _is_dialog(stack[-1]):
            stack[-1].dismiss(None)
            return
        # Something lies above it, as the help does: both go, for what is below cannot be left first.
        while _has_dialog(self._app) and len(self._app.screen_stack) > 1:
            self._app.pop_screen()


def _is_dialog(screen: object) -> bool:
    return isinstance(screen, QuestionDialog | AnswerDialog)


def _has_dialog(app: App[None]) -> bool:
    return any(_is_dialog(screen) for screen in app.screen_stack)
