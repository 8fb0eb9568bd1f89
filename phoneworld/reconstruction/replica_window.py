"""What a screen of a rebuilt app shows: its recorded views, with the texts, ticks and rows of its data."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.blueprint import field_key
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView
from phoneworld.reconstruction.modules.recognition import MODULES
from phoneworld.reconstruction.replica_views import Placed, Replica, ReplicaField, ReplicaRoot
from phoneworld.reconstruction.screen_parts import TOUCHABLE, Part
from phoneworld.reconstruction.screen_state import TYPED
from phoneworld.reconstruction.specification import ViewSpec
from runtime.observation import EDITABLE, LONG_CLICKABLE


class ReplicaWindow:
    """The window of a screen as it is now. What is touched in it is passed on to the screen."""

    def __init__(self, screen: ModuleScreen) -> None:
        self._screen = screen
        self._blueprint = screen.blueprint
        self._route = screen.route
        self._state = screen.state
        self._parts = screen.parts()

    def root(self, *, behind: ReplicaRoot | None = None) -> ReplicaRoot:
        """All views, above those of the screen that lies behind."""
        content, parts = self._screen.content, self._parts
        shown = ModuleView(self._screen.bound_texts())
        for module in MODULES:
            module.show(self._screen, shown)
        views: list[Placed] = []
        depth: int | None = None
        for place, (view, part) in enumerate(zip(content.views, parts, strict=True)):
            if part.box in shown.lists or place in shown.hidden:
                continue
            if depth is not None and part.depth > depth:
                continue
            depth = part.depth if place in shown.strips else None
            if place in shown.strips:
                views.append(shown.strips[place])
            elif place in shown.lists:
                views.append(shown.lists[place])
            elif part.node.flags & EDITABLE:
                views.append(self._field(view, part))
            else:
                views.append(
                    self._part(
                        view,
                        part,
                        shown.texts[place],
                        on=shown.ticks.get(place),
                        selected=shown.selected.get(place),
                    )
                )
        return ReplicaRoot(
            views,
            self._blueprint.spec.content,
            keyboard=self._screen.phone.keyboard_shown,
            background=content.background,
            behind=behind,
        )

    def _part(
        self, view: ViewSpec, part: Part, text: str, *, on: bool | None, selected: bool | None
    ) -> Replica:
        shown = Replica(view, self._blueprint.image)
        if text != view.text:
            shown.show_text(text)
        if on is not None:
            shown.tick(on=on)
        if selected is not None:
            shown.select(on=selected)
        answers = self._blueprint.behaviour.answers
        flags = part.node.flags
        if flags & TOUCHABLE or answers(self._route, "tap", part.slot):
            shown.on_click = self._touching("tap", part)
        if flags & LONG_CLICKABLE or answers(self._route, "hold", part.slot):
            shown.on_long_click = self._touching("hold", part)
        if (
            part.row >= 0
            and part is self._parts[part.row]
            and self._route in self._blueprint.swiped
        ):
            shown.on_swipe = lambda direction: self._screen.did(f"{SWIPE} {direction.value}", part)
        return shown

    def _field(self, view: ViewSpec, part: Part) -> ReplicaField:
        key = field_key(part)
        typed: list[str] = self._state.get(TYPED, [])
        self._state.setdefault(key, view.text)
        return ReplicaField(
            view,
            key,
            self._blueprint.image,
            untouched=key not in typed,
            on_change=lambda _text: self._screen.typed(part),
            on_submit=lambda: self._screen.did("enter", None),
        )

    def _touching(self, action: str, part: Part) -> Callable[[], object]:
        return lambda: self._screen.did(action, part)
