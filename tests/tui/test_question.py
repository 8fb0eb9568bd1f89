"""The dialogs of a run's questions, alone."""

from phonebuddy.v1 import run_pb2
from textual import events
from textual.app import App
from tui_events import ALONE, APPROVAL, ASKED

from tui.screens.question import AnswerDialog, QuestionDialog, Reply, TakeOver, Word


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Host(App[None]):
    """Asks one question."""

    def __init__(self, dialog: QuestionDialog | AnswerDialog) -> None:
        super().__init__()
        self._dialog = dialog
        self.replies: list[Reply] = []

    def on_mount(self) -> None:
        self.push_screen(self._dialog, self.replies.append)


async def test_keys_of_someone_who_is_typing_approve_nothing() -> None:
    clock = Clock()
    app = Host(QuestionDialog(APPROVAL, quiet_s=0.7, clock=clock))
    async with app.run_test() as pilot:
        for key in ("p", "a", "y", "r", "enter", "t"):
            clock.now_s += 0.6
            await pilot.press(key)
        assert app.replies == []
        clock.now_s += 0.8
        await pilot.press("a")
        assert app.replies == [Word(run_pb2.CHOICE_APPROVE)]


async def test_enter_approves_nothing_by_itself() -> None:
    app = Host(QuestionDialog(APPROVAL, quiet_s=0.0))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        assert app.replies == [Word(run_pb2.CHOICE_DENY)]


async def test_every_choice_has_a_key() -> None:
    wanted: dict[str, object] = {
        "a": Word(run_pb2.CHOICE_APPROVE),
        "r": Word(run_pb2.CHOICE_APPROVE_FOR_RUN),
        "d": Word(run_pb2.CHOICE_DENY),
        "escape": None,
    }
    for key, word in wanted.items():
        app = Host(QuestionDialog(APPROVAL, quiet_s=0.0))
        async with app.run_test() as pilot:
            await pilot.press(key)
            assert app.replies == [word]


async def test_a_mouse_does_as_well() -> None:
    app = Host(QuestionDialog(ALONE, quiet_s=0.0))
    async with app.run_test() as pilot:
        await pilot.click("#take")
        assert isinstance(app.replies[0], TakeOver)


async def test_what_someone_was_typing_is_no_answer() -> None:
    clock = Clock()
    app = Host(AnswerDialog(ASKED, quiet_s=0.7, clock=clock))
    async with app.run_test() as pilot:
        for key in ("m", "i", "l", "k", "enter", "ctrl+t"):
            clock.now_s += 0.6
            await pilot.press(key)
        app.post_message(events.Paste("my password"))
        await pilot.pause()
        assert app.replies == []
        clock.now_s += 0.8
        await pilot.press("o", "k", "enter")
        assert app.replies == [Word(run_pb2.CHOICE_ANSWER, "ok")]


async def test_a_button_counts_once_the_keyboard_is_still() -> None:
    clock = Clock()
    app = Host(AnswerDialog(ASKED, quiet_s=0.7, clock=clock))
    async with app.run_test() as pilot:
        await pilot.click("#take")
        assert app.replies == []
        clock.now_s += 0.8
        await pilot.click("#deny")
        assert app.replies == [Word(run_pb2.CHOICE_DENY)]


async def test_a_question_is_put_off_at_any_time() -> None:
    app = Host(AnswerDialog(ASKED, quiet_s=0.7, clock=Clock()))
    async with app.run_test() as pilot:
        await pilot.press("escape")
        assert app.replies == [None]


async def test_an_answer_is_typed() -> None:
    app = Host(AnswerDialog(ASKED, quiet_s=0.0))
    async with app.run_test() as pilot:
        await pilot.press("enter", "o", "k", "enter")
        assert app.replies == [Word(run_pb2.CHOICE_ANSWER, "ok")]


async def test_no_answer_can_be_given() -> None:
    app = Host(AnswerDialog(ASKED, quiet_s=0.0))
    async with app.run_test() as pilot:
        await pilot.click("#deny")
        assert app.replies == [Word(run_pb2.CHOICE_DENY)]
