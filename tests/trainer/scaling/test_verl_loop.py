"""The agent loop, made as verl's worker makes it, with verl's own types. No server: a tiny model answers."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from seeing_policy import giving_up, make_seeing_policy

from phoneworld import open_catalogue
from runtime.errors import DeviceGone
from trainer.data.trial_turns import TaskAttempt
from trainer.rl.model_policy import ModelPolicy, open_policy
from trainer.rl.streams import generator
from trainer.scaling.verl_tasks import main as write_tasks

pytestmark = [
    # verl imports Ray's state API by its old name.
    pytest.mark.filterwarnings("ignore:Ray state API is no longer experimental:DeprecationWarning"),
    # Its trainer tells which of its engines are not installed: none is, but the usual one.
    pytest.mark.filterwarnings("ignore:.*engine is not available:UserWarning"),
]

CONFIGS = Path(__file__).parents[3] / "trainer" / "configs"
TASK = "settings.wifi_on#10"
CONFIG = """
[tasks]
templates = ["settings.wifi_on"]
seeds = "10"
[rollouts]
longest_reply = 40
"""


@pytest.fixture(scope="module")
def policy(init: Path) -> ModelPolicy:
    return open_policy(init, longest_reply=40)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "rl.toml"
    file.write_text(CONFIG)
    return file


class BrokenPhones:
    """No phone can be had."""

    name, capacity, waits = "mock", None, False

    def limit(self, task: str) -> int:
        return 1

    def reset(self, task: str) -> TaskAttempt:
        raise DeviceGone("it fell into the water")


class Server:
    """Answers as verl's client of model servers does."""

    def __init__(self, policy: ModelPolicy, seed: int) -> None:
        self._policy = policy
        self._chance = generator("server", seed)
        self.asked: list[dict[str, Any]] = []

    async def generate(self, request_id: str, **asked: Any) -> Any:  # noqa: ANN401
        from verl.workers.rollout.replica import TokenOutput

        self.asked.append({"request_id": request_id, **asked})
        (said,) = self._policy.sample([tuple(asked["prompt_ids"])], self._chance)
        return TokenOutput(
            token_ids=list(said.reply),
            log_probs=list(said.log_probs),
            extra_fields={"global_steps": 3, "min_global_steps": 3, "max_global_steps": 3},
        )


class Quitter:
    """Says the same to everything, and not how likely it was."""

    def __init__(self, reply: Sequence[int]) -> None:
        self._reply = reply
        self.asked: list[dict[str, Any]] = []

    async def generate(self, request_id: str, **asked: Any) -> Any:  # noqa: ANN401
        from verl.workers.rollout.replica import TokenOutput

        self.asked.append({"request_id": request_id, **asked})
        return TokenOutput(token_ids=list(self._reply))


@pytest.fixture
def make_loop(init: Path, config: Path) -> Any:  # noqa: ANN401  verl's types are imported late
    return _maker(init, config)


def _maker(init: Path, config: Path) -> Any:  # noqa: ANN401
    """Makes loops as `AgentLoopWorker._run_agent_loop` does."""
    import hydra
    from omegaconf import OmegaConf
    from transformers import PreTrainedTokenizerFast
    from verl.experimental.agent_loop.agent_loop import DictConfigWrap, ToolListWrap

    entries: Any = OmegaConf.load(CONFIGS / "verl-agent.yaml")
    (entry,) = entries
    entry.update({"policy": str(init), "config": str(config)})
    trainer = OmegaConf.create(
        {
            "actor_rollout_ref": {"rollout": {"prompt_length": 1024, "response_length": 40}},
            "data": {},
        }
    )

    def make(server: Server | Quitter) -> Any:  # noqa: ANN401
        return hydra.utils.instantiate(
            config=entry,
            trainer_config=DictConfigWrap(trainer),
            server_manager=server,
            tokenizer=PreTrainedTokenizerFast(
                tokenizer_file=str(init / "tokenizer.json"), chat_template="{{ messages }}"
            ),
            processor=None,
            hf_model_type="lfm2",
            dataset_cls=object,
            data_config=DictConfigWrap(trainer.data),
            tools=ToolListWrap([]),
        )

    return make


