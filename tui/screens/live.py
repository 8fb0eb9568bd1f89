"""The phone at work: its screen, the conversation, and a line to type tasks in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar, cast

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.errors import BuddyError, NotStill
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from tui.change_words import change_lines
from tui.choices import TaskChoice, missing
from tui.link import RuntimeLink
from tui.plain_text import duration_words, one_line
from tui.run_control import RunController
from tui.screens.asking import QuestionDialogs
from tui.screens.dialogs import ConfirmDialog
from tui.screens.question import Reply, TakeOver, Word
from tui.screens.steady import SteadySize
from tui.settings import TuiSettings
from tui.widgets.conversation_pane import ConversationPane
from tui.widgets.phone_pane import PhonePane
from tui.widgets.phone_picture import Cell
from tui.widgets.status_line import StatusLine
from tui.widgets.touch_screen import MousePress

# What changes within this time is drawn at once: keys come first.
FRAME_S = 1 / 15
NARROW = 56
LOADING_LOOK_S = 1.0


class LiveScreen(SteadySize, Screen[None]):
    """Always there, below all other screens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "pause", "Pause"),
        Binding("f6", "take_over", "Take over"),
        Binding("f7", "answer", "Answer", show=False),
        Binding("f8", "view", "View"),
        Binding("ctrl+z", "undo", "Undo", key_display="^z"),
        Binding("escape", "to_task", show=False),
    ]

    def __init__(
        self,
        link: RuntimeLink,
        settings: TuiSettings,
        cell: Cell,
        *,
        quiet_s: float,
        press: MousePress,
    ) -> None:
        super().__init__()
        self._link = link
        self._settings = settings
        self._quiet_s = quiet_s
        self.control = RunController(link, self._changed)
        self.chosen = TaskChoice()
        self._phone = PhonePane(settings.picture, cell, outlines=settings.outlines, press=press)
        self._talk = ConversationPane()
        self._status = StatusLine()
        self._line = Input(placeholder="What is to be done on the phone?", id="task", compact=True)
        self._dirty = False
        self._drawing = False
        self._asker: QuestionDialogs | None = None
        self._mirrored = ""
        self._waited_s = 0.0
        self._offered_before = (False, False, False)

    def compose(self) -> ComposeResult:
        yield self._status
        with Horizontal(id="body"):
            yield self._phone
            yield self._talk
        with Horizontal(id="task-line"):
            yield Static("› ", id="prompt")
            yield self._line
        yield Footer()

    def on_mount(self) -> None:
        self._line.focus()
        self.set_interval(LOADING_LOOK_S, self._look_at_loading)
        self._changed()

    # What is shown

    @property
    def is_drawn(self) -> bool:
        """Whether all that has changed is on the screen."""
        return not self._dirty and not self._drawing and self._phone.is_drawn

    def greet(self, text: str) -> None:
        """What to read before there is a run."""
        self._talk.greet(text)

    def choose(self, chosen: TaskChoice) -> None:
        """Another phone or policy for the next task."""
        self.chosen = chosen
        self._changed()

    def suggest(self, task: str) -> None:
        """Put a task into the line, to be begun with Enter."""
        self._line.value = task
        self._line.cursor_position = len(task)
        self._line.focus()

    def link_changed(self) -> None:
        """The runtime went away, or came back."""
        self.set_class(not self._link.is_up, "lost")
        self._changed()

    def _changed(self) -> None:
        """Draw soon, and once for all that changes until then."""
        if not self._dirty and self.is_attached:
            self._dirty = True
            self.set_timer(FRAME_S, self._draw)

    async def _draw(self) -> None:
        self._dirty, self._drawing = False, True
        control, talk = self.control, self.control.talk
        self._status.show(
            talk,
            self.chosen,
            self._link,
            starting=control.starting,
            stopping=control.stopping and control.live,
        )
        self._phone.take_over(control.taken_over)
        if talk is not None:
            await self._talk.show(talk)
            self._asking.ask(talk.question)
            if control.look is not None:
                self._phone.show(control.look, talk.touches, talk.aims)
        self._follow_phone()
        self._fit_phone()
        # Drawing the keys anew costs more than all the rest: only when others can be pressed.
        offered = self._offered()
        if offered != self._offered_before:
            self._offered_before = offered
            self.refresh_bindings()
        self._drawing = False

    def _offered(self) -> tuple[bool, bool, bool]:
        """Whether there is something to pause or continue, to take over, to take back."""
        talk, live = self.control.talk, self.control.live
        interrupted = talk is not None and talk.state == run_pb2.RUN_STATE_INTERRUPTED
        undoable = talk is not None and talk.can_be_undone
        return live or interrupted, live, undoable and not live

    def _follow_phone(self) -> None:
        talk = self.control.talk
        device = talk.device if talk is not None and not talk.ended else self.chosen.device
        if device != self._mirrored:
            self._mirrored = device
            # An empty address ends the mirror before.
            self.run_worker(partial(self._mirror, device), group="mirror", exclusive=True)

    async def _mirror(self, device: str) -> None:
        if not device:
            return
        self._phone.name_it(device)
        async for frame in self._link.mirror(device, self._settings.mirror_fps):
            if isinstance(frame, str):
                self._phone.say(f"The phone cannot be seen: {one_line(frame)}")
            elif self.control.saw(frame):
                talk = self.control.talk
                marks = ((), ()) if talk is None else (talk.touches, talk.aims)
                self._phone.show(frame, *marks)
                self._fit_phone()

    def on_resize(self) -> None:
        self._fit_phone()

    def on_screen_resume(self) -> None:
        # The window may have changed while another screen was in front.
        self._fit_phone()
        self.call_after_refresh(self._phone.refresh_view)

    def _fit_phone(self) -> None:
        bodies = self.query("#body")
        # None before the first and after the last moment: a timer may ring while the app closes.
        if not self.is_mounted or not bodies:
            return
        body = bodies.first().size
        # Side by side where there is room; else the phone only while it is the person's.
        narrow = self.size.width < NARROW
        self._phone.display = not narrow or self.control.taken_over
        self._talk.display = not narrow or not self.control.taken_over
        if narrow:
            self._phone.styles.width = "1fr"
        else:
            self._phone.styles.width = self._phone.columns_for(body.width, body.height)

    async def _look_at_loading(self) -> None:
        """While nothing has happened yet, say what is waited for."""
        talk = self.control.talk
        waits = self.control.starting or (talk is not None and not talk.ended and not talk.steps)
        if not waits:
            self._waited_s = 0.0
            self._talk.progress("")
            return
        self._waited_s += LOADING_LOOK_S
        what = "Beginning"
        if talk is not None and talk.state == run_pb2.RUN_STATE_QUEUED:
            what = "Waits for the phone"
        elif talk is not None:
            what = f"Opens the phone and loads {one_line(talk.policy)}"
        self._talk.progress(f"{what} … {duration_words(self._waited_s)}")

    # Questions

    @property
    def _asking(self) -> QuestionDialogs:
        if self._asker is None:
            # Textual does not say which result its app has; ours has none.
            app = cast("App[None]", self.app)  # pyright: ignore[reportUnknownMemberType]
            self._asker = QuestionDialogs(app, self._replied, quiet_s=self._quiet_s)
        return self._asker

    def _replied(self, question: run_pb2.Question, reply: Reply) -> None:
        match reply:
            case Word(choice, text):
                self._do(partial(self.control.respond, question.id, choice, text))
            case TakeOver():
                self._do(self.control.take_over)
            case None:
                pass

    # What the person does

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        goal = event.value.strip()
        if not goal:
            self.action_answer()
        elif self.control.live:
            self.notify("A task is being done. Ctrl+C stops it.", severity="warning")
        elif problem := missing(self.chosen):
            self.notify(problem, severity="warning", timeout=10)
        else:
            self._line.value = ""
            self.begin(goal)

    def begin(self, goal: str, **options: str) -> None:
        """Begin a task on the chosen phone."""
        chosen = self.chosen
        self._talk.greet("")
        begin = partial(self.control.begin, goal, chosen.device, chosen.policy, **options)
        self._do(begin, group="run")

    def join(self, run: run_pb2.Run) -> None:
        """Follow a run that is going on."""
        self._do(partial(self.control.attach, run), group="run")

    def stop(self) -> bool:
        """End the run at once; false if there is none."""
        if not self.control.live:
            return False
        self._do(self.control.stop)
        return True

    def action_pause(self) -> None:
        talk = self.control.talk
        continues = talk is not None and talk.state == run_pb2.RUN_STATE_INTERRUPTED
        self._do(self.control.pause_or_resume, group="run" if continues else "steer")

    def action_take_over(self) -> None:
        if self.control.taken_over:
            self._line.focus()
            self._do(self.control.hand_back)
        elif self.control.live:
            self._do(self.control.take_over)
        else:
            self.notify("There is no run to take over.", severity="warning")

    def action_undo(self) -> None:
        talk = self.control.talk
        if talk is None or talk.outcome is None or self.control.live:
            self.notify("There is no task that could be taken back.", severity="warning")
            return

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual calls it
            if yes:
                self._do(self.control.undo)

        lines = (talk.goal, *change_lines(talk.outcome), "The phone will be as before it.")
        app = cast("App[None]", self.app)  # pyright: ignore[reportUnknownMemberType]
        app.push_screen(ConfirmDialog("Take this task back?", lines, "Take back"), answered)

    def action_answer(self) -> None:
        talk = self.control.talk
        if talk is not None and talk.question is not None:
            self._asking.ask(talk.question, again=True)

    def action_view(self) -> None:
        self._phone.next_view()
        self._fit_phone()

    def action_to_task(self) -> None:
        self._line.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not offered."""
        del parameters
        match action:
            case "pause":
                return self._offered()[0]
            case "take_over":
                return self._offered()[1]
            case "undo":
                return self._offered()[2]
            case _:
                return True

    def on_phone_pane_wanted(self, event: PhonePane.Wanted) -> None:
        event.stop()
        self._do(partial(self.control.act, event.wish), group="hand")

    def _do(self, work: Callable[[], Awaitable[None]], group: str = "steer") -> None:
        tried = partial(self._tried, work)
        self.run_worker(tried, group=group, exclusive=group == "run")

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except NotStill:
            self.notify(
                "It ends as soon as the phone or the policy is done with what it does.",
                severity="warning",
            )
        except BuddyError as error:
            text = one_line(str(error)) or type(error).__name__
            self.notify(text, severity="error", timeout=10, markup=False)
