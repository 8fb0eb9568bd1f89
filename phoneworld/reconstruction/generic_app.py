"""The one app that runs every specification.

Each screen type is a route; which of its recorded contents is shown is part of the screen's state.
A list shows its recorded content until its table differs from what was recorded, or until it is
searched or scrolled further than a recording went; from then on it shows the table. Nothing is made
up here: what the specification calls dead does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from phoneworld.app import App, Screen
from phoneworld.phone import Phone
from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.anatomy import TOUCHABLE, Part, is_no_answer
from phoneworld.reconstruction.behaviour import BACK, Move
from phoneworld.reconstruction.blueprint import Blueprint, field_key
from phoneworld.reconstruction.deeds import Deeds
from phoneworld.reconstruction.driven_list import DrivenList, row_views
from phoneworld.reconstruction.records import DATABASE, FACTS, Records, fill, schema_of
from phoneworld.reconstruction.replica_views import (
    Placed,
    Replica,
    ReplicaField,
    ReplicaRoot,
)
from phoneworld.reconstruction.row_changes import RowChange, carry_out, note_answer, planned
from phoneworld.reconstruction.rows import tick_of, tick_within
from phoneworld.reconstruction.specification import (
    AppSpec,
    ScreenSpec,
    StateSpec,
    TableSpec,
    ViewSpec,
)
from phoneworld.reconstruction.trees import flag_bits
from phoneworld.store import database_path
from phoneworld.ui.view import View
from phoneworld.world import World
from runtime.actions import Direction
from runtime.observation import CHECKED, EDITABLE, LONG_CLICKABLE

AT = "at"
TYPED = "typed"
AS_RECORDED = "as recorded"
ASTRAY = "astray"
DRIVEN = "driven"
ROW = "row"


class ReplicaScreen(Screen):
    """A screen of a rebuilt app. Subclasses say which of which."""

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
    def content(self) -> StateSpec:
        return self.type.states[self.at]

    @property
    def row(self) -> int | None:
        """The row of a table that this screen is about."""
        return self.args.get(ROW)

    @property
    def records(self) -> Records:
        return Records(self.db, self.blueprint.spec.tables)

    def parts(self) -> list[Part]:
        """The parts of the content that is shown, in the order of its views."""
        return self.blueprint.parts(self.route, self.at)

    def opened(self) -> None:
        self.show(int(self.args.get("state", 0)), keep_typed=False)

    def show(self, state: int, *, keep_typed: bool) -> None:
        """Show one of the recorded contents; what was typed stays where that is asked for."""
        self.state[AT] = state if 0 <= state < len(self.type.states) else 0
        typed: list[str] = self.state.get(TYPED, []) if keep_typed else []
        bound = self._bound_texts()
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

    # What is shown

    def view(self) -> View:
        return self.root(behind=self._behind())

    def root(self, *, behind: ReplicaRoot | None = None) -> ReplicaRoot:
        """The window as it is now."""
        content, parts = self.content, self.parts()
        texts, ticks = self._bound_texts(), self._ticks()
        driven = self._driven_list()
        views: list[Placed] = []
        for place, (view, part) in enumerate(zip(content.views, parts, strict=True)):
            if driven is not None and part.box == driven[0]:
                continue
            if driven is not None and place == driven[0]:
                views.append(driven[1])
            elif part.node.flags & EDITABLE:
                views.append(self._field(view, part))
            else:
                views.append(self._part(view, part, texts[place], on=ticks.get(place)))
        return ReplicaRoot(
            views,
            self.blueprint.spec.content,
            keyboard=self.phone.keyboard_shown,
            background=content.background,
            behind=behind,
        )

    def _part(self, view: ViewSpec, part: Part, text: str, *, on: bool | None) -> Replica:
        shown = Replica(view, self.blueprint.image)
        if text != view.text:
            shown.show_text(text)
        if on is not None:
            shown.tick(on=on)
        answers = self.blueprint.behaviour.answers
        flags = part.node.flags
        if flags & TOUCHABLE or answers(self.route, "tap", part.slot):
            shown.on_click = self._touching("tap", part)
        if flags & LONG_CLICKABLE or answers(self.route, "hold", part.slot):
            shown.on_long_click = self._touching("hold", part)
        if part.row >= 0 and part is self.parts()[part.row] and self.route in self.blueprint.swiped:
            shown.on_swipe = lambda direction: self.did(f"{SWIPE} {direction.value}", part)
        return shown

    def _field(self, view: ViewSpec, part: Part) -> ReplicaField:
        key = field_key(part)
        typed: list[str] = self.state.get(TYPED, [])
        self.state.setdefault(key, view.text)
        return ReplicaField(
            view,
            key,
            self.blueprint.image,
            untouched=key not in typed,
            on_change=lambda _text: self.typed(part),
            on_submit=lambda: self.did("enter", None),
        )

    def _bound_texts(self) -> list[str]:
        """The texts of the views: those of the row that the screen is about, where it is about one."""
        return self.blueprint.bound_texts(self.route, self.at, self.row, self.records)

    def _ticks(self) -> dict[int, bool]:
        """Which ticks are on, where that is a setting of the app."""
        ticks: dict[int, bool] = {}
        parts = self.parts()
        for place, name in self.blueprint.switches(self.route, self.at):
            inside = self.blueprint.tick_in(parts, place)
            if inside is not None:
                ticks[inside] = self.records.setting(name)
        for place, part in enumerate(parts):
            choice = self.blueprint.choices.get((self.route, part.slot))
            chosen = self.records.chosen(choice.name, self.row or 0) if choice is not None else ""
            inside = self.blueprint.tick_in(parts, place) if chosen else None
            if inside is not None:
                ticks[inside] = part.label == chosen
        return ticks

    def _driven_list(self) -> tuple[int, DrivenList] | None:
        """The list that shows its table, and its place; None while it shows what was recorded."""
        spec = self.blueprint.lists.get(self.route)
        if spec is None:
            return None
        place = next((p for p, part in enumerate(self.parts()) if part.slot == spec.box), None)
        if place is None:
            return None
        table = self.blueprint.tables[spec.table]
        records = self.records
        wanted = ""
        if spec.search:
            key = next((field_key(p) for p in self.parts() if p.slot == spec.search), "")
            wanted = str(self.state.get(key, "")) if key in self.state.get(TYPED, []) else ""
        if not self.state.get(DRIVEN) and self._is_as_recorded(table):
            field = next((p for p in self.parts() if p.slot == spec.search), None)
            if not wanted or (field is not None and field.node.text == wanted):
                return None
        rows = [row_views(spec, table, row) for row in records.rows(table, wanted.strip())]
        view = self.content.views[place]
        return place, DrivenList(
            view,
            spec,
            rows,
            self.blueprint.image,
            self._row_touched,
            swipes=self.route in self.blueprint.swiped,
        )

    def _is_as_recorded(self, table: TableSpec) -> bool:
        """Whether the table holds what the content shows that is in front."""
        known = self.state.get(AS_RECORDED)
        if known is not None:
            return known == self.records.version(table)
        return not self.records.is_changed(table)

    def _behind(self) -> ReplicaRoot | None:
        """The screen that a dialog lies over, as far as it is one of ours."""
        if self.type.kind not in ("dialog", "drawer"):
            return None
        stack = self.phone.tasks.get(self.app.package, [])
        for activity in reversed(stack[:-1]):
            screen = activity.screen
            if isinstance(screen, ReplicaScreen) and screen.type.kind in ("screen", "page"):
                return screen.root()
        return None

    # What happens

    def _touching(self, action: str, part: Part) -> Callable[[], object]:
        return lambda: self.did(action, part)

    def _row_touched(self, action: str, part: Part, id: int) -> None:
        self.did(action, part, row=id)

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
            self.route, self.at, "type", slot=part.slot, nth=part.nth
        )
        if move is not None and move.screen not in ("", self.route):
            self.go(move, self.row)

    def did(self, action: str, part: Part | None, *, row: int | None = None) -> None:
        """Something was touched or pressed: the data changes, then the screen."""
        slot, label, nth = (part.slot, part.label, part.nth) if part is not None else ("", "", 0)
        driven = row is not None
        if row is None and part is not None:
            row = Deeds(self.blueprint, self.records).row_touched(self.route, self.at, part)
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
            stack=self._stack(),
        )
        exact = move is not None and move.exact and not driven and state is not None
        exact = exact and not self.state.get(ASTRAY)
        changes = self._shown_by(move, row) if exact and move is not None else []
        row = self._change(action, part, touched, row)
        carry_out(self.records, changes)
        if exact and move is not None and self.type.kind == "dialog":
            old = self._stack().get(move.screen)
            if old is not None and move.state >= 0:
                note_answer(self.blueprint, self.records, move.screen, old, move.state, row)
        if move is not None:
            self.go(move, row, exact=exact)
        self.phone.touch()

    def _change(
        self, action: str, part: Part | None, touched: int | None, row: int | None
    ) -> int | None:
        """Change the data as far as it is known what the action does; the row in question then."""
        deeds = Deeds(self.blueprint, self.records)
        if touched is not None and part is not None:
            parts = self.parts()
            tick = (
                tick_within(parts, parts.index(part)) if part in parts else tick_of(part.node.flags)
            )
            if deeds.do_to_row(self.route, action, part, tick, touched):
                return row
            if action == "tap":
                deeds.pick(self.route, part.slot, touched)
        if action in ("tap", "enter"):
            slot, label = (part.slot, part.label) if part is not None else ("", "")
            deeds.choose(self.route, slot, label, self._stack(), row)
            return deeds.carry_out(self.route, slot, label, self.typed_texts(), row)
        return row

    def _shown_by(self, move: Move, row: int | None) -> list[RowChange]:
        """What the recorded content that a step leads to tells of the data."""
        old = self._stack().get(move.screen)
        if old is None or move.state < 0:
            return []
        return planned(self.blueprint, self.records, move.screen, old, move.state, row)

    def _recorded_state(self) -> int | None:
        """The recorded content that this screen is now: with what was typed; None for none."""
        typed: list[str] = self.state.get(TYPED, [])
        if not typed:
            return self.at
        now = self.typed_texts()
        for number in range(len(self.type.states)):
            parts = self.blueprint.parts(self.route, number)
            if {p.slot: p.node.text for p in parts if p.node.flags & EDITABLE} == now:
                return number
        return None

    def _stack(self) -> dict[str, int]:
        """The screens that are open, with the contents they show."""
        stack = self.phone.tasks.get(self.app.package, [])
        screens = [activity.screen for activity in stack]
        return {one.route: one.at for one in screens if isinstance(one, ReplicaScreen)}

    @property
    def below(self) -> str:
        """The screen that closing this one uncovers."""
        stack = self.phone.tasks.get(self.app.package, [])
        return stack[-2].route if len(stack) > 1 else ""

    def back(self) -> bool:
        below = self.below
        move = self.blueprint.behaviour.decide(
            self.route, self.at, "back", below=below, stack=self._stack()
        )
        if move is None or move.screen == below:
            return False
        self.go(move, self.row)
        return True

    def swiped(self, direction: Direction) -> bool:
        move = self.blueprint.behaviour.decide(self.route, self.at, f"scroll {direction.value}")
        if move is not None and (move.screen, move.state) != (self.route, self.at):
            self.go(move, self.row)
            return True
        if self.route in self.blueprint.lists and direction is Direction.DOWN:
            already = bool(self.state.get(DRIVEN))
            self.state[DRIVEN] = True
            return not already
        return False

    def go(self, move: Move, row: int | None, *, exact: bool = False) -> None:
        """Show the screen that an action leads to: again if open, in place of a dialog, or on top.

        `exact` is said where the app does just what was recorded; otherwise it goes astray, and
        what was recorded further on says nothing about the data.
        """
        phone, package = self.phone, self.app.package
        if move.screen == BACK:
            phone.close_screen()
            self.settle_keyboard()
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
            self.settle_keyboard()
            return
        if self.type.kind in ("dialog", "drawer"):
            phone.close_screen()
        args: dict[str, int] = {"state": max(0, state)}
        if row is not None:
            args[ROW] = row
        phone.open_screen(package, move.screen, args)
        screen = phone.activity.screen
        if isinstance(screen, ReplicaScreen) and not exact:
            screen.state[ASTRAY] = True
        self.settle_keyboard()

    def settle_truth(self, *, exact: bool) -> None:
        """Remember whether the content that is shown now is what the data says."""
        spec = self.blueprint.lists.get(self.route)
        if not exact:
            self.state[ASTRAY] = True
        elif spec is not None and not self.state.get(DRIVEN):
            table = self.blueprint.tables[spec.table]
            self.state[AS_RECORDED] = self.records.version(table)

    def match_settings(self) -> None:
        """Set the app's settings as this content shows them: for replays, which start anywhere."""
        parts = self.parts()
        for place, name in self.blueprint.switches(self.route, self.at):
            inside = self.blueprint.tick_in(parts, place)
            if inside is not None:
                self.records.put(name, on=bool(parts[inside].node.flags & CHECKED))

    def settle_keyboard(self) -> None:
        """The keyboard is up where it was up when this content was recorded."""
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


def make_app(spec: AppSpec, images: Mapping[str, bytes] | None = None) -> App:
    """An app that a phone can install."""
    blueprint = Blueprint(spec, images or {})
    screens: dict[str, type[Screen]] = {
        screen.name: type(
            "ReplicaOf_" + screen.name,
            (ReplicaScreen,),
            {"blueprint": blueprint, "route": screen.name, "__slots__": ()},
        )
        for screen in spec.screens
    }
    path = database_path(spec.package, DATABASE)

    def seed(phone: Phone, world: World) -> None:
        fill(phone, world, spec, path)

    return App(
        package=spec.package,
        label=spec.label,
        icon="apps",
        color=spec.color,
        screens=screens,
        start=spec.start,
        database=DATABASE,
        schema=schema_of(spec),
        seed=seed,
        derived=(FACTS,),
    )