async def _tries(make_loop: Any, policy: ModelPolicy, count: int) -> list[list[Any]]:  # noqa: ANN401
    row = {"task": TASK, "environment": "mock", "raw_prompt": [], "uid": "u", "global_steps": 3}
    params = {"temperature": 1.0, "logprobs": True}
    return [
        await make_loop(Server(policy, seed)).run(params, session_id=seed, **row)
        for seed in range(count)
    ]


@pytest.mark.slow
async def test_a_try_is_one_output_for_each_step(make_loop: Any, policy: ModelPolicy) -> None:  # noqa: ANN401
    from verl.experimental.agent_loop import AgentLoopBase, AgentLoopOutput

    server = Server(policy, seed=1)
    loop = make_loop(server)
    assert AgentLoopBase in type(loop).__mro__
    outputs = await loop.run({"temperature": 1.0}, task=TASK, environment="mock")

    assert len(outputs) == len(server.asked) > 0
    assert len({asked["request_id"] for asked in server.asked}) == 1
    for output, asked in zip(outputs, server.asked, strict=True):
        assert isinstance(output, AgentLoopOutput)
        assert output.prompt_ids == asked["prompt_ids"]
        assert output.response_mask == [1] * len(output.response_ids)
        assert asked["sampling_params"] == {"temperature": 1.0, "max_tokens": 40}
        assert output.extra_fields["max_global_steps"] == 3
        scored = policy.score([tuple(output.prompt_ids)], [tuple(output.response_ids)])
        torch.testing.assert_close(
            torch.tensor(output.response_logprobs), scored.log_probs.detach(), atol=1e-4, rtol=0
        )
    assert [output.reward_score is None for output in outputs] == [True] * (len(outputs) - 1) + [
        False
    ]
    values = outputs[-1].as_dict()
    assert values["rm_scores"][-1] == pytest.approx(outputs[-1].reward_score)
    assert values["extra_fields"]["reward_extra_info"]["steps"] == len(outputs)


@pytest.mark.slow
async def test_verl_learns_from_all_steps_of_a_try(make_loop: Any, policy: ModelPolicy) -> None:  # noqa: ANN401
    import numpy as np
    from tensordict import TensorDict
    from torch.nn.utils.rnn import pad_sequence
    from verl.protocol import DataProto
    from verl.trainer.ppo.core_algos import AdvantageEstimator
    from verl.trainer.ppo.v1.utils import compute_advantage_for_multi_trajectories

    tries = await _tries(make_loop, policy, 6)
    rewards = [steps[-1].reward_score for steps in tries]
    assert len(set(rewards)) > 1, "otherwise nothing is compared"

    # As verl's worker does before it hands the steps on.
    for steps in tries:
        for output in steps[:-1]:
            output.reward_score = steps[-1].reward_score
            output.extra_fields["reward_extra_info"] = steps[-1].extra_fields["reward_extra_info"]
    fields = [output.as_dict() for steps in tries for output in steps]
    keys = [
        f"u_{session}_{step}" for session, steps in enumerate(tries) for step in range(len(steps))
    ]
    batch = {
        name: pad_sequence([each[field] for each in fields], batch_first=True)
        for name, field in (
            ("response_mask", "response_mask"),
            ("token_level_rewards", "rm_scores"),
        )
    }
    data = DataProto(
        batch=TensorDict(batch, batch_size=len(fields)),
        non_tensor_batch={"uid": np.array(["u"] * len(fields), dtype=object)},
    )
    found = compute_advantage_for_multi_trajectories(data, keys, AdvantageEstimator.GRPO)

    mean = sum(rewards) / len(rewards)
    for key, advantages in zip(keys, found.batch["advantages"], strict=True):
        session = int(key.split("_")[1])
        assert (advantages[0] > 0) == (rewards[session] > mean)


