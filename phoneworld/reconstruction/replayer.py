"""Replays recorded steps in the rebuilt app: does it reach the recorded screen?

A step starts with the app on the recorded screen, above the screens that came before it in its
episode. The same part is touched, through the phone's own gestures; what the phone then really
shows is sorted into the screen types anew. A screen that the app does not have cannot be stood on:
such a step fails, unless its target is not in the app either; that is counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from phoneworld.app import App
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.realism import Realism, ScreenSize
from phoneworld.reconstruction.actions import SWIPE, RecordedAction, recorded_action
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.generic_app import app_of, make_app
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.replica_screen import ReplicaScreen
from phoneworld.reconstruction.replica_views import ReplicaRoot
from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.screen_types import ScreenTypes, is_launcher, shape_of
from phoneworld.reconstruction.specification import AppSpec, ScreenSpec, StateSpec
from phoneworld.reconstruction.standing import adopt, match_settings, take
from phoneworld.reconstruction.states import resized
from phoneworld.reconstruction.trees import tree_of, views_of
from phoneworld.recording.model import RecordedEpisode, RecordedScreen
from phoneworld.render.paint import paint
from phoneworld.system import launcher
from phoneworld.workshop import Workshop
from runtime.actions import (
    Action,
    Click,
    Direction,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    Stroke,
    Type,
)
from runtime.hierarchy import Node
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import Bounds

HOME = "(home)"
UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One replayed step. `source` and `target` are empty if the app has no such screen."""

    episode: str
    action: str
    source: str
    target: str
    landed: str
    known_before: bool
    texts: float
    """The share of the recorded texts of the target that the app shows, and vice versa."""
    number: int = 0
    idle_texts: float = 0.0
    """The same share for the recorded screen before the step: what an app shows that does nothing."""

    @property
    def right(self) -> bool:
        return bool(self.target) and self.target == self.landed


