"""A phone of a few screens, and a policy of a few weights, to try whole trainings on in seconds.

On each screen one button leads on, and which one depends on the goal; any other leads back to the
first. Behind the last screen the task is solved, once the policy says that it is done.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor, nn

from runtime.actions import Action, Click, ElementRef, Finish, FinishStatus
from runtime.device import Device, DeviceInfo, Performed
from runtime.engine import Prompt
from runtime.episode import Decision, Judgement, Unparsed
from runtime.errors import DeviceGone
from runtime.observation import CLICKABLE, Bounds, Element, Observation
from trainer.rl.policy import PolicyScores, Said
from trainer.rl.trajectories import Tokens
from trainer.sampler import Chance

INFO = DeviceInfo("toy://", "toy", "Toy", "1", 100, 100, 160, "en")
BUTTONS = 3
FINISH = BUTTONS
"""The reply that means to finish; smaller ones are buttons, larger ones mean nothing."""
WORDS = BUTTONS + 2


@dataclass(frozen=True)
class ToyTask:
    name: str

    @property
    def goal(self) -> int:
        return int(self.name.rpartition("#")[2])


@dataclass
class ToyTrial:
    task: ToyTask
    device: Device
    screens: int
    breaks: bool = False
    at: int = 0
    looks: int = 0
    status: FinishStatus | None = None

    @property
    def goal(self) -> str:
        return str(self.task.goal)

    def observe(self) -> Observation:
        self.looks += 1
        if self.breaks and self.looks > 1:
            raise DeviceGone("the toy broke")
        buttons = tuple(
            Element(n, "button", f"b{n}", "", "", "", Bounds(0, n, 9, n + 1), CLICKABLE)
            for n in range(BUTTONS)
        )
        return Observation(
            id=str(self.looks),
            package="toy",
            activity=f"screen{self.at}",
            width_px=100,
            height_px=100,
            rotation=0,
            elements=buttons,
            keyboard_shown=False,
            focused=None,
            secure=False,
            notices=(),
            screenshot=None,
            time_s=0.0,
        )

    def act(self, action: Action, observation: Observation) -> Performed:
        match action:
            case Click(ElementRef(index)):
                right = (self.task.goal + self.at) % BUTTONS
                self.at = self.at + 1 if index == right and self.at < self.screens else 0
            case Finish(_, status):
                self.status = status
            case _:
                raise AssertionError(action)
        return Performed(action)

    def judge(self) -> Judgement:
        return Judgement(self.status is FinishStatus.DONE and self.at == self.screens)


class ToyDevice:
    """Only a name: the trial does the rest."""

    info = INFO

    def observe(self, *, screenshot: bool = False) -> Observation:
        raise AssertionError("ask the trial")

    def perform(self, action: Action, observation: Observation) -> Performed:
        raise AssertionError("ask the trial")

    def interrupt(self) -> None: ...
    def close(self) -> None: ...


@dataclass
class ToyPhones:
    name: str = "mock"
    screens: int = 3
    goals: int = 2
    capacity: int | None = None
    waits: bool = False
    breaks: tuple[str, ...] = ()
    """The tasks on which the phone breaks after the first step."""
    most_open: int = 0
    open: list[ToyTrial] = field(default_factory=list)

    @property
    def tasks(self) -> Sequence[str]:
        return [f"toy.{goal}#{goal}" for goal in range(self.goals)]

    def kind(self, task: str) -> str:
        return "toy"

    def limit(self, task: str) -> int:
        return 2 * self.screens + 2

    def reset(self, task: str) -> ToyTrial:
        trial = ToyTrial(ToyTask(task), ToyDevice(), self.screens, task in self.breaks)
        self.open.append(trial)
        self.most_open = max(self.most_open, len(self.open))
        return trial

    def release(self, attempt: object) -> None:
        self.open = [trial for trial in self.open if trial is not attempt]

    def close(self) -> None: ...


class ToyLanguage:
    """A prompt is the goal and the screen, a reply is one token."""

    def ask(self, prompt: Prompt) -> Tokens:
        return int(prompt.goal), int(prompt.observation.activity.removeprefix("screen"))

    def understand(self, reply: Tokens, prompt: Prompt) -> Decision:
        del prompt
        word = reply[0]
        if word < BUTTONS:
            return Decision(Click(ElementRef(word)), reply=str(word))
        if word == FINISH:
            return Decision(Finish("", FinishStatus.DONE), reply=str(word))
        return Decision(Unparsed(str(word), "not a word"), reply=str(word))

    def write(self, decision: Decision) -> Tokens:
        return (int(decision.reply),)


class ToyPolicy:
    """Odds of each reply from the goal and the screen."""

    def __init__(self, *, words: int = WORDS, seed: int = 0, hidden: int = 32) -> None:
        """`words` are the last so many of all, the buttons first."""
        self._unsaid = WORDS - words
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            last = nn.Linear(hidden, WORDS, bias=False)
            nn.init.normal_(last.weight, std=0.01)
            self.model = nn.Sequential(nn.Linear(64, hidden), nn.Tanh(), last)

    def sample(self, prompts: Sequence[Tokens], generator: Chance) -> list[Said]:
        with torch.no_grad():
            odds = self._log_odds(prompts)
        if isinstance(generator, torch.Generator):
            chosen = torch.multinomial(odds.exp(), 1, generator=generator)
        else:
            rows = zip(odds.exp(), generator, strict=True)
            chosen = torch.stack([torch.multinomial(row, 1, generator=own) for row, own in rows])
        likely = odds.gather(1, chosen)
        return [
            Said((int(word),), (float(log_prob),))
            for word, log_prob in zip(chosen[:, 0], likely[:, 0], strict=True)
        ]

    def score(self, prompts: Sequence[Tokens], replies: Sequence[Tokens]) -> PolicyScores:
        odds = self._log_odds(prompts)
        said = torch.tensor([reply[0] for reply in replies])
        entropies = -(odds.exp() * odds.clamp(min=-100)).sum(1)
        return PolicyScores(odds.gather(1, said[:, None])[:, 0], entropies.detach())

    def save(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        torch.save(self.model.state_dict(), folder / "toy.pt")

    def odds(self, goal: int, screen: int) -> Tensor:
        with torch.no_grad():
            return self._log_odds([(goal, screen)]).exp()[0]

    def _log_odds(self, prompts: Sequence[Tokens]) -> Tensor:
        seen = torch.tensor([goal * 8 + screen for goal, screen in prompts])
        scores = self.model(nn.functional.one_hot(seen, 64).float())
        scores[:, : self._unsaid] = float("-inf")
        return scores.log_softmax(-1)