@pytest.mark.slow
async def test_a_step_has_its_screenshot(tmp_path: Path, config: Path) -> None:
    folder = make_seeing_policy(tmp_path / "seeing", TASK, steps=1)
    policy = open_policy(folder)
    server = Quitter(giving_up(policy.language()))

    outputs = await _maker(folder, config)(server).run({}, task=TASK, environment="mock")

    (output,), (asked,) = outputs, server.asked
    (image,) = output.multi_modal_data["images"]
    assert asked["image_data"] == [image]
    place = policy.tokenizer.special("<|image_pad|>")
    assert policy.image_settings is not None
    assert output.prompt_ids.count(place) == policy.image_settings.tokens(*image.size) > 1
    assert min(output.prompt_ids) >= 0
    assert output.reward_score == pytest.approx(-0.1)
    assert output.extra_fields["reward_extra_info"]["false_done"] == 1.0


@pytest.mark.slow
async def test_a_broken_phone_leaves_no_output(make_loop: Any, policy: ModelPolicy) -> None:  # noqa: ANN401
    loop = make_loop(Server(policy, seed=0))
    place = loop._setting.places["mock"]  # noqa: SLF001  verl makes loops: nobody else can
    place.environment = BrokenPhones()

    assert await loop.run({}, task=TASK, environment="mock") == []
    assert loop.server_manager.asked == []


@pytest.mark.slow
def test_rows_are_read_by_verls_data_set(config: Path, init: Path, tmp_path: Path) -> None:
    from omegaconf import OmegaConf
    from transformers import PreTrainedTokenizerFast
    from verl.utils.dataset.rl_dataset import RLHFDataset

    out = tmp_path / "tasks.jsonl"
    words = ["--config", str(config), "--mock", "--real", "phoneworld:mild", "--mix", "0.25"]
    assert write_tasks([*words, "--count", "8", "--out", str(out)]) == 0

    # `Any`: verl's annotation names the slow kind alone.
    tokenizer: Any = PreTrainedTokenizerFast(
        tokenizer_file=str(init / "tokenizer.json"), chat_template="{{ messages }}"
    )
    options = {"cache_dir": str(tmp_path), "filter_overlong_prompts": False}
    rows = RLHFDataset(str(out), tokenizer, OmegaConf.create(options))

    assert len(rows) == 8
    named = [
        (row["agent_name"], row["environment"], row["task"])
        for row in map(rows.__getitem__, range(8))
    ]
    assert named.count(("phonebuddy", "phoneworld:mild", TASK)) == 2
    assert named.count(("phonebuddy", "mock", TASK)) == 6


def test_validation_tasks_are_a_file_of_their_own(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "validation.jsonl"
    words = ["--config", str(config), "--mock", "--validation", "--out", str(out)]
    assert write_tasks(words) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    catalogue = open_catalogue()
    assert {catalogue.split_of(row["task"]) for row in rows} == {"validation"}
    assert {row["environment"] for row in rows} == {"mock"}


@pytest.mark.slow
def test_verl_knows_every_entry_that_the_launch_script_sets(tmp_path: Path) -> None:
    import verl
    from hydra import compose, initialize_config_dir

    # In place of Python, so that the script's words are seen and nothing is started.
    echo = tmp_path / "python"
    echo.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    echo.chmod(0o755)
    words = subprocess.run(
        [
            "bash",
            str(CONFIGS / "verl-rl.sh"),
            "work/model",
            "work/tasks.jsonl",
            "work/validation.jsonl",
            "trainer.save_freq=5",
        ],
        env={"PATH": os.environ["PATH"], "PYTHON": str(echo), "NODES": "2", "GPUS": "4"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert words[:2] == ["-m", "verl.trainer.main_ppo"]
    configs = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(configs), version_base=None):
        found = compose("ppo_trainer", overrides=words[2:])
    assert found.trainer.use_v1
    assert found.data.train_files == "work/tasks.jsonl"
    assert found.data.val_files == "work/validation.jsonl"
    assert (found.trainer.nnodes, found.trainer.n_gpus_per_node, found.trainer.save_freq) == (
        2,
        4,
        5,
    )
    rollout = found.actor_rollout_ref.rollout
    assert (rollout.n, rollout.prompt_length, rollout.response_length) == (8, 8192, 256)
    assert rollout.agent.default_agent_loop == "phonebuddy"
    assert Path(rollout.agent.agent_loop_config_path).name == "verl-agent.yaml"
    assert found.algorithm.adv_estimator == "grpo"
