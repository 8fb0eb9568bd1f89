import pytest
from built_in import TRIALS, find_template

from phoneworld import Task, Trial
from runtime.actions import (
    Action,
    AskUser,
    Click,
    ElementRef,
    Finish,
    OpenApp,
    Output,
    PressButton,
    SystemButton,
)
from runtime.device import Performed
from runtime.engine import Decided, Prompt
from runtime.episode import Actor, Decision, EnvironmentFault, Episode, Finished, RanOut, Unparsed
from runtime.errors import DeviceTimeout
from runtime.observation import Observation
from runtime.prompts.registry import find_format
from runtime.turn.decider import FunctionDecider
from runtime.turn.repetition import Patience
from runtime.turn.start import Opening, PolicyStart
from trainer.data.rollouts import run_episode
from trainer.data.runs import is_trainable
from trainer.data.samples import samples_of
from trainer.data.trial_turns import RolloutTerms, TrialRollout, open_rollout
from trainer.data.trials import open_trial, oracle_episode


def trial(name: str = "contacts.add", seed: int = 10) -> Trial:
    return open_trial(TRIALS.workshop, Task(find_template(name), seed))


def solution(name: str, seed: int = 10) -> Episode:
    made = oracle_episode(TRIALS.workshop, Task(find_template(name), seed))
    assert isinstance(made, Episode)
    return made


def always(action: Action) -> FunctionDecider:
    return FunctionDecider(lambda _: Decision(action))


def counting() -> FunctionDecider:
    """Says another number each time."""
    return FunctionDecider(lambda prompt: Decision(Output(str(len(prompt.history)))))


def taken(rollout: TrialRollout, action: Action) -> None:
    rollout.machine.advance()
    rollout.machine.take(Decided(Decision(action)))


@pytest.mark.parametrize("name", ["contacts.add", "cross.ask_which_recommendation"])
def test_the_oracles_own_decisions_succeed_with_the_same_prompts(name: str) -> None:
    solved = solution(name)
    prompts: list[Prompt] = []

    def decide(prompt: Prompt) -> Decision:
        prompts.append(prompt)
        return solved.steps[len(prompt.history)].decision

    episode = run_episode(trial(name), FunctionDecider(decide), limit=50, policy="copy")
    assert episode.outcome is not None
    assert episode.outcome.success is True
    assert (episode.policy, episode.task) == ("copy", f"{name}#10")
    assert [step.actor for step in episode.steps] == [Actor.POLICY] * len(solved.steps)
    assert [prompt.observation for prompt in prompts] == [s.observation for s in solved.steps]
    assert [step.answer for step in episode.steps] == [step.answer for step in solved.steps]
    assert all(is_trainable(step, episode) for step in episode.steps)


def test_saying_done_too_early_is_a_false_done() -> None:
    episode = run_episode(trial(), always(Finish()), limit=50)
    assert episode.outcome is not None
    assert isinstance(episode.outcome.ending, Finished)
    assert episode.outcome.false_done


def test_the_same_action_on_the_same_screen_ends_it_as_it_would_end_a_run() -> None:
    episode = run_episode(trial(), always(Output("hello")), limit=50)
    assert episode.outcome is not None
    assert episode.outcome.ending == RanOut("repetition")
    assert len(episode.steps) == Patience().end_alone
    assert episode.outcome.success is False


def test_it_ends_at_the_limit() -> None:
    episode = run_episode(trial(), counting(), limit=4)
    assert episode.outcome is not None
    assert episode.outcome.ending == RanOut("steps")
    assert len(episode.steps) == 4


def test_the_usual_limit_is_twice_the_oracles_steps_and_five() -> None:
    assert TRIALS.step_limit("contacts.add#10") == 2 * len(solution("contacts.add").steps) + 5


def test_unreadable_replies_are_recorded_and_end_it_the_third_time() -> None:
    episode = run_episode(
        trial(), FunctionDecider(lambda _: Decision(Unparsed("?", "no call"), reply="?")), limit=50
    )
    assert episode.outcome is not None
    assert episode.outcome.ending == RanOut("unreadable replies")
    assert [step.error for step in episode.steps] == ["the reply could not be read: no call"] * 3


def test_an_impossible_action_is_an_error_that_the_policy_is_told() -> None:
    rollout = open_rollout(trial(), 9)
    taken(rollout, Click(ElementRef(999)))
    assert not rollout.machine.is_over
    assert "no element #999" in rollout.steps[0].error
    taken(rollout, OpenApp("No such app"))
    prompt = rollout.machine.advance()
    assert prompt is not None
    assert [bool(step.error) for step in prompt.history] == [True, True]


def test_a_question_is_answered_by_the_task() -> None:
    rollout = open_rollout(trial("cross.ask_which_recommendation"), 9)
    taken(rollout, AskUser("Which one?"))
    assert rollout.steps[0].answer == "Blue Oven"


def test_a_policy_that_begins_at_home_only_is_taken_there_as_in_a_run() -> None:
    away = trial("settings.wifi_on")
    away.phone.launch("com.phoneworld.calculator")
    solved = solution("settings.wifi_on")

    def decide(prompt: Prompt) -> Decision:
        return solved.steps[len(prompt.history)].decision

    terms = RolloutTerms(Opening(PolicyStart.HOME))
    episode = run_episode(
        away, FunctionDecider(decide), limit=len(solved.steps), policy="copy", terms=terms
    )

    assert episode.outcome is not None
    assert episode.outcome.success is True
    first, *others = episode.steps
    assert (first.actor, first.decision.action) == (Actor.RUNTIME, PressButton(SystemButton.HOME))
    assert len(others) == len(solved.steps)
    # What is learnt from it is what the policy was asked.
    form = find_format("compact")
    learnt = [(sample.parts, sample.reply) for sample in samples_of(episode, form)]
    assert learnt == [(sample.parts, sample.reply) for sample in samples_of(solved, form)]


class Dying(Trial):
    """A trial whose phone dies with the first touch."""

    def act(self, action: Action, observation: Observation) -> Performed:
        raise DeviceTimeout("the phone does not answer")


def test_a_phone_that_fails_is_neither_success_nor_failure() -> None:
    dying = Dying(TRIALS.workshop, Task(find_template("contacts.add"), 10))
    episode = run_episode(dying, always(OpenApp("Contacts")), limit=50)
    assert episode.outcome is not None
    assert isinstance(episode.outcome.ending, EnvironmentFault)
    assert episode.outcome.success is None


def test_a_rollout_that_is_over_takes_nothing_more() -> None:
    rollout = open_rollout(trial(), 9)
    taken(rollout, Finish())
    assert rollout.machine.is_over
    with pytest.raises(RuntimeError, match="is over"):
        taken(rollout, Finish())