class Replayer:
    """A phone with the rebuilt app on it, of the size that was recorded."""

    def __init__(self, spec: AppSpec, images: dict[str, bytes] | None = None) -> None:
        self.spec = spec
        self._blueprint = Blueprint(spec, images or {})
        self.app = app_of(self._blueprint)
        self.phone = phone_with(self.app, spec)
        self.device = PhoneDevice(self.phone)
        self.types = ScreenTypes(shape_of(first_screen(spec, one)) for one in spec.screens)
        self._known: set[tuple[str, str, str, str]] = {
            (one.screen, one.action, one.slot, one.label) for one in spec.transitions
        }
        self._kinds = {screen.name: screen.kind for screen in spec.screens}
        self.passing = {one.screen for one in spec.passes}
        self._texts: dict[str, list[frozenset[str]]] = {}
        self._snapshot = self.phone.snapshot()

    # Which screen is it?

    def name_of(self, screen: RecordedScreen) -> str:
        """The app's name for a recorded screen; empty where it has no such screen."""
        if is_launcher(screen.package) and screen.package != self.spec.package:
            return HOME
        place = self.types.find(shape_of(screen))
        return UNKNOWN if place is None else self.spec.screens[place].name

    def state_of(self, name: str, screen: RecordedScreen) -> int:
        """The recorded content that a screen is nearest to."""
        states = self._texts.get(name)
        if states is None:
            spec = next(one for one in self.spec.screens if one.name == name)
            states = [texts_of(tree_of(state.views, "")) for state in spec.states]
            self._texts[name] = states
        wanted = texts_of(screen.root)
        return max(range(len(states)), key=lambda place: (overlap(states[place], wanted), -place))

    # Standing on it

    def stand_on(
        self, stack: list[tuple[str, int]], given: Sequence[RecordedScreen | None] = ()
    ) -> None:
        """Open the app with these screens on top of each other. Those that are `given`, and read otherwise than
        all that the app has of them, are shown as they are: as the app's own data would have them.
        """
        phone, package = self.phone, self.spec.package
        phone.restore(self._snapshot)
        phone.tasks.pop(package, None)
        self._blueprint.take_back()
        for place, (name, state) in enumerate(stack):
            phone.open_screen(package, name, {"state": state})
            whole = given[place] if place < len(given) else None
            if whole is not None:
                self._show_as(whole, name, state)
        top = phone.activity.screen
        if isinstance(top, ReplicaScreen):
            match_settings(top)
            top.settle_keyboard()

    def _show_as(self, whole: RecordedScreen, name: str, state: int) -> None:
        """Let the screen in front read as the recorded one does, where it does not."""
        screen = self.phone.activity.screen
        if not isinstance(screen, ReplicaScreen):
            return
        if texts_of(whole.root) != self._texts[name][state]:
            take(screen, StateSpec(views=views_of(whole.root), keyboard=whole.keyboard_shown))
        else:
            adopt(screen)

    def go_home(self) -> None:
        """A fresh phone that shows its home screen."""
        self.phone.restore(self._snapshot)
        self.phone.tasks.pop(self.spec.package, None)
        self.phone.go_home()

    def cold_start(self) -> None:
        """Open the app on a fresh phone, as a person opens it."""
        self.go_home()
        self.launch()

    def launch(self, *, first: bool = True) -> None:
        """Open the app as it was left, or from its start; if not `first`, by a user who has seen it before."""
        if not first:
            database = self.phone.app_database(self.app)
            Records(database, self.spec.tables).settle()
        self.perform(OpenApp(self.spec.label))

    def open_on(self, name: str, state: int) -> None:
        """Open one more screen on top of those that are open."""
        self.phone.open_screen(self.spec.package, name, {"state": state})
        screen = self.phone.activity.screen
        if isinstance(screen, ReplicaScreen):
            match_settings(screen)
            screen.settle_keyboard()

    def perform(self, action: Action) -> None:
        """Do something on the phone as it is now."""
        self.device.perform(action, self.device.observe())

    def point(self, box: Bounds) -> Point | None:
        """The middle of recorded bounds, as a touch names it; None where it is not to be seen."""
        look = self.device.observe()
        x, y = self._pixel(box)
        return look.point(x, y) if 0 <= x < look.width_px and 0 <= y < look.height_px else None

    def painted(self) -> Image.Image:
        """The app's part of the phone's screen as it is now, as a picture."""
        view = self.phone.content_window().view
        image = paint(self.phone.frame())
        return image.crop(view.window) if isinstance(view, ReplicaRoot) else image

    def content_of(self, picture: Image.Image) -> Image.Image:
        """The app's part of a recorded screenshot."""
        area, down = self.spec.content, picture.height / self.spec.height_px
        return picture.crop((0, int(area.top * down), picture.width, int(area.bottom * down)))

    def shown(self) -> RecordedScreen | None:
        """What the phone shows now, as if it had been recorded; None on the home screen."""
        screen = self.phone.activity.screen
        if not isinstance(screen, ReplicaScreen):
            return None
        view = self.phone.content_window().view
        if not isinstance(view, ReplicaRoot):
            return None
        root = copied(view, screen.type.package, view.recorded)
        return RecordedScreen(
            name="the rebuilt app",
            package=screen.type.package,
            activity=screen.type.activity,
            width_px=self.spec.width_px,
            height_px=self.spec.height_px,
            root=replace(root, class_name="hierarchy"),
        )

    def do(
        self,
        recorded: RecordedAction,
        action: Action,
        now: RecordedScreen,
        *,
        keyboard: bool = False,
    ) -> None:
        """Do to the app what was done to the recorded one, with the keyboard up or not."""
        if self.phone.activity.keyboard != keyboard:
            self.phone.activity.keyboard = keyboard
            self.phone.touch()
        look = self.device.observe()
        parts = parts_of(now.root)
        match action:
            case Click() | LongPress() | Type():
                box = counterpart(recorded, parts)
                if box is None:
                    return
                x, y = self._pixel(box)
                if not (0 <= x < look.width_px and 0 <= y < look.height_px):
                    return  # Out of sight: nobody can touch it there.
                target = look.point(x, y)
                if isinstance(action, Click):
                    self.device.perform(Click(target), look)
                elif isinstance(action, LongPress):
                    self.device.perform(LongPress(target), look)
                else:
                    self.device.perform(Type(action.text, target, clear=True), look)
            case Scroll() if recorded.kind.startswith(SWIPE):
                box = counterpart(recorded, parts)
                if box is None:
                    return
                across = (
                    box.left + (box.right - box.left) // 4,
                    box.right - (box.right - box.left) // 4,
                )
                start, end = across if recorded.kind.endswith("right") else across[::-1]
                y = box.center[1]
                ends = [look.point(*self._at(x, y)) for x in (start, end)]
                self.device.perform(Scroll(Stroke(*ends)), look)
            case Scroll():
                direction = Direction(recorded.kind.rpartition(" ")[2])
                self.device.perform(Scroll(direction), look)
            case PressButton(button):
                self.device.perform(PressButton(button), look)
            case _:
                return

    def _pixel(self, box: Bounds) -> tuple[int, int]:
        """The middle of recorded bounds on the phone as it is now."""
        return self._at(*box.center)

    def _at(self, x: int, y: int) -> tuple[int, int]:
        view = self.phone.content_window().view
        return view.pixel(x, y) if isinstance(view, ReplicaRoot) else (x, y)

    def replay(self, episode: RecordedEpisode) -> Iterable[Replayed]:
        """Every step of an episode that was done to the app."""
        width, height = self.spec.width_px, self.spec.height_px
        stack: list[tuple[str, int]] = []
        given: list[RecordedScreen | None] = []
        for number, step in enumerate(episode.steps):
            before = resized(step.before, width, height)
            after = resized(step.after, width, height)
            source, target = self.name_of(before), self.name_of(after)
            if source == HOME:
                stack = []
                continue
            stack = self.above(stack, source, before)
            if source:
                given = [*given[: len(stack) - 1], before]
            parts = parts_of(before.root)
            recorded = recorded_action(step.action, parts, width, height)
            if recorded is None:
                continue
            landed, texts = UNKNOWN, 0.0
            if source:
                landed, texts = self._land(stack, given, recorded, step.action, before, after)
            yield Replayed(
                episode=episode.name,
                action=recorded.kind,
                source=source,
                target=target,
                landed=landed,
                known_before=(source, recorded.kind, recorded.slot, recorded.label) in self._known,
                texts=texts,
                number=number,
                idle_texts=overlap(texts_of(before.root), texts_of(after.root)),
            )

    def _land(
        self,
        stack: list[tuple[str, int]],
        given: list[RecordedScreen | None],
        recorded: RecordedAction,
        action: Action,
        before: RecordedScreen,
        after: RecordedScreen,
    ) -> tuple[str, float]:
        self.stand_on(stack, given)
        now = self.shown()
        if now is None:
            return UNKNOWN, 0.0
        self.do(recorded, action, now, keyboard=before.keyboard_shown)
        then = self.shown()
        if then is None:
            return HOME, 1.0
        return self.name_of(then), overlap(texts_of(then.root), texts_of(after.root))

    def above(
        self, stack: list[tuple[str, int]], name: str, screen: RecordedScreen
    ) -> list[tuple[str, int]]:
        """The screens that lie on each other once this one is in front."""
        if name == HOME:
            return []
        if name == UNKNOWN:
            return stack
        state = self.state_of(name, screen)
        names = [one for one, _ in stack]
        if name in names:
            return [*stack[: names.index(name)], (name, state)]
        if stack and self._kinds[stack[-1][0]] in ("dialog", "drawer"):
            stack = stack[:-1]
        return [*stack, (name, state)]


