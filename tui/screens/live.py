"""The phone at work: its screen, the conversation, and a line to type tasks in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar, cast

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.errors import BuddyError, ConsentNeeded, NotStill
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from tui.change_words import change_lines
from tui.choices import TaskChoice, missing
from tui.consent import consent_lines
from tui.cut_out import CutOut, cut_out
from tui.link import RuntimeLink
from tui.manual_input import Wish
from tui.plain_text import duration_words, one_line
from tui.run_control import RunController
from tui.screens.dialogs import ConfirmDialog
from tui.screens.question import Reply, TakeOver, Word
from tui.screens.question_dialogs import QuestionDialogs
from tui.screens.steady import SteadySize
from tui.settings import TuiSettings
from tui.web.outlet import BrowserOutlet
from tui.widgets.conversation_pane import ConversationPane
from tui.widgets.phone_pane import PhonePane
from tui.widgets.phone_picture import IMAGES, Cell, PhonePicture
from tui.widgets.status_line import StatusLine, standing
from tui.widgets.tab_bar import TabBar, TabTitle
from tui.widgets.touch_screen import MousePress
from tui.widgets.work_area import WorkArea

# What changes within this time is drawn at once: keys come first.
FRAME_S = 1 / 15
NARROW = 56
LOADING_LOOK_S = 1.0


class LiveScreen(SteadySize, Screen[None]):
    """Of one tab: always there, below all other screens of it."""

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
        outlet: BrowserOutlet | None = None,
        on_standing: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._on_standing = on_standing
        self._in_front = True
        self._tabs = TabBar()
        self.wanted = TaskChoice()
        """What the person named; what they did not is chosen for them."""
        self._link = link
        self._settings = settings
        self._quiet_s = quiet_s
        self._cell = cell
        self.control = RunController(link, self._changed)
        self.chosen = TaskChoice()
        self._phone = PhonePane(
            settings.picture, cell, outlines=settings.outlines, press=press, outlet=outlet
        )
        self._talk = ConversationPane()
        self._status = StatusLine()
        self._body = WorkArea(id="body")
        self._fitted = Size()
        self._line = Input(placeholder="What is to be done on the phone?", id="task", compact=True)
        self._dirty = False
        self._drawing = False
        self._asker: QuestionDialogs | None = None
        self._mirrored = ""
        self._waited_s = 0.0
        self._offered_before = (False, False, False)

    def compose(self) -> ComposeResult:
        yield self._tabs
        yield self._status
        with self._body:
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
        settled = not self._dirty and not self._drawing and self._fitted == self._body.size
        return settled and self._phone.is_drawn

    @property
    def device(self) -> str:
        """The phone of this tab."""
        talk = self.control.talk
        return talk.device if talk is not None and not talk.ended else self.chosen.device

    @property
    def asks(self) -> bool:
        """Whether the run waits for the person's word."""
        return self.control.talk is not None and self.control.talk.question is not None

    @property
    def has_ended(self) -> bool:
        """Whether the last task is over."""
        return self.control.talk is not None and self.control.talk.ended

    @property
    def title_in_tabs(self) -> TabTitle:
        """Which phone this is, and how its run stands."""
        control = self.control
        stopping = control.stopping and control.live
        words, colour = standing(control.talk, starting=control.starting, stopping=stopping)
        return TabTitle(self.device or "no phone", words, colour)

    def show_tabs(self, titles: Sequence[TabTitle], current: int) -> None:
        """All tabs that there are."""
        self._tabs.show(titles, current)

    def come_to_front(self) -> None:
        """This tab is the one that is seen: its phone is mirrored, and what is asked can be answered."""
        self._in_front = True
        self._phone.attend()
        self._changed()
        # What changed while it was behind was not laid out.
        self.call_later(self.refresh, layout=True)

    def step_back(self) -> None:
        """Another tab is seen. The run is still followed, the phone is not."""
        self._in_front = False
        self._changed()

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
        self._phone.take_over(control.taken_over, can_be_taken=control.live)
        if talk is not None:
            await self._talk.show(talk)
            if self._in_front:
                self._asking.ask(talk.question, part=self._part_asked_about)
            if control.look is not None:
                self._phone.show(control.look, talk.touches, talk.aims)
        self._follow_phone()
        self._fit_phone()
        # Drawing the keys anew costs more than all the rest: only when others can be pressed.
        offered = self._offered()
        if offered != self._offered_before:
            self._offered_before = offered
            self.refresh_bindings()
        self._on_standing()
        self._drawing = False

    def _offered(self) -> tuple[bool, bool, bool]:
        """Whether there is something to pause or continue, to take over, to take back."""
        talk, live = self.control.talk, self.control.live
        interrupted = talk is not None and talk.state == run_pb2.RUN_STATE_INTERRUPTED
        undoable = talk is not None and talk.can_be_undone
        return live or interrupted, live, undoable and not live

    def _follow_phone(self) -> None:
        device = self.device if self._in_front else ""
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

    def on_work_area_resized(self, event: WorkArea.Resized) -> None:
        event.stop()
        self._fit_phone()

    def on_screen_resume(self) -> None:
        self._phone.attend()
        # The window may have changed while another screen was in front.
        self._fit_phone()
        self.call_after_refresh(self._phone.refresh_view)

    def _fit_phone(self) -> None:
        # A timer may ring before the first and after the last moment.
        if not self.is_mounted or not self._body.is_attached:
            return
        body = self._fitted = self._body.size
        self.set_class(self._phone.in_page, "phone-in-page")
        if self._phone.in_page:
            # The page shows it; here is only the line that takes keys for it.
            self._phone.display = self.control.taken_over
            self._phone.styles.width = "1fr"
            self._talk.display = True
            return
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
            self._asker = QuestionDialogs(
                app, self._replied, quiet_s=self._quiet_s, picture=self._part_picture
            )
        return self._asker

    def _part_asked_about(self) -> CutOut | None:
        """What of the screen the touch that is asked about will meet."""
        talk = self.control.talk
        if talk is None:
            return None
        return cut_out(talk.observation, talk.aims, pictured=self._settings.picture in IMAGES)

    def _part_picture(self) -> PhonePicture | None:
        """What shows that part as an image. In a browser, the page beside shows the whole screen so."""
        kind = self._settings.picture
        return PhonePicture(kind, self._cell, MousePress()) if kind in IMAGES else None

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
        self._do(partial(self._with_consent, begin), group="run")

    async def _with_consent(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Begin; where the policy runs elsewhere and nobody has agreed to that yet, ask before."""
        try:
            await begin()
        except ConsentNeeded as needed:
            lines = consent_lines(needed.policy, needed.host, needed.key)
            dialog = ConfirmDialog("A policy that runs elsewhere", lines, "Allow")
            app = cast("App[None]", self.app)  # pyright: ignore[reportUnknownMemberType]
            if await app.push_screen_wait(dialog):
                allow = partial(
                    self._link.client.allow_remote_policy,
                    needed.policy,
                    host=needed.host,
                    key=needed.key,
                )
                await self._link.tell(allow)
                await begin()

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
            self._asking.ask(talk.question, part=self._part_asked_about, again=True)

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
        self.act(event.wish)

    def act(self, wish: Wish) -> None:
        """Do something on the phone, if it was taken over."""
        if self.control.taken_over:
            self._do(partial(self.control.act, wish), group="hand")

    def touch_in_page(self, wish: Wish) -> None:
        """The person touched the picture in the page; keys go to the phone from now on."""
        if self.control.taken_over:
            self._phone.focus_phone()
            self.act(wish)

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
