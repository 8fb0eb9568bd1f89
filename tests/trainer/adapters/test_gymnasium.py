"""The Gymnasium environments: its own checker, its vector environments, and that they play as our loop does."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import trainer.adapters.gymnasium_names  # noqa: F401  registers the names
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.trial import Trial
from runtime.action_text import format_reply
from runtime.actions import ElementRef, Finish, FinishStatus
from runtime.episode import Episode, Unparsed
from trainer.adapters.gymnasium_env import PhoneWorldEnv
from trainer.adapters.gymnasium_spaces import (
    STATUSES,
    TOOLS,
    action_of,
    read_text,
    structured_space,
    written,
)
from trainer.adapters.session import open_trials
from trainer.data.trials import oracle_episode
from trainer.errors import InvalidDataRequest

EXAMPLE = Path(__file__).parents[3] / "examples" / "gymnasium_random.py"
SMALL = (90, 200)


@pytest.mark.parametrize("actions", ["structured", "text"])
def test_gymnasiums_own_checker_finds_nothing(actions: str) -> None:
    made = gymnasium.make(
        "phoneworld/Task-v0", task="contacts.add", pixels=SMALL, actions=actions,
        render_mode="rgb_array",
    )  # fmt: skip
    check_env(made.unwrapped, skip_render_check=False)
    made.close()


def test_an_oracles_actions_earn_the_reward() -> None:
    trials = open_trials()
    task = trials.catalogue.task("contacts.add#11")
    actions = run_oracle(Trial(trials.workshop, task)).actions
    made = gymnasium.make("phoneworld/Train-v0", actions="text", pixels=SMALL)
    look, info = made.reset(options={"task": task.name})
    assert read_text(look["goal"]) == info["goal"]
    *before, last = [format_reply(action) for action in actions]
    for reply in before:
        made.step(reply)
    look, reward, terminated, truncated, info = made.step(last)
    assert (reward, terminated, truncated, info["success"]) == (1.0, True, False, True)
    assert look["pixels"].any()


def test_the_episode_of_an_environment_is_that_of_our_own_loop() -> None:
    trials = open_trials()
    task = trials.catalogue.task("contacts.add#12")
    ours = oracle_episode(trials.workshop, task, notes=False)
    assert isinstance(ours, Episode)
    made = PhoneWorldEnv(actions="text")
    made.reset(options={"task": task.name})
    for step in ours.steps:
        assert not isinstance(step.decision.action, Unparsed)
        made.step(format_reply(step.decision.action))
    theirs = made.session.episode()
    assert [step.observation.elements for step in theirs.steps] == [
        step.observation.elements for step in ours.steps
    ]
    assert [step.performed for step in theirs.steps] == [step.performed for step in ours.steps]


def test_the_same_seed_draws_the_same_task_of_the_split() -> None:
    made = gymnasium.make("phoneworld/Validation-v0")
    names = [made.reset(seed=7)[1]["task"] for _ in range(2)]
    assert names[0] == names[1]
    splits = {open_trials().catalogue.split_of(made.reset()[1]["task"]) for _ in range(5)}
    assert splits == {"validation"}


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_environments_step_together(mode: str) -> None:
    phones = gymnasium.make_vec(
        "phoneworld/Task-v0", num_envs=2, vectorization_mode=mode, task="clock.city_time",
        pixels=SMALL, most_steps=2,
    )  # fmt: skip
    looks, _ = phones.reset(seed=3)
    assert looks["pixels"].shape == (2, SMALL[1], SMALL[0], 3)
    phones.action_space.seed(1)
    phones.step(phones.action_space.sample())
    phones.step(phones.action_space.sample())
    looks, rewards, terminated, truncated, _ = phones.step(phones.action_space.sample())
    assert rewards.shape == terminated.shape == truncated.shape == (2,)
    assert looks["screen"].any(axis=1).all()
    phones.close()


def test_each_template_has_a_name_of_its_own() -> None:
    made = gymnasium.make("phoneworld/contacts.add-v0")
    assert made.reset(seed=0)[1]["task"].startswith("contacts.add#")


@given(st.text(max_size=400))
def test_words_come_back_from_their_bytes(text: str) -> None:
    clean = text.replace("\0", "")
    assert read_text(written(clean, 4096)) == clean
    assert clean.startswith(read_text(written(clean, 100)))


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_every_sample_of_the_space_is_an_action(seed: int) -> None:
    space = structured_space()
    space.seed(seed)
    sample: Any = space.sample()
    assert isinstance(action_of(sample), TOOLS[int(sample["tool"])])


def test_numbers_name_elements_and_endings() -> None:
    space = structured_space()
    space.seed(0)
    sample: Any = {**space.sample(), "tool": np.int64(0), "element": np.int64(4)}
    assert action_of(sample).target == ElementRef(3)  # pyright: ignore[reportAttributeAccessIssue]
    sample |= {
        "tool": np.int64(TOOLS.index(Finish)),
        "text": "so",
        "status": np.int64(STATUSES.index(FinishStatus.IMPOSSIBLE)),
    }
    assert action_of(sample) == Finish("so", FinishStatus.IMPOSSIBLE)


def test_a_split_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidDataRequest, match="there is no split 'dev'"):
        gymnasium.make("phoneworld/Task-v0", split="dev")


def test_the_example_runs_as_it_stands() -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--episodes", "1"], capture_output=True, text=True, check=True
    )
    assert "reward" in done.stdout
    assert "(800, 360, 3)" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tsak": "contacts.add"}, "no option 'tsak': there are task, seed, start, realism"),
        ({"task": "contacts.add", "seed": -1}, "seed -1 is out of range"),
        ({"task": "contacts.add", "start": "moon"}, "moon.*app-deep"),
        ({"task": "contacts.add#x"}, "is no task's name"),
        ({"task": "contacts.add", "realism": "much"}, "choose one of off"),
        ({"task": "contacts.ad"}, "did you mean contacts.add"),
    ],
)
def test_what_cannot_be_meant_by_an_option_is_told(options: dict[str, Any], words: str) -> None:
    phone = PhoneWorldEnv()
    with pytest.raises((InvalidDataRequest, PhoneWorldError), match=words):
        phone.reset(options=options)


def test_seed_beside_a_whole_name_is_the_one_that_counts() -> None:
    phone = PhoneWorldEnv()
    _, info = phone.reset(options={"task": "contacts.add#7", "seed": 3})
    assert info["task"] == "contacts.add#3"