def phone_for(spec: AppSpec, images: dict[str, bytes] | None = None) -> Phone:
    """A phone of the recorded size that has only this app."""
    return phone_with(make_app(spec, images), spec)


def phone_with(app: App, spec: AppSpec) -> Phone:
    """A phone of the recorded size that has only this app."""
    dpi = max(120, min(640, round(spec.content.top / 32 * 160)))
    display = ScreenSize(spec.width_px, spec.height_px, dpi)
    apps = {launcher.APP.package: launcher.APP, app.package: app}
    return Workshop(apps).phone(0, realism=Realism(display=display))


def first_screen(spec: AppSpec, screen: ScreenSpec) -> RecordedScreen:
    """The content that stands for a screen type, as it was recorded."""
    return RecordedScreen(
        name=screen.name,
        package=screen.package,
        activity=screen.activity,
        width_px=spec.width_px,
        height_px=spec.height_px,
        root=tree_of(screen.states[0].views, screen.package),
    )


def counterpart(recorded: RecordedAction, parts: list[Part]) -> Bounds | None:
    """Where the part that was meant lies now: the same, else one of its kind; None for no such part."""
    if not recorded.slot:
        return None
    alike = [part for part in parts if part.slot == recorded.slot]
    for part in alike:
        if part.label == recorded.label and part.nth == recorded.nth:
            return part.node.bounds
    for part in alike:
        if part.label == recorded.label:
            return part.node.bounds
    return alike[0].node.bounds if alike else None


def copied(view: Node, package: str, bounds_of: Callable[[Bounds], Bounds]) -> HierarchyNode:
    """A tree of views that outlives the next event, where it was recorded."""
    return HierarchyNode(
        view.class_name,
        view.text,
        view.hint,
        view.description,
        view.resource_id,
        package,
        bounds_of(view.bounds),
        view.flags,
        tuple(
            copied(child, package, bounds_of)
            for child in view.children
            if child.bounds.right > child.bounds.left and child.bounds.bottom > child.bounds.top
        ),
    )


def texts_of(root: HierarchyNode) -> frozenset[str]:
    """Everything that can be read on a screen."""
    found: set[str] = set()

    def visit(node: HierarchyNode) -> None:
        for text in (node.text, node.description):
            if text:
                found.add(" ".join(text.split()))
        for child in node.children:
            visit(child)

    visit(root)
    return frozenset(found)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """How much of two sets is in both: 1 for equal ones."""
    every = one | other
    return len(one & other) / len(every) if every else 1.0
