"""An old run, step by step, with its screens."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from phonebuddy.v1 import observation_pb2, run_pb2
from phonebuddy.v1.errors import BuddyError
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from tui import words
from tui.aims import aims_of
from tui.change_words import change_lines
from tui.endings import LOOKS, outcome_words, run_ending
from tui.link import RuntimeLink
from tui.plain_text import duration_words, one_line, steps_words
from tui.screens.dismissal import DismissibleScreen
from tui.screens.runs import RunCommand, RunWish
from tui.sentences import thought_words
from tui.settings import PictureMode
from tui.web.outlet import BrowserOutlet
from tui.widgets.paged_list import PagedList
from tui.widgets.phone_pane import PhonePane
from tui.widgets.phone_picture import Cell

MOST_STEPS = 1000


class PastRunScreen(DismissibleScreen[RunWish]):
    """Arrows go from step to step; the phone shows what the policy saw and where it touched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,j", "move(1)", "Next", key_display="→"),
        Binding("left,k", "move(-1)", "Before", key_display="←"),
        Binding("f8,v", "view", "View"),
        Binding("r", "wish('again')", "Again"),
        Binding("p", "wish('replay')", "Replay"),
        Binding("u", "wish('undo')", "Undo"),
        Binding("e", "wish('export')", "Export"),
        Binding("d", "wish('delete')", "Delete"),
        Binding("escape", "leave", "Back"),
    ]

    def __init__(
        self,
        link: RuntimeLink,
        run: run_pb2.Run,
        kind: PictureMode,
        cell: Cell,
        *,
        outlet: BrowserOutlet | None = None,
    ) -> None:
        super().__init__()
        self._link = link
        self._run = run
        self._steps: list[run_pb2.Step] = []
        self._screens: dict[int, observation_pb2.Screenshot | None] = {}
        self._shown: int | None = None
        self._phone = PhonePane(kind, cell, outlet=outlet)
        self._list = PagedList(id="steps")
        self._detail = Static(classes="detail", markup=False)

    def compose(self) -> ComposeResult:
        yield Static(f" {one_line(self._run.goal)}", classes="title", markup=False)
        with Horizontal(id="body"):
            yield self._phone
            with Vertical():
                yield self._list
                yield self._detail
        yield Footer()

    def on_mount(self) -> None:
        ending = run_ending(self._run)
        standing, colour = words.state_words(self._run.state), ""
        if ending is not None:
            standing, colour = f"{LOOKS[ending].sign} {LOOKS[ending].word}", LOOKS[ending].colour
        title = Content.styled(f"{standing}, {steps_words(self._run.steps)}", colour)
        self._list.border_title = title.markup
        if self._run.HasField("outcome"):
            outcome = one_line(outcome_words(self._run.outcome), 60)
            # Titles are markup, and a policy may say what it likes.
            self._list.border_subtitle = Content(outcome).markup
        self._phone.attend()
        self._phone.name_it(f"Run {self._run.id}")
        self._list.loading = True
        self.run_worker(self._fetch, group="steps")

    @property
    def is_drawn(self) -> bool:
        """Whether the phone shows the step that is chosen."""
        return self._shown == self._list.highlighted and self._phone.is_drawn

    def on_resize(self) -> None:
        self._phone.display = not self._phone.in_page
        body = self.query_one("#body")
        self._phone.styles.width = self._phone.columns_for(body.size.width, body.size.height)

    async def _fetch(self) -> None:
        async def fetch() -> list[run_pb2.Step]:
            return [step async for step in self._link.client.steps(self._run.id)]

        try:
            self._steps = (await self._link.ask(fetch))[:MOST_STEPS]
        except BuddyError as error:
            self.notify(one_line(str(error)), severity="error", markup=False)
        self._list.loading = False
        lines = [Content(f"{n}. {words.step_words(step)}") for n, step in enumerate(self._steps, 1)]
        self._list.add_options([Option(line) for line in lines])
        if self._steps:
            self._list.highlighted = 0
            self._list.focus()
        else:
            self._phone.say("No step was recorded.")

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        number = event.option_index
        lines = [detail(self._steps[number])]
        if number == len(self._steps) - 1:
            lines += change_lines(self._run.outcome)
        self._detail.update("\n".join(lines))
        self.run_worker(partial(self._show, number), group="screen", exclusive=True)

    async def _show(self, number: int) -> None:
        step = self._steps[number]
        if number not in self._screens:
            try:
                self._screens[number] = await self._link.ask(
                    lambda: self._link.client.screenshot(self._run.id, number)
                )
            except BuddyError:
                # Protected screens are not recorded, nor any where the run was told so.
                self._screens[number] = None
        look = observation_pb2.Observation()
        look.CopyFrom(step.observation)
        if (screenshot := self._screens[number]) is not None:
            look.screenshot.CopyFrom(screenshot)
        touches = tuple((touch.x, touch.y) for touch in step.performed.touches)
        self._phone.show(look, touches, aims_of(step.decision.action, look))
        self._shown = number
        self.on_resize()

    def action_move(self, by: int) -> None:
        if self._steps:
            now = self._list.highlighted or 0
            self._list.highlighted = min(max(now + by, 0), len(self._steps) - 1)

    def action_view(self) -> None:
        self._phone.next_view()
        self.on_resize()

    def action_wish(self, command: str) -> None:
        self.dismiss(RunWish(self._run, RunCommand(command)))

    def action_leave(self) -> None:
        self.dismiss()


def detail(step: run_pb2.Step) -> str:
    """A step at length."""
    done = words.step_words(step)
    thought = thought_words(step.decision.thought, done)
    lines = [thought, done] if thought else [done]
    if step.HasField("guard") and step.guard.verdict != run_pb2.VERDICT_ALLOW:
        lines.append(f"Guard: rule {one_line(step.guard.rule)}")
    parts = [
        f"{timing.part} {duration_words(timing.milliseconds / 1000)}"
        for timing in step.timings
        if timing.milliseconds >= 50
    ]
    if parts:
        lines.append(", ".join(parts))
    return "\n".join(lines)
