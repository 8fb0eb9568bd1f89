"""What an app is: screens that show state, and state that events change.

    class NoteList(Screen):
        def view(self) -> View:
            return Scaffold(TopBar("Notes"), LazyList(self.notes, self.row))

    APP = App(package="com.phoneworld.notes", label="Notes", ..., screens={"list": NoteList})

A screen is built anew after every event, from `self.state` (this screen's own, plain JSON
values), `self.args` (what it was opened with) and the databases. It keeps nothing else.
docs/new-app.md shows a whole app.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from phoneworld.changes import Change, CountedChange
from phoneworld.store import Database, database_path
from phoneworld.ui.view import View
from runtime.actions import Direction

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

State = dict[str, Any]
"""Plain JSON values. `Any`: each screen knows what it keeps."""


class Screen:
    """One screen of an app. Subclasses define `view`, and methods for what can happen on it.

    Overlays (dialogs, menus, pickers) name the method to call with what was chosen, because a
    snapshot must be able to hold them.
    """

    __slots__ = ("app", "args", "phone", "state")

    def __init__(self, phone: Phone, app: App, args: State, state: State) -> None:
        self.phone = phone
        self.app = app
        self.args = args
        self.state = state

    def view(self) -> View:
        """The screen as it is now."""
        raise NotImplementedError  # an abstract method: every screen has its own

    def opened(self) -> None:
        """Called once, when the screen is opened: fill `state` for a form here."""

    # Data

    @property
    def db(self) -> Database:
        """The app's own database."""
        return self.phone.app_database(self.app)

    def made_of(self) -> tuple[object, ...] | None:
        """All that the view shows, where that is little: while it stays the same, the view is not made anew.

        None: the view is made at every look. Display, theme, text size and language need no mention.
        """
        return None

    # Ways to other screens

    def open(self, route: str, **args: Any) -> None:
        """Open a screen of this app on top of this one."""
        self.phone.open_screen(self.app.package, route, args)

    def replace(self, route: str, **args: Any) -> None:
        """Open a screen of this app in place of this one."""
        self.phone.close_screen()
        self.phone.open_screen(self.app.package, route, args)

    def close(self, result: Any = None) -> None:
        """Close this screen. The one below receives `result` through `returned`, unless it is None."""
        self.phone.close_screen(result)

    def returned(self, result: Any) -> None:
        """Called when a screen that was opened from this one closes with a result."""

    def back(self) -> bool:
        """Called on the back button; returns True if the screen has handled it."""
        return False

    def swiped(self, direction: Direction) -> bool:
        """Called on a swipe that no view has handled; returns True if the screen has."""
        del direction
        return False

    def focus(self, key: str) -> None:
        """Put the cursor into a field and show the keyboard."""
        self.phone.focus_field(key)

    def launch(self, package: str, route: str = "", **args: Any) -> None:
        """Open another app, on one of its screens."""
        self.phone.launch(package, route, args)

    def share(self, text: str = "", *, file: str = "") -> None:
        """Let the user choose an app to share a text or a file with."""
        self.phone.share(text, file)

    def offer_copy(self, text: str) -> None:
        """Offer to copy or share a text that was touched and held."""
        self.phone.show_panel("text_menu", fixed=text)

    # Short messages and questions; `then` names a method of the screen

    def toast(self, text: str) -> None:
        """A short message that goes away by itself."""
        self.phone.toast(text)

    def confirm(
        self, title: str, text: str = "", *, yes: str, then: str, no: str = "Cancel", **args: Any
    ) -> None:
        """Ask for confirmation: `then(**args)` is called on yes."""
        self._overlay("confirm", title=title, text=text, yes=yes, no=no, then=then, args=args)

    def menu(self, items: Mapping[str, str], title: str = "", **args: Any) -> None:
        """A pop-up menu of label -> method, each called with `**args`."""
        self._overlay("menu", title=title, items=dict(items), args=args)

    def choose(
        self, title: str, options: list[str], chosen: str, *, then: str, **args: Any
    ) -> None:
        """A dialog with one choice of several: `then(option, **args)`."""
        self._overlay("choose", title=title, options=options, chosen=chosen, then=then, args=args)

    def prompt(
        self, title: str, hint: str, *, then: str, text: str = "", yes: str = "OK", **args: Any
    ) -> None:
        """A dialog with one text field: `then(text, **args)`."""
        self._overlay(
            "prompt", title=title, hint=hint, yes=yes, then=then, args=args, fields={"prompt": text}
        )

    def pick_date(self, day: str, *, then: str, **args: Any) -> None:
        """A calendar opened at a day (`2026-05-14`): `then(day, **args)`."""
        self._overlay("date", day=day, month=day[:7], then=then, args=args)

    def pick_time(self, time: str, *, then: str, **args: Any) -> None:
        """A time picker set to a time (`09:30`): `then(time, **args)`."""
        hour, minute = time.split(":")
        self._overlay("time", then=then, args=args, fields={"hour": hour, "minute": minute})

    def dialog(self, name: str, **args: Any) -> None:
        """A dialog of the screen's own: its content is made by the method `name(**args)`."""
        self._overlay("own", name=name, args=args)

    def dismiss(self) -> None:
        """Close the overlay that is open."""
        self.phone.dismiss_overlay()

    def need(self, permission: str, *, then: str, **args: Any) -> None:
        """Call `then(**args)` once the app has a permission, which is asked for if it is missing."""
        self.phone.need_permission(self.app.package, permission, then, args)

    def _overlay(self, kind: str, **content: Any) -> None:
        self.phone.show_overlay({"kind": kind, **content})


