from __future__ import annotations

from dataclasses import replace

import pytest
from built_in import CATALOGUE, TRIALS

from runtime.episode import Episode
from runtime.prompts.format import FormatOptions
from runtime.prompts.registry import find_format
from runtime.turn.history import PromptHistory
from trainer.data.rewording import NOT_REWORDED, GoalMix, Rewording, plain_goals
from trainer.data.samples import samples_of
from trainer.data.trials import oracle_episode
from trainer.data.value_examples import examples_of

FORM = find_format("compact", FormatOptions(rules="Rules.\n"))
TASK = "clock.add_alarm#7"


@pytest.fixture(scope="module")
def rewording() -> Rewording:
    return Rewording(CATALOGUE, FORM, GoalMix(variants=12, standard=0.25, noise=0))


@pytest.fixture(scope="module")
def episode() -> Episode:
    made = oracle_episode(CATALOGUE.workshop(), CATALOGUE.task(TASK))
    assert isinstance(made, Episode)
    return made


def test_goals_are_those_of_the_template_and_of_its_training_wordings(rewording: Rewording) -> None:
    goals = rewording.goals(TASK)
    assert len(goals) == 12
    wordings = CATALOGUE.wordings
    trained = {
        TRIALS.open(f"{TASK}~train.{number}").goal
        for number in range(len(wordings.train["clock.add_alarm"]))
    }
    assert len(trained & {*goals}) == 9
    held_out = {
        TRIALS.open(f"{TASK}~held-out.{number}").goal
        for number in range(len(wordings.held_out["clock.add_alarm"]))
    }
    assert held_out
    assert not held_out & {*goals}


def test_goals_do_not_depend_on_how_the_episode_was_worded(rewording: Rewording) -> None:
    assert rewording.goals(f"{TASK}~train.3") == rewording.goals(TASK)


def test_goal_stands_where_the_prompt_has_it(rewording: Rewording, episode: Episode) -> None:
    for sample in samples_of(episode, FORM, rewording=rewording):
        assert episode.goal.rstrip(".") in sample.texts[sample.goals.part]
        assert all(text.startswith("Task: ") for text in sample.goals.texts)


def test_what_is_no_task_keeps_its_goal(rewording: Rewording) -> None:
    assert rewording.goals("somebody's own run") == ()
    assert rewording.goals("none.such#3") == ()


def test_plain_goals_are_written_as_a_run_asks_them(episode: Episode) -> None:
    marked = find_format("marked", FormatOptions(rules=""))
    rewording = Rewording(CATALOGUE, marked, GoalMix(plain=1.0))
    served = PromptHistory()
    # As a bundle has them.
    plain = replace(plain_goals(CATALOGUE), examples=examples_of(CATALOGUE))
    for step, sample in zip(
        episode.steps, samples_of(episode, marked, rewording=rewording), strict=True
    ):
        assert sample.goals == NOT_REWORDED
        assert sample.texts[0].startswith("Task: Set an alarm for [")
        asked = served.prompt(episode.goal, step.observation, plain)
        assert marked.render(asked).parts == sample.parts
        served.append(step)


def test_a_share_of_the_episodes_is_in_other_words(episode: Episode) -> None:
    rewording = Rewording(CATALOGUE, FORM, GoalMix(variants=8, standard=0, noise=0, plain=0.5))
    written = [rewording.written(replace(episode, id=f"{number}")) for number in range(40)]
    bracketed = [goal for goal in written if "[" in goal]
    assert 8 < len(bracketed) < 32
    assert {*written} - {*bracketed} <= {*rewording.goals(TASK)}
