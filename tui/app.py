"""The app: puts the screens together and carries out what they are left with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from phonebuddy.v1 import device_service_pb2, policy_service_pb2, run_pb2
from phonebuddy.v1.errors import BuddyError
from phonebuddy.v1.requests import has_ended
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from tui import choices
from tui.change_words import change_lines
from tui.choices import TaskChoice
from tui.connection import RuntimeConnection
from tui.home import HOME
from tui.link import RuntimeLink
from tui.plain_text import one_line
from tui.run_control import STEERABLE
from tui.screens.devices import DevicesScreen
from tui.screens.dialogs import ConfirmDialog, LineDialog
from tui.screens.dismissal import DismissibleScreen
from tui.screens.help import HelpScreen
from tui.screens.live import LiveScreen
from tui.screens.palette import Command, Palette
from tui.screens.past_run import PastRunScreen
from tui.screens.policies import PoliciesScreen
from tui.screens.question import QUIET_S
from tui.screens.replay_dialog import ReplayChoice, ReplayDialog
from tui.screens.runs import RunCommand, RunsScreen, RunWish
from tui.screens.steady import BottomScreen
from tui.screens.tabs import MOST_TABS, PhoneTabs
from tui.screens.welcome import FirstStep, WelcomeScreen
from tui.settings import TuiSettings
from tui.terminal import TerminalGraphics, ask_terminal
from tui.web.driver import BrowserInput
from tui.web.outlet import BrowserOutlet, Send
from tui.web.page_input import PageButton, read_input
from tui.widgets.phone_picture import Cell
from tui.widgets.tab_bar import TabBar
from tui.widgets.touch_screen import MousePress

PULSE_S = 2.0
"""How often the runtime is asked for its phones: new ones are seen, and that it is there at all."""


class PhoneBuddyApp(App[None]):
    """Screens on one runtime."""

    TITLE = "PhoneBuddy"
    CSS_PATH = "styles.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority: it must work in every dialog and while something is typed.
        Binding("ctrl+c,f9", "stop", "Stop", key_display="^c", priority=True),
        Binding("f1", "help", "Help"),
        Binding("f2", "runs", "Runs"),
        Binding("f3", "devices", "Phones"),
        Binding("f4", "policies", "Policies"),
        # Not Ctrl+T and Ctrl+W: browsers keep those for themselves.
        # The line of tabs tells these keys, so that the footer has room for the run's.
        Binding("ctrl+o", "open_tab", "New tab", show=False, priority=True),
        Binding("ctrl+g,f10", "next_tab", "Next tab", show=False, priority=True),
        Binding("ctrl+l", "close_tab", "Close tab", show=False, priority=True),
    ]

    def __init__(
        self,
        connection: RuntimeConnection,
        settings: TuiSettings,
        *,
        cell: Cell | None = None,
        quiet_s: float = QUIET_S,
        pulse_s: float = PULSE_S,
    ) -> None:
        super().__init__()
        self._connection = connection
        self._settings = settings
        self._cell = cell or Cell()
        self._quiet_s = quiet_s
        self._pulse_s = pulse_s
        self._press = MousePress()
        self._devices: list[device_service_pb2.Device] = []
        self._policies: list[policy_service_pb2.Policy] = []
        self._warnings = list(settings.warnings)
        self._outlet: BrowserOutlet | None = None
        self.link: RuntimeLink
        self.tabs = PhoneTabs(self, self._live_screen)

    @property
    def live(self) -> LiveScreen:
        """The tab in front."""
        return self.tabs.current

    def get_default_screen(self) -> BottomScreen:
        return BottomScreen(id="_default")

    def draw_in_browser(self, send: Send) -> None:
        """There is a page beside the terminal, which shows the phone as a picture."""
        self._outlet = BrowserOutlet(send)

    async def on_mount(self) -> None:
        self.link = RuntimeLink(self._connection, self._link_changed)
        self._apply_theme()
        await self.tabs.open(
            TaskChoice(self._settings.device, self._settings.model or self._settings.policy)
        )
        self.run_worker(self._begin, group="begin")

    def _live_screen(self, on_standing: Callable[[], None]) -> LiveScreen:
        return LiveScreen(
            self.link,
            self._settings,
            self._cell,
            quiet_s=self._quiet_s,
            press=self._press,
            outlet=self._outlet,
            on_standing=on_standing,
        )

    async def on_unmount(self) -> None:
        await self.link.close()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.MouseEvent) and not event.is_forwarded:
            self._press.note(event)
        await super().on_event(event)

    def _apply_theme(self) -> None:
        theme = self._settings.theme
        if theme in self.available_themes:
            self.theme = theme
        elif theme:
            known = ", ".join(sorted(self.available_themes))
            self._warnings.append(f"There is no theme {theme!r}. There are: {known}")

    def _link_changed(self) -> None:
        for live in self.tabs:
            live.link_changed()
        if self.link.is_up:
            self.notify("Connected again.")
        else:
            reason = one_line(self.link.problem, 160)
            self.notify(reason, title="Connection lost", severity="error", markup=False)

    # The beginning, and the pulse

    async def _begin(self) -> None:
        self.live.greet("Waiting for the runtime …")
        try:
            await self._take_stock()
            runs = await self.link.ask(self._some_runs)
        except BuddyError as error:
            self.live.greet(f"The runtime refuses: {one_line(str(error))}")
            return
        self.live.greet(self._greeting())
        self.run_worker(self._pulse, group="pulse")
        # Of each phone the newest: others wait for their turn on it.
        going_on = {run.device: run for run in reversed(runs) if run.state in STEERABLE}
        if going_on:
            await self._join_all(list(reversed(going_on.values())))
        elif (
            self._settings.welcome
            and not runs
            and choices.offers_virtual(self._devices, self.live.wanted.device)
        ):
            self._welcome()

    async def _join_all(self, runs: Sequence[run_pb2.Run]) -> None:
        """Each in a tab of its own, the first in front."""
        first = self.live
        first.join(runs[0])
        for run in runs[1:MOST_TABS]:
            live = await self.tabs.open(TaskChoice(run.device, run.policy))
            live.choose(live.wanted)
            live.join(run)
        await self.tabs.go_to(first)

    async def _some_runs(self) -> list[run_pb2.Run]:
        found: list[run_pb2.Run] = []
        async for run in self.link.client.runs():
            found.append(run)
            if len(found) >= 50:
                break
        return found

    async def _take_stock(self) -> None:
        self._devices = await self.link.ask(self.link.client.devices)
        self._policies = await self.link.ask(self.link.client.policies)
        # What the person named, and else what was picked before: nothing changes under their hands.
        for live in self.tabs:
            before, wanted = live.chosen, live.wanted
            now = TaskChoice(
                choices.pick_device(self._devices, wanted.device, before=before.device),
                choices.pick_policy(self._policies, wanted.policy, before=before.policy),
            )
            live.choose(now)
            if change := choices.change(before, now):
                self.notify(change, title="For the next task", severity="warning", markup=False)

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(self._pulse_s)
            usable = {device.address for device in choices.real_phones(self._devices)}
            troubled = {device.address for device in choices.troubled_phones(self._devices)}
            try:
                await self._take_stock()
            except BuddyError:
                # Told where it matters: by the next thing that is wanted of the runtime.
                continue
            for device in choices.troubled_phones(self._devices):
                if device.address not in troubled:
                    advice = choices.advice([device])
                    self.notify(
                        advice,
                        title="A phone needs you",
                        severity="warning",
                        timeout=15,
                        markup=False,
                    )
            for device in choices.real_phones(self._devices):
                if device.address not in {*usable, *(live.device for live in self.tabs)}:
                    text = f"{one_line(device.address)} can be used now: F3 chooses it."
                    self.notify(text, title="Another phone", markup=False)

    def _greeting(self) -> str:
        lines = ["Type what is to be done on the phone, and press Enter."]
        if advice := choices.advice(self._devices):
            lines += ["", "A phone is plugged in, but cannot be used yet:", advice]
        if problem := choices.missing(self.live.chosen):
            lines += ["", problem]
        if self._warnings:
            lines += ["", "Of the settings, this was not understood and is ignored:"]
            lines += self._warnings
        lines += ["", "F1 lists all keys. Ctrl+C stops a run at once, wherever you are."]
        return "\n".join(lines)

    def _welcome(self) -> None:
        policy = choices.example_policy(self._policies, self.live.wanted.policy)
        advice = choices.advice(self._devices)
        phones = bool(choices.real_phones(self._devices))
        self.push_screen(
            WelcomeScreen(advice, policy, phones=phones),
            lambda way: self._welcomed(way or FirstStep.LATER, policy),
        )

    def _welcomed(self, way: FirstStep, policy: str) -> None:
        match way:
            case FirstStep.TRY:
                self.live.wanted = TaskChoice(choices.VIRTUAL_PHONE, policy)
                self.live.choose(self.live.wanted)
                self.live.begin(choices.EXAMPLE_TASK)
            case FirstStep.PHONES:
                self.action_devices()
            case FirstStep.LATER:
                pass

    # Keys

    def action_stop(self) -> None:
        if not self.live.stop():
            self.notify("Nothing runs. Ctrl+Q leaves.")

    # Tabs

    def action_open_tab(self) -> None:
        if len(self.tabs) >= MOST_TABS:
            self.notify(f"There are {MOST_TABS} tabs already. Ctrl+L closes one.")
            return
        self._leave_list()
        another = device_service_pb2.Device(
            address=self.tabs.another_virtual_phone(),
            kind=choices.VIRTUAL,
            state=device_service_pb2.DEVICE_STATE_AVAILABLE,
        )
        title = "Phones: which one in a new tab?"
        self.push_screen(
            DevicesScreen(self.link, self.live.device, title=title, offered=[another]),
            self._use_in_new_tab,
        )

    def _use_in_new_tab(self, address: str | None) -> None:
        if address:
            wanted = TaskChoice(address, self.live.chosen.policy)
            self.run_worker(partial(self._open_tab, wanted), group="tabs")

    async def _open_tab(self, wanted: TaskChoice, run: run_pb2.Run | None = None) -> None:
        """A phone has one tab: if it is open, it comes to the front."""
        live = self.tabs.on_phone(wanted.device)
        if live is not None and run is None:
            await self.tabs.go_to(live)
            return
        live = await self.tabs.open(wanted)
        live.choose(wanted)
        live.greet(self._greeting())
        if run is not None:
            live.join(run)

    async def action_next_tab(self) -> None:
        # At once: the next key is meant for that tab.
        if len(self.tabs) > 1:
            await self.tabs.go_by(1)
        else:
            self.notify("There is one tab. Ctrl+O opens another phone.")

    def _go_to_next_tab(self) -> None:
        self.run_worker(self.action_next_tab, group="tabs")

    def action_close_tab(self) -> None:
        if len(self.tabs) < 2:
            self.notify("This is the only tab. Ctrl+Q leaves.")
        elif self.live.control.live:
            self.notify("A task is being done here. Ctrl+C stops it.", severity="warning")
        else:
            self.run_worker(self.tabs.close, group="tabs")

    async def on_tab_bar_chosen(self, event: TabBar.Chosen) -> None:
        await self.tabs.go_to_place(event.place)

    def on_browser_input(self, event: BrowserInput) -> None:
        """Of the picture in the page."""
        match read_input(event.told):
            case PageButton.TAKE_OVER:
                self.live.action_take_over()
            case None:
                pass
            case wish:
                self.live.touch_in_page(wish)

    def action_help(self) -> None:
        self.push_screen(HelpScreen())

    def action_runs(self) -> None:
        self._leave_list()
        self.push_screen(RunsScreen(self.link), self._wished)

    def action_devices(self) -> None:
        self._leave_list()
        self.push_screen(DevicesScreen(self.link, self.live.chosen.device), self._use_device)

    def action_policies(self) -> None:
        self._leave_list()
        self.push_screen(PoliciesScreen(self.link, self.live.chosen.policy), self._use_policy)

    def _leave_list(self) -> None:
        """From list to list: none is left behind another."""
        screen = self.screen  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if isinstance(screen, DismissibleScreen):
            screen.dismiss(None)

    def action_command_palette(self) -> None:
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette(self._commands()), self._carry_out)

    def _carry_out(self, command: Command | None) -> None:
        if command is not None:
            command.do()

    def _commands(self) -> list[Command]:
        live = self.live
        return [
            Command("Stop the run", "at once (Ctrl+C)", self.action_stop),
            Command("Pause or go on", "also continues (F5)", live.action_pause),
            Command("Take over or hand back", "the phone is yours (F6)", live.action_take_over),
            Command("Answer", "what the run asks (F7)", live.action_answer),
            Command("Take back", "what the task did (Ctrl+Z)", live.action_undo),
            Command("Phone view", "drawn, picture, outlines, list (F8)", live.action_view),
            Command("Runs", "all of them (F2)", self.action_runs),
            Command("Phones", "choose one (F3)", self.action_devices),
            Command("New tab", "another phone beside this one (Ctrl+O)", self.action_open_tab),
            Command("Next tab", "the next phone (Ctrl+G)", self._go_to_next_tab),
            Command("Close tab", "let go of this phone (Ctrl+L)", self.action_close_tab),
            Command("Policies", "choose or load one (F4)", self.action_policies),
            Command("Key help", "all keys (F1)", self.action_help),
            Command("Picture of the screen", "saved as SVG", self._save_picture),
            Command("Leave", "ends PhoneBuddy (Ctrl+Q)", self.exit),
            *(
                Command(f"Theme {name}", "colours, until you leave", partial(self._use_theme, name))
                for name in sorted(self.available_themes)
            ),
        ]

    def _use_theme(self, name: str) -> None:
        self.theme = name

    def _save_picture(self) -> None:
        try:
            path = self.save_screenshot(path=str(Path(self._settings.export_folder).expanduser()))
        except OSError as error:
            self.notify(one_line(str(error)), title="Not saved", severity="error", markup=False)
        else:
            self.notify(path, title="Saved", markup=False)

    # What screens are left with

    def _use_device(self, address: str | None) -> None:
        if address:
            self.live.wanted = replace(self.live.wanted, device=address)
            self.live.choose(replace(self.live.chosen, device=address))

    def _use_policy(self, name: str | None) -> None:
        if name:
            self.live.wanted = replace(self.live.wanted, policy=name)
            self.live.choose(replace(self.live.chosen, policy=name))

    def _wished(self, wish: RunWish | None) -> None:
        if wish is None:
            return
        run = wish.run
        match wish.command:
            case RunCommand.OPEN if has_ended(run.state):
                screen = PastRunScreen(
                    self.link, run, self._settings.picture, self._cell, outlet=self._outlet
                )
                self.push_screen(screen, self._wished)
            case RunCommand.OPEN:
                self.run_worker(partial(self._follow, run), group="tabs")
            case RunCommand.AGAIN:
                self._again(run)
            case RunCommand.REPLAY:
                self.run_worker(partial(self._check_replay, run), group="runs")
            case RunCommand.UNDO:
                self._ask_undo(run)
            case RunCommand.EXPORT:
                self._ask_export(run)
            case RunCommand.DELETE:
                self._ask_delete(run)

    async def _follow(self, run: run_pb2.Run) -> None:
        """In the tab that shows it, else in this one or, while that works at another, in a new one."""
        if (shown := self.tabs.with_run(run.id)) is not None:
            await self.tabs.go_to(shown)
        elif self.live.control.live:
            await self._open_tab(TaskChoice(run.device, run.policy), run)
        else:
            self.live.join(run)

    def _again(self, run: run_pb2.Run, **options: str) -> None:
        if self.live.control.live:
            self.notify("A task is being done. Ctrl+C stops it.", severity="warning")
            return
        self.live.wanted = TaskChoice(run.device, run.policy)
        self.live.choose(self.live.wanted)
        self.live.begin(run.goal, **options)

    async def _check_replay(self, run: run_pb2.Run) -> None:
        """Say how the phone differs from what it was, before anything is done on it."""
        try:
            found = await self.link.ask(lambda: self.link.client.check_replay(run.id))
        except BuddyError:
            # What keeps the phone from being seen is told by the replay.
            self._again(run, replay_of=run.id)
            return
        if not found.differences:
            self._again(run, replay_of=run.id)
            return

        def answered(way: ReplayChoice | None) -> None:
            match way:
                case ReplayChoice.UNDO_FIRST:
                    self.run_worker(partial(self._undo, run, replay=True), group="runs")
                case ReplayChoice.HOME_FIRST:
                    self.run_worker(partial(self._replay_from_home, run), group="runs")
                case ReplayChoice.ANYWAY:
                    self._again(run, replay_of=run.id)
                case _:
                    self.action_runs()

        lines = tuple(one_line(line) for line in found.differences)
        self.push_screen(ReplayDialog(lines, can_undo=found.can_undo), answered)

    async def _replay_from_home(self, run: run_pb2.Run) -> None:
        client = self.link.client
        try:
            look = await self.link.ask(lambda: client.observe(run.device))
            await self.link.tell(lambda: client.perform(run.device, HOME, look.id))
        except BuddyError as error:
            self.notify(one_line(str(error)), severity="error", markup=False)
            self.action_runs()
            return
        self._again(run, replay_of=run.id)

    def _ask_undo(self, run: run_pb2.Run) -> None:
        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual calls it
            if yes:
                self.run_worker(partial(self._undo, run), group="runs")
            else:
                self.action_runs()

        lines = (one_line(run.goal), *change_lines(run.outcome), "The phone will be as before it.")
        self.push_screen(ConfirmDialog("Take this run back?", lines, "Take back"), answered)

    async def _undo(self, run: run_pb2.Run, *, replay: bool = False) -> None:
        try:
            if self.live.control.shows(run.id):
                await self.live.control.undo()
            else:
                await self.link.tell(lambda: self.link.client.undo(run.id))
        except BuddyError as error:
            self.notify(
                one_line(str(error)), title="Not taken back", severity="error", markup=False
            )
            self.action_runs()
            return
        if replay:
            self._again(run, replay_of=run.id)
        else:
            self.notify("The phone is as before that run.", title="Taken back")
            self.action_runs()

    def _ask_delete(self, run: run_pb2.Run) -> None:
        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual calls it
            if yes:
                self.run_worker(partial(self._delete, run), group="runs")
            else:
                self.action_runs()

        lines = (one_line(run.goal), "Its steps and screenshots are gone for good.")
        self.push_screen(ConfirmDialog("Delete this run?", lines, "Delete"), answered)

    async def _delete(self, run: run_pb2.Run) -> None:
        try:
            await self.link.tell(lambda: self.link.client.delete(run.id))
        except BuddyError as error:
            self.notify(one_line(str(error)), severity="error", markup=False)
        self.action_runs()

    def _ask_export(self, run: run_pb2.Run) -> None:
        folder = Path(self._settings.export_folder).expanduser() / f"run-{run.id}"
        lines = ("As an episode record, which the trainer reads. A new folder:",)

        def answered(folder: str | None) -> None:
            if folder:
                work = partial(self._export, run, Path(folder).expanduser())
                self.run_worker(work, group="export")
            self.action_runs()

        self.push_screen(LineDialog("Export this run", lines, str(folder)), answered)

    async def _export(self, run: run_pb2.Run, folder: Path) -> None:
        self.notify("Exporting …", timeout=2)
        try:
            await asyncio.to_thread(self._connection.export, run.id, folder)
        except (BuddyError, OSError, ValueError) as error:
            self.notify(one_line(str(error)), title="Not exported", severity="error", markup=False)
        else:
            self.notify(str(folder), title="Exported", markup=False)


def open_app(connection: RuntimeConnection, *, settings: TuiSettings) -> None:
    """Run the screens in this terminal until the person leaves."""
    terminal: TerminalGraphics = ask_terminal(settings.picture)
    settings = replace(settings, picture=terminal.picture)
    PhoneBuddyApp(connection, settings, cell=terminal.cell).run()
