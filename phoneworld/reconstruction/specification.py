"""What a rebuilt app is: screens, how they lead to each other, and the data they show.

A specification is plain data. `spec_files` writes it as JSON that a person can read, edit and
compare; `generic_app` runs it. Places are pixels of the recorded screen. What was recorded, what is
only inferred and what is dead is said of every part that can be touched and of every transition.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from runtime.observation import Bounds

VERSION = 3


class Known(StrEnum):
    """How well the effect of a touch is known."""

    RECORDED = "recorded"
    INFERRED = "inferred"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """One view. `depth` makes the flat list a tree; `known` is said of what can be touched.

    `background`, `color`, `size_px` and `image` (a file of the app) are its look, where the
    recording has pictures.
    """

    depth: int
    class_name: str
    bounds: Bounds
    id: str = ""
    text: str = ""
    hint: str = ""
    description: str = ""
    flags: tuple[str, ...] = ()
    known: str = ""
    background: str = ""
    color: str = ""
    size_px: int = 0
    image: str = ""


@dataclass(frozen=True, slots=True)
class StateSpec:
    """One content of a screen, as it was recorded."""

    views: tuple[ViewSpec, ...]
    keyboard: bool = False
    background: str = ""
    seen: int = 1


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """A screen type. Its first state stands for it; `states` are all the contents recorded.

    `modules` show state on it, or change it; a screen without any stays as it was recorded.
    """

    name: str
    title: str
    kind: str
    package: str
    activity: str
    states: tuple[StateSpec, ...]
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeSpec:
    """Where an action led: a screen, or out of the app where `screen` is empty.

    `ways` are [state before, state after, how often, what the screen it led to had shown when it
    was last seen, or -1], states by their place in their screens. `uncovers` is how often that
    screen lay right below the one that was acted on: the action closed it. `over` are the screens that lay
    below where it did not.
    """

    screen: str
    count: int
    ways: tuple[tuple[int, int, int, int], ...] = ()
    uncovers: int = 0
    over: tuple[str, ...] = ()

    @property
    def closes(self) -> bool:
        """Whether the action closes the screen, whatever lies below."""
        return 0 < self.count <= 2 * self.uncovers


@dataclass(frozen=True, slots=True)
class TransitionSpec:
    """What an action on a part of a screen led to, the most frequent first.

    `action` is tap, hold, type, back, enter, or scroll with a direction. More than one outcome is
    a conflict: the same action led to different screens, depending on what a recording cannot tell.
    """

    screen: str
    action: str
    outcomes: tuple[OutcomeSpec, ...]
    slot: str = ""
    label: str = ""
    nth: int = 0

    @property
    def count(self) -> int:
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def sure(self) -> float:
        """The share of the most frequent outcome."""
        return self.outcomes[0].count / self.count


@dataclass(frozen=True, slots=True)
class PassSpec:
    """A screen that passes by itself: a splash. `target` follows, with the content `state`."""

    screen: str
    target: str
    state: int = 0


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """A column of a table: its type, and the slot of a row that shows it.

    A `tick` is "on" or "off"; `words` are those of a button, with columns in braces where it names
    them (`Complete: {title}`). The other types are of texts.
    """

    name: str
    type: str
    slot: str = ""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """Rows that a list shows. The first column is what a row is called by.

    `rows` are those that were recorded, in the order of the list they were seen in.
    """

    name: str
    columns: tuple[ColumnSpec, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ListSpec:
    """A list on a screen that shows a table: `box` is the slot of its container.

    `order` is that of its rows: as they came (empty), `newest` first, or `up COLUMN`, `down COLUMN`.
    """

    screen: str
    box: str
    table: str
    row: tuple[ViewSpec, ...]
    top: int
    pitch: int
    search: str = ""
    empties: bool = False
    order: str = ""


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """A list that shows only the rows of one section: the selected tab, or what the screen is called (a
    conversation, a checklist, a folder).

    `tabs` is the slot of the tabs, or `title` the place of the text. `members` are (section, the numbers of its
    recorded rows).
    """

    screen: str
    table: str
    tabs: str = ""
    title: str = ""
    members: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class EntrySpec:
    """A child of a strip: an entry that can be tapped, or (without a label) what stands between entries."""

    label: str
    views: tuple[ViewSpec, ...]


@dataclass(frozen=True, slots=True)
class StripSpec:
    """Tabs beside each other, or entries of a drawer below each other, which are not always the same ones.

    `box` is the slot of their container, `slot` that of an entry. `table` has a row for each entry, in their order.
    """

    screen: str
    box: str
    slot: str
    table: str
    across: bool
    gap: int
    entries: tuple[EntrySpec, ...]


@dataclass(frozen=True, slots=True)
class DetailSpec:
    """A screen about one row: which slots show which columns."""

    screen: str
    table: str
    bindings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FormSpec:
    """Fields of a screen that make or change a row when `save` is tapped.

    `fields` are (slot, column). `effect` is insert or update.
    """

    screen: str
    table: str
    save: str
    save_label: str
    effect: str
    fields: tuple[tuple[str, str], ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class RemovalSpec:
    """A tap that removes the row in question."""

    screen: str
    table: str
    slot: str
    label: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class RowEffectSpec:
    """What is done to a row in its list: a tap on the row or on a button in it, or a swipe.

    `words` are those of the button, with columns in braces; `was` its tick before. The row's
    columns are then as `sets` says, or the row is gone.
    """

    screen: str
    table: str
    action: str
    slot: str
    words: str = ""
    was: str = ""
    removes: bool = False
    sets: tuple[tuple[str, str], ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class PickSpec:
    """A tap on a row of one list that puts it into another: a city among cities, a friend in a group.

    `columns` are (column of the other table, column of the row's own).
    """

    screen: str
    table: str
    into: str
    columns: tuple[tuple[str, str], ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """Something that can be on or off: a part with a tick, recorded in at least one change."""

    name: str
    screen: str
    slot: str
    label: str
    initial: bool
    changes: int


@dataclass(frozen=True, slots=True)
class ChoiceSpec:
    """A dialog, or a row of buttons, where one of several is chosen, by a tap on a part of `slot`.

    `places` of screens (screen, place) show what was chosen.
    """

    name: str
    screen: str
    slot: str
    options: tuple[str, ...]
    initial: str = ""
    places: tuple[tuple[str, str], ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class MarkSpec:
    """A tap that marks the row in question, or takes the mark away: a star, a pin. Without a table it
    marks the app: something that runs, or does not.

    Tapping `label` was seen to turn it into `turned`.
    """

    name: str
    screen: str
    table: str
    slot: str
    label: str
    turned: str


@dataclass(frozen=True, slots=True)
class DemonstratedStep:
    """One step of a demonstration: tap, hold, type, back, enter, or scroll with a direction.

    `target` is a label, or the slot of a field; `id` stands in for a label that does not tell.
    """

    action: str
    target: str = ""
    id: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class DemonstratedChange:
    """A row that the demonstration added (no `before`), removed (no `after`) or changed."""

    table: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DemonstrationSpec:
    """What a person was asked to do, did, and what came of it in the rebuilt app.

    `values` are what the goal names and the person typed, `chosen` is what it names and the person tapped, one of
    `options` with which the same can be done. Where no data changed, `page` is what was open at the end, with the
    values in its fields.
    """

    name: str
    goal: str
    steps: tuple[DemonstratedStep, ...]
    values: tuple[str, ...] = ()
    chosen: str = ""
    options: tuple[str, ...] = ()
    changes: tuple[DemonstratedChange, ...] = ()
    page: str = ""


@dataclass(frozen=True, slots=True)
class AppSpec:
    """A whole app. `content` is the part of the recorded screen that belongs to the app.

    It opens on `start`; `first` lies above that until the user has come to `start` once.
    """

    package: str
    label: str
    width_px: int
    height_px: int
    content: Bounds
    start: str
    screens: tuple[ScreenSpec, ...]
    transitions: tuple[TransitionSpec, ...]
    tables: tuple[TableSpec, ...] = ()
    lists: tuple[ListSpec, ...] = ()
    details: tuple[DetailSpec, ...] = ()
    forms: tuple[FormSpec, ...] = ()
    removals: tuple[RemovalSpec, ...] = ()
    row_effects: tuple[RowEffectSpec, ...] = ()
    picks: tuple[PickSpec, ...] = ()
    sections: tuple[SectionSpec, ...] = ()
    strips: tuple[StripSpec, ...] = ()
    settings: tuple[SettingSpec, ...] = ()
    marks: tuple[MarkSpec, ...] = ()
    choices: tuple[ChoiceSpec, ...] = ()
    first: str = ""
    passes: tuple[PassSpec, ...] = ()
    demonstrations: tuple[DemonstrationSpec, ...] = ()
    color: str = "#455a64"
    recordings: tuple[str, ...] = ()
    steps: int = 0
    contained: bool = False
    """Whether texts are called by the containers they lie in, too (`screen_parts.text_places`)."""
    version: int = VERSION
