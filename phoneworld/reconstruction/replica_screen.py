"""A screen of a rebuilt app: what it does when it is touched, and where that leads.

Each screen type is a route; which of its recorded contents is shown is part of the screen's state.
A list shows its recorded content until its table differs from what was recorded, or until it is
searched or scrolled further than a recording went; from then on it shows the table. Nothing is made
up here: what the specification calls dead does nothing.
"""

from __future__ import annotations

from dataclasses import replace

from phoneworld.app import Screen
from phoneworld.reconstruction.behaviour import BACK, NONE_GIVEN, Move
from phoneworld.reconstruction.blueprint import Blueprint, field_key
from phoneworld.reconstruction.content_changes import FIRST_GIVEN
from phoneworld.reconstruction.modules.lists import row_touched, settle_rows
from phoneworld.reconstruction.modules.module import Touch
from phoneworld.reconstruction.modules.recognition import MODULES
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.replica_views import ReplicaRoot
from phoneworld.reconstruction.replica_window import ReplicaWindow
from phoneworld.reconstruction.row_changes import (
    RowChange,
    carry_out,
    note_answer,
    planned,
)
from phoneworld.reconstruction.screen_parts import Part, is_no_answer
from phoneworld.reconstruction.screen_state import (
    AS_RECORDED,
    ASTRAY,
    AT,
    DRIVEN,
    ENTRY,
    GIVEN,
    ROW,
    SELECTED_SECTION,
    TYPED,
)
from phoneworld.reconstruction.specification import Known, ScreenSpec, StateSpec, StripSpec
from phoneworld.reconstruction.trees import flag_bits
from phoneworld.ui.view import View
from runtime.actions import Direction
from runtime.observation import EDITABLE


