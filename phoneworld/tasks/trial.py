"""One try at one task: a phone set up for it, what was done and said, and the judgement."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.changes import changes_between
from phoneworld.derived import derived_on
from phoneworld.device import PhoneDevice
from phoneworld.errors import TaskError
from phoneworld.phone import Phone
from phoneworld.realism import OFF, Realism
from phoneworld.tasks.expect import Evidence, ExpectedScreen, judge
from phoneworld.tasks.names import TaskName
from phoneworld.tasks.pages import page_of
from phoneworld.tasks.start_states import leave_phone
from phoneworld.tasks.starts import Start
from phoneworld.tasks.template import Scene, TaskType, Template, phrase
from phoneworld.tasks.wordings import STANDARD, Wording
from phoneworld.workshop import Workshop, check_seed
from phoneworld.world import stream
from runtime.actions import Action, AskUser, Finish, FinishStatus, Output
from runtime.device import Device, Performed
from runtime.episode import Judgement
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class Task:
    """A template with a seed: always the same goal on the same phone, left at the same place.

    A task that may start anywhere has its place drawn when it is made: its name tells which.
    """

    template: Template
    seed: int
    start: Start = Start.HOME
    wording: Wording = STANDARD

    def __post_init__(self) -> None:
        check_seed(self.seed)
        object.__setattr__(self, "start", self.start.drawn(self.template.name, self.seed))

    @property
    def name(self) -> str:
        wording = self.wording
        return str(
            TaskName(
                self.template.name, self.seed, self.start, wording.kind, sentence=wording.sentence
            )
        )


class Trial:
    """A task being tried. Give it actions until it is finished, then ask for the judgement.

    The phone is set up on construction. `device` drives it in process unless another way to the
    same phone is given.
    """

    def __init__(
        self,
        workshop: Workshop,
        task: Task,
        *,
        realism: Realism = OFF,
        phone: Phone | None = None,
        device: Device | None = None,
    ) -> None:
        self.task = task
        if phone is None:
            phone = workshop.phone(task.seed, realism=realism)
        else:
            workshop.reset(phone, task.seed)
        self.phone = phone
        rng = stream("task", task.template.name, task.seed)
        scene = Scene(phone, workshop.world(task.seed), rng)
        template = task.template
        self.drawn: TaskType = template.draw(scene)
        sentence = task.wording.choose(template.goals, rng, template.name, task.seed)
        self.goal = phrase(sentence, self.drawn)
        phone.go_home()
        phone.notices.clear()
        if task.start is not Start.HOME:
            # The same place in whatever words the task is told.
            place = TaskName(task.template.name, task.seed, task.start)
            leave_phone(phone, task.start, task.template.apps, stream("left", str(place)))
        self._before = phone.databases.serialize()
        self.device: Device = device if device is not None else PhoneDevice(phone)
        self.said: list[str] = []
        self.questions: list[str] = []
        self.status: FinishStatus | None = None
        self.steps = 0

    @property
    def finished(self) -> bool:
        return self.status is not None

    def observe(self, *, screenshot: bool = False) -> Observation:
        return self.device.observe(screenshot=screenshot)

    def act(self, action: Action, observation: Observation) -> Performed:
        """Do an action. The answer to a question is in the note of what was performed."""
        if self.finished:
            raise TaskError(f"{self.task.name} is finished: judge it, or start another trial")
        self.steps += 1
        match action:
            case Output(text):
                self.said.append(text)
                return Performed(action, changed=False)
            case AskUser(question):
                self.questions.append(question)
                answer = self.drawn.reply(question)
                return Performed(action, changed=False, note=answer)
            case Finish(text, status):
                self.said.append(text)
                self.status = status
                return Performed(action, changed=False)
            case _:
                return self.device.perform(action, observation)

    def judge(self) -> Judgement:
        """The verifier's judgement of the phone as it is now."""
        return judge(self.drawn.expect(), self.evidence())

    def evidence(self) -> Evidence:
        """What there is to judge by, on the phone as it is now."""
        looks = any(isinstance(wish, ExpectedScreen) for wish in self.drawn.expect())
        return Evidence(
            changes=tuple(changes_between(self._before, self.phone.databases.serialize())),
            said=tuple(self.said),
            questions=tuple(self.questions),
            status=self.status,
            derived=derived_on(self.phone),
            page=page_of(self.phone),
            front=self.phone.activity.package,
            shown=PhoneDevice(self.phone).observe().elements if looks else (),
            clipboard=self.phone.clipboard,
        )