@dataclass(frozen=True, slots=True)
class App:
    """An app: what the launcher shows, its screens, and its data.

    `schema` is the SQL of the app's database, `database` its file name; `seed` fills it with
    plausible content. `accepts` maps what can be shared to the app ("text", "file") to the screen
    that takes it, as the argument `text` or `file`. `permissions` are granted from the start,
    those in `asks_first` when the app asks for them. `on_time(phone, before, now)` is called when
    the clock has moved, in seconds. `derived` names tables, and columns as `table.column`, that
    change by mere looking (last opened, search history): tasks hold them against nobody. `tells`
    puts a change of the app's own data into words where the general ones say too little. `unseen`
    counts what the person has not seen yet, for the badge on the app's icon.

    An app that plays a real one has that one's names: `activity` is the Java name of its one activity
    (else each screen has a name of its own), and `further_databases` are databases besides the first,
    as path -> schema. `stands_in_for` is the app whose place it takes on a phone: whoever opens that
    one, or reads its database where the schema is the same, gets this one's.
    """

    package: str
    label: str
    icon: str
    color: str
    screens: Mapping[str, type[Screen]]
    start: str
    database: str = ""
    schema: str = ""
    seed: Callable[[Phone, World], None] | None = None
    accepts: Mapping[str, str] = field(default_factory=dict[str, str])
    permissions: tuple[str, ...] = ()
    asks_first: tuple[str, ...] = ()
    on_time: Callable[[Phone, float, float], None] | None = None
    in_launcher: bool = True
    secure: bool = False
    derived: tuple[str, ...] = ()
    tells: Callable[[Phone, Change], CountedChange | None] | None = None
    unseen: Callable[[Phone], int] | None = None
    activity: str = ""
    further_databases: Mapping[str, str] = field(default_factory=dict[str, str])
    stands_in_for: App | None = None

    @property
    def database_path(self) -> str:
        """Where its database is; only for an app that has one."""
        return database_path(self.package, self.database)

    @property
    def schemas(self) -> dict[str, str]:
        """All its databases, as path -> schema."""
        own = {self.database_path: self.schema} if self.schema else {}
        return own | dict(self.further_databases)
