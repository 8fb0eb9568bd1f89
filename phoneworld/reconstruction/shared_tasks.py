"""Generated tasks across a rebuilt app and PhoneWorld's own: what the rebuilt app shows goes into a note, a message, a
mail or an expense; a person's number or the text of a note goes into a field or a row of the rebuilt app.

The value is nowhere in the goal: it has to be read in one app and is needed in the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from phoneworld.author import (
    Changed,
    Digits,
    End,
    Enter,
    Expectation,
    ExpectedPage,
    ExpectedScreen,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    ShownElement,
    Tap,
    TaskType,
    Template,
)
from phoneworld.reconstruction.enter_tasks import EnterPlan
from phoneworld.reconstruction.generated_tasks import AddPlan, TaskPlan
from phoneworld.reconstruction.list_tasks import ListedPlan, ReadListed, amount_of
from phoneworld.reconstruction.passed_on import (
    AMOUNTS,
    GIVERS,
    RECEIVERS,
    GivingApp,
    Receiver,
    ReceivingApp,
    SharedText,
)
from phoneworld.reconstruction.row_tasks import ChangePlan, LookUp, LookUpPlan
from phoneworld.reconstruction.screen_tasks import ReadingPlan, ReadScreen
from phoneworld.reconstruction.task_steps import fill_in

Source = LookUpPlan | ListedPlan | ReadingPlan
Found = LookUp | ReadListed | ReadScreen
Target = AddPlan | EnterPlan | ChangePlan
MOST_OF_A_RECEIVER = 2
MOST_OF_A_GIVER = 3
SHORTEST = 2
"""A value of one letter is guessed too easily."""


@dataclass(frozen=True, slots=True)
class PassOnPlan:
    """Look a value up in a rebuilt app and pass it on with another app."""

    source: Source
    receiver: ReceivingApp

    @property
    def template(self) -> Template:
        given, receiver = self.source.given, self.receiver
        noun = _noun_of(self.source)
        return Template(
            name=f"{given.name}>{receiver.kind}",
            kind=Kind.CROSS,
            level=Level.HARD,
            apps=(given.app, receiver.app),
            goals=tuple(goal.format(noun) for goal in receiver.goals),
            hidden=("found.answer",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> PassOn:
        found = self.source.draw(scene)
        return PassOn(self, found, self.receiver.draw(scene))


@dataclass(frozen=True)
class PassOn(TaskType):
    """Look a value up in a rebuilt app and pass it on with another app."""

    plan: PassOnPlan
    found: Found
    to: Receiver

    @property
    def passed(self) -> str:
        """What is written in the other app: an amount without its currency."""
        if self.plan.receiver is not AMOUNTS:
            return self.found.answer
        return f"{amount_of(self.found.answer) or 0:.2f}"

    def expect(self) -> list[Expectation]:
        return self.to.wanted(self.passed)

    def script(self) -> Script:
        looked_up = [step for step in self.found.script() if not isinstance(step, End)]
        return (*looked_up, *self.to.script(self.passed))

    def mistakes(self) -> dict[str, Mistake]:
        other = replace(self.found, answer=self.found.other)
        return {"another value": Instead(found=other), "elsewhere": Instead(to=self.to.other)}


@dataclass(frozen=True, slots=True)
class BringPlan:
    """Look a value up in one of PhoneWorld's own apps and enter it in the rebuilt one."""

    giver: GivingApp
    target: Target

    @property
    def template(self) -> Template:
        given, giver = self.target.given, self.giver
        return Template(
            name=f"{giver.kind}>{given.name}",
            kind=Kind.CROSS,
            level=Level.HARD,
            apps=(giver.app, given.app),
            goals=_goals_of(self.target, giver.noun),
            hidden=("text",),
            draw=self.draw,
        )

    def draw(self, scene: Scene) -> Bring:
        drawn = self.target.draw(scene)
        key = getattr(drawn, "key", "")
        return Bring(self, self.giver.draw(scene), key)