class ReplicaScreen(Screen):
    """A screen of a rebuilt app. Subclasses name the app and the screen."""

    blueprint: Blueprint
    route: str

    @property
    def type(self) -> ScreenSpec:
        return self.blueprint.screens[self.route]

    @property
    def at(self) -> int:
        """Which of the recorded contents is shown."""
        return min(int(self.state.get(AT, 0)), len(self.type.states) - 1)

    @property
    def shown_at(self) -> int:
        """Which content is shown: a recorded one, or (below 0) one that was given."""
        return int(self.state.get(GIVEN, self.at))

    @property
    def content(self) -> StateSpec:
        return self.blueprint.content(self.route, self.shown_at)

    @property
    def row(self) -> int | None:
        """The row of a table that this screen is about."""
        return self.args.get(ROW)

    @property
    def records(self) -> Records:
        return Records(self.db, self.blueprint.spec.tables)

    def parts(self) -> list[Part]:
        """The parts of the content that is shown, in the order of its views."""
        return self.blueprint.parts(self.route, self.shown_at)

    def opened(self) -> None:
        spec = self.blueprint.spec
        # Only a launch names no content. Which one it opens with is no part of a page's name.
        state: int | None = self.args.pop("state", None)
        is_launch = state is None and self.route == spec.start
        self.show(state or 0, keep_typed=False)
        if spec.first and is_launch and not self.records.is_settled():
            self.phone.open_screen(self.app.package, spec.first, {"state": 0})
            self.settle_keyboard()

    def show(self, state: int, *, keep_typed: bool) -> None:
        """Show one of the recorded contents; with `keep_typed`, fields keep what was typed."""
        if state <= FIRST_GIVEN:
            return
        state = state if 0 <= state < len(self.type.states) else 0
        if state != self.at:
            self.state.pop(GIVEN, None)
        self.state[AT] = state
        typed: list[str] = self.state.get(TYPED, []) if keep_typed else []
        bound = self.bound_texts()
        for view, part, text in zip(self.content.views, self.parts(), bound, strict=True):
            key = field_key(part)
            if flag_bits(view.flags) & EDITABLE and key not in typed:
                self.state[key] = text
        self.state[TYPED] = typed

    def typed_texts(self) -> dict[str, str]:
        """What the fields of this screen hold, by slot."""
        return {
            part.slot: str(self.state.get(field_key(part), ""))
            for part in self.parts()
            if part.node.flags & EDITABLE
        }

    def bound_texts(self) -> list[str]:
        """The texts of the views: those of the row that the screen is about, where it is about one."""
        return self.blueprint.bound_texts(self.route, self.shown_at, self.row, self.records)

    def section(self) -> str:
        """The section of its list that this screen shows."""
        selected = str(self.state.get(SELECTED_SECTION, ""))
        return selected or self.blueprint.section(self.route, self.shown_at, self.bound_texts())

    # What is shown

    def view(self) -> View:
        return ReplicaWindow(self).root(behind=self._behind())

    def _behind(self) -> ReplicaRoot | None:
        """The screen below a dialog, if it belongs to this app."""
        if self.type.kind not in ("dialog", "drawer"):
            return None
        stack = self.phone.tasks.get(self.app.package, [])
        for activity in reversed(stack[:-1]):
            screen = activity.screen
            if isinstance(screen, ReplicaScreen) and screen.type.kind in ("screen", "page"):
                return ReplicaWindow(screen).root()
        return None

    # What happens

    def typed(self, part: Part) -> None:
        """Something was typed into a field."""
        typed: list[str] = self.state.setdefault(TYPED, [])
        key = field_key(part)
        if key not in typed:
            typed.append(key)
        recorded = self._recorded_state()
        if recorded is not None:
            self.state[AT] = recorded
            return
        move = self.blueprint.behaviour.decide(
            self.route, self.at, "type", slot=part.slot, nth=part.nth, given=self._given()
        )
        if move is not None and move.screen not in ("", self.route):
            self.go(move, self.row)

    def did(self, action: str, part: Part | None, *, row: int | None = None) -> None:
        """Something was touched or pressed: the data changes, then the screen."""
        self._settle()
        slot, label, nth = (part.slot, part.label, part.nth) if part is not None else ("", "", 0)
        driven = row is not None
        if row is None and part is not None:
            row = row_touched(self.blueprint, self.records, self.route, self.shown_at, part)
        touched = row
        row = self.row if row is None else row
        state = self._recorded_state()
        move = self.blueprint.behaviour.decide(
            self.route,
            self.at if state is None else state,
            action,
            slot=slot,
            label=label,
            nth=nth,
            below=self.below,
            stays=part is not None and is_no_answer(part.node),
            stack=self._shown_stack(),
            given=self._given(),
        )
        if move is None or (move.screen == self.route and move.state in (-1, self.at)):
            move = self.passing() or move
        exact = move is not None and move.exact and not driven and state is not None
        exact = exact and not self.state.get(ASTRAY) and GIVEN not in self.state
        changes = self._shown_by(move, row) if exact and move is not None else []
        touch = self._change(action, part, touched, row)
        row = touch.row
        carry_out(self.records, changes)
        if exact and move is not None and self.type.kind == "dialog":
            old = self._stack().get(move.screen)
            if old is not None and move.state >= 0:
                note_answer(self.blueprint, self.records, move.screen, old, move.state, row)
        if move is not None and touch.is_done and not exact and move.screen in self._stack():
            # A module has changed the data: what is open shows that, and needs no other recorded content.
            move = replace(move, state=-1)
        if move is not None:
            is_entry = self.blueprint.behaviour.is_entry(self.route, slot, move.screen)
            self.go(move, row, exact=exact, entry=label if is_entry and action == "tap" else "")
        if touch.selects and self.phone.activity.route == self.route:
            self._select(touch.selects)
        if row is None:
            self._leave_what_is_gone()
        self.phone.touch()

    def _settle(self) -> None:
        """Note what the open lists show, before anything changes."""
        for screen in self._open():
            settle_rows(screen)

    def _select(self, section: str) -> None:
        """Show a section, on the content that is shown where none was recorded with it selected."""
        own = self.blueprint.section(self.route, self.shown_at, self.bound_texts())
        self.state[SELECTED_SECTION] = "" if own == section else section

    def _leave_what_is_gone(self) -> None:
        """Close screens about rows that are no more, if other screens of the app lie below."""
        phone, package = self.phone, self.app.package
        while len(phone.tasks.get(package, [])) > 1:
            screen = phone.activity.screen
            if not isinstance(screen, ReplicaScreen) or screen.row is None:
                return
            table = screen.records.table_of(screen.row)
            if table is None or screen.records.row(table, screen.row) is not None:
                return
            phone.close_screen()

    def _change(
        self, action: str, part: Part | None, touched: int | None, row: int | None
    ) -> Touch:
        """Change the data if the effect of the action is known."""
        touch = Touch(
            screen=self.route,
            state=self.shown_at,
            action=action,
            part=part,
            texts=self.typed_texts(),
            stack=self._stack(),
            row=row,
            of=touched,
            sections=self._sections(),
        )
        for module in MODULES:
            module.touched(self.blueprint, self.records, touch)
            if touch.is_done:
                break
        return touch

    def passing(self) -> Move | None:
        """Where a screen that passes by itself leads."""
        one = self.blueprint.passes.get(self.route)
        return Move(one.target, one.state, Known.INFERRED) if one is not None else None

    def time_passed(self) -> None:
        """A splash gives way."""
        move = self.passing()
        if move is not None:
            self.go(move, self.row)

    def _shown_by(self, move: Move, row: int | None) -> list[RowChange]:
        """The changes of data that the recorded content after a step shows."""
        old = self._stack().get(move.screen)
        if old is None or move.state < 0:
            return []
        return planned(self.blueprint, self.records, move.screen, old, move.state, row)

    def _recorded_state(self) -> int | None:
        """The recorded content that equals this screen with what was typed; None if there is none."""
        typed: list[str] = self.state.get(TYPED, [])
        if not typed:
            return self.at
        now = self.typed_texts()
        for number in range(len(self.type.states)):
            parts = self.blueprint.parts(self.route, number)
            if {p.slot: p.node.text for p in parts if p.node.flags & EDITABLE} == now:
                return number
        return None

    def _open(self) -> list[ReplicaScreen]:
        """The screens of the app that are open, the one in front last."""
        stack = self.phone.tasks.get(self.app.package, [])
        screens = [activity.screen for activity in stack]
        return [one for one in screens if isinstance(one, ReplicaScreen)]

    def _stack(self) -> dict[str, int]:
        """The screens that are open, with the contents they show."""
        return {one.route: one.at for one in self._open()}

    def _shown_stack(self) -> dict[str, int]:
        """The screens that are open, with the contents they show, also those that were given."""
        return {one.route: one.shown_at for one in self._open()}

    def _given(self) -> int:
        """The content that was given, where one is shown."""
        return int(self.state.get(GIVEN, NONE_GIVEN))

    def _sections(self) -> dict[str, str]:
        """The sections that the open lists show."""
        return {one.route: one.section() for one in self._open()}

    @property
    def below(self) -> str:
        """The screen that closing this one uncovers."""
        stack = self.phone.tasks.get(self.app.package, [])
        return stack[-2].route if len(stack) > 1 else ""

    def back(self) -> bool:
        below = self.below
        move = self.blueprint.behaviour.decide(
            self.route,
            self.at,
            "back",
            below=below,
            stack=self._shown_stack(),
            given=self._given(),
        )
        if move is None or move.screen == below:
            return False
        self.go(move, self.row)
        return True

    def swiped(self, direction: Direction) -> bool:
        move = self.blueprint.behaviour.decide(
            self.route,
            self.at,
            f"scroll {direction.value}",
            below=self.below,
            stack=self._shown_stack(),
            given=self._given(),
        )
        if move is not None and not self._scrolls_itself(move):
            self.go(move, self.row)
            return True
        strip = self.blueprint.strips.get(self.route)
        if strip is not None and not strip.across and direction in (Direction.UP, Direction.DOWN):
            return self._scroll_entries(strip, forward=direction is Direction.DOWN)
        if self.route in self.blueprint.lists and direction is Direction.DOWN:
            already = bool(self.state.get(DRIVEN))
            self.state[DRIVEN] = True
            return not already
        return False

    def _scrolls_itself(self, move: Move) -> bool:
        """Whether a recorded scroll changes nothing here: the screen has not moved, or its list shows its table."""
        if move.screen != self.route:
            return False
        return bool(self.state.get(DRIVEN)) or move.state in (-1, self.shown_at)

    def _scroll_entries(self, strip: StripSpec, *, forward: bool) -> bool:
        """Show the entries as they are now, then half a screen of them further on or back."""
        scroll, already = self.phone.activity.scroll, bool(self.state.get(DRIVEN))
        self.state[DRIVEN] = True
        old = scroll.get(strip.box, 0)
        page = self.blueprint.spec.height_px // 2 if already else 0
        scroll[strip.box] = max(0, old + page if forward else old - page)
        self.phone.touch()
        return not already or scroll[strip.box] != old

    def go(self, move: Move, row: int | None, *, exact: bool = False, entry: str = "") -> None:
        """Show the screen that an action leads to: again if open, in place of a dialog, or on top. `entry` is
        what it was opened for.

        `exact`: the app does exactly what was recorded. Otherwise it has left the recording, and what was
        recorded later says nothing about the data.
        """
        phone, package = self.phone, self.app.package
        if move.screen == BACK and not self.below and self.route != self.blueprint.spec.start:
            # What lies below was not recorded; the app is not left by answering it.
            move = Move(self.blueprint.spec.start, -1, move.known)
            phone.open_screen(package, move.screen, {"state": 0})
            phone.tasks[package].pop(-2)
            self._arrived()
            return
        if move.screen == BACK:
            phone.close_screen()
            self._arrived()
            return
        if not move.screen:
            phone.stop_app(package)
            return
        if move.screen == self.route:
            if move.state >= 0:
                self.show(move.state, keep_typed=True)
            self.settle_truth(exact=exact)
            phone.touch()
            return
        state = self.blueprint.state_for(move.screen, move.state, row, self.records)
        routes = [activity.route for activity in phone.tasks[package]]
        if move.screen in routes:
            while phone.activity.route != move.screen:
                phone.close_screen()
            screen = phone.activity.screen
            if row is not None:
                screen.args[ROW] = row
            if isinstance(screen, ReplicaScreen) and state >= 0:
                screen.show(state, keep_typed=True)
                screen.settle_truth(exact=exact)
            self._arrived()
            return
        if self.type.kind in ("dialog", "drawer"):
            phone.close_screen()
        args: dict[str, int | str] = {"state": max(0, state)}
        if row is not None:
            args[ROW] = row
        elif entry:
            args[ENTRY] = entry
        phone.open_screen(package, move.screen, args)
        screen = phone.activity.screen
        if isinstance(screen, ReplicaScreen) and not exact:
            screen.state[ASTRAY] = True
        self._arrived()

    def _arrived(self) -> None:
        """Another screen is in front now."""
        self.settle_keyboard()
        screen = self.phone.activity.screen
        if isinstance(screen, ReplicaScreen) and screen.route == self.blueprint.spec.start:
            self.records.settle()

    def settle_truth(self, *, exact: bool) -> None:
        """Remember whether the content that is shown agrees with the data."""
        spec = self.blueprint.lists.get(self.route)
        if not exact:
            self.state[ASTRAY] = True
        elif spec is not None and not self.state.get(DRIVEN):
            table = self.blueprint.tables[spec.table]
            self.state[AS_RECORDED] = self.records.version(table)

    def settle_keyboard(self) -> None:
        """Show the keyboard if it was shown when this content was recorded."""
        activity = self.phone.activity
        screen = activity.screen
        if not isinstance(screen, ReplicaScreen):
            return
        activity.focus, activity.keyboard = "", False
        if screen.content.keyboard:
            for view, part in zip(screen.content.views, screen.parts(), strict=True):
                if "focused" in view.flags and "editable" in view.flags:
                    self.phone.focus_field(field_key(part))
        self.phone.touch()