@dataclass(frozen=True)
class Bring(TaskType):
    """Look a value up in one of PhoneWorld's own apps and enter it in the rebuilt one."""

    plan: BringPlan
    shared: SharedText
    key: str

    @property
    def text(self) -> str:
        return self.shared.text

    def expect(self) -> list[Expectation]:
        target = self.plan.target
        text = Digits(self.text) if self.shared.digits else self.text
        match target:
            case AddPlan():
                return [target.added({target.form.fields[0][1]: text})]
            case ChangePlan():
                given, column = target.given, target.form.fields[target.place][1]
                return [
                    Changed(given.path, given.table.name, {given.key: self.key}, {column: text})
                ]
            case EnterPlan():
                shown = (ShownElement(text=text),)
                return [ExpectedScreen(target.package, shown), ExpectedPage(target.page)]

    def solve(self, pilot: Pilot) -> None:
        target, text = self.plan.target, self.text
        pilot.follow(self.plan.giver.script(self.shared.subject))
        pilot.follow(target.given.walk.steps)
        match target:
            case AddPlan():
                fill_in(pilot, target.form.fields[0][0], text)
                pilot.tap(target.form.save_label)
            case ChangePlan():
                pilot.follow((Tap(self.key), *target.further.get(self.key, ())))
                fill_in(pilot, target.form.fields[target.place][0], text)
                pilot.tap(target.form.save_label)
            case EnterPlan():
                pilot.do(Enter(text, target.shown, clear=True))

    def mistakes(self) -> dict[str, Mistake]:
        other = replace(self.shared, text=self.shared.wrong)
        return {"what stands near it": Instead(shared=other)}


def shared_tasks(plans: Sequence[TaskPlan]) -> Iterator[Template]:
    """Every task across the rebuilt app of these plans and PhoneWorld's own: a few of each way."""
    passed: Counter[tuple[type, str]] = Counter()
    for source in plans:
        if not isinstance(source, LookUpPlan | ListedPlan | ReadingPlan) or not _noun_of(source):
            continue
        receivers = (*RECEIVERS, AMOUNTS) if _tells_amounts(source) else RECEIVERS
        for receiver in receivers:
            way = type(source), receiver.kind
            if passed[way] < MOST_OF_A_RECEIVER:
                passed[way] += 1
                yield PassOnPlan(source, receiver).template
    brought: Counter[tuple[type, str]] = Counter()
    for target in plans:
        if not isinstance(target, AddPlan | EnterPlan | ChangePlan):
            continue
        if isinstance(target, EnterPlan) and not target.has_hint:
            continue
        for giver in GIVERS:
            way = type(target), giver.kind
            if brought[way] < MOST_OF_A_GIVER:
                brought[way] += 1
                yield BringPlan(giver, target).template


def _noun_of(source: Source) -> str:
    """What is looked up, as it stands in a sentence; empty where it has no short name."""
    app = source.given.app
    match source:
        case LookUpPlan():
            return f"what {app} has as “{source.what}” of “{{found.key}}”"
        case ListedPlan():
            return f"which {source.what} {app} lists with “{{found.key}}”"
        case ReadingPlan():
            is_value = ".read." in source.given.name and len(source.answer) >= SHORTEST
            return f"what {app} shows for “{{found.what}}”" if is_value else ""


def _tells_amounts(source: Source) -> bool:
    """Whether all that may be looked up are amounts of money."""
    if not isinstance(source, ListedPlan):
        return False
    amounts = [amount_of(text) for _, text in source.values]
    return source.what == "amount" and all(one is not None and one > 0 for one in amounts)


def _goals_of(target: Target, noun: str) -> tuple[str, str, str]:
    app = target.given.app
    match target:
        case AddPlan():
            field = target.names[0]
            return (
                f"Add an entry in {app} with {noun} as “{field}”.",
                f"In {app}, make a new entry: its “{field}” is {noun}.",
                f"{app} should have a new entry with “{field}” set to {noun}.",
            )
        case ChangePlan():
            what = target.what
            return (
                f"In {app}, change “{what}” of “{{key}}” to {noun}.",
                f"Set “{what}” of “{{key}}” in {app} to {noun}.",
                f"“{what}” of “{{key}}” in {app} should be {noun}.",
            )
        case EnterPlan():
            field = target.field
            return (
                f"Type {noun} into “{field}” in {app} and leave it at that.",
                f"In {app}, put {noun} where it says “{field}”, and do nothing more.",
                f"Enter {noun} under “{field}” in the {app} app. That is all.",
            )
