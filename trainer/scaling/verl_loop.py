"""PhoneBuddy's tries as an agent loop of verl's: one `AgentLoopOutput` for each step.

verl finds it by the file that `actor_rollout_ref.rollout.agent.agent_loop_config_path` names
(`trainer/configs/verl-agent.yaml`), and makes one for each try. It runs in verl's own environment, with vLLM
or SGLang behind `server_manager`; see docs/scaling.md. Prompts are the tokens that `trainer sft` and the
runtime make, not a chat template's. The reward is on the last step; verl's trainer (version 1, the default)
gives it to all of a try. A try that the phone spoiled has no output, and so is left out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from verl.experimental.agent_loop import AgentLoopBase, AgentLoopOutput
from verl.experimental.agent_loop.agent_loop import AgentLoopMetrics

from phoneworld import open_catalogue
from trainer.data.trials import Trials
from trainer.facts import read_facts, read_opening
from trainer.rl.config import RlConfig, read_config
from trainer.rl.language import FormatLanguage
from trainer.rl.places import for_policy, open_all
from trainer.rl.trajectories import RolloutFault
from trainer.scaling.episodes import EnvironmentPool, ScoredReply, TokenPrompt
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.image_settings import read_image_settings

NAME = "phonebuddy"
"""What the loop is called in verl's registry and in the rows of its data."""
_IMAGE = "<|image_pad|>"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all tries of a process share."""

    config: RlConfig
    language: FormatLanguage
    places: dict[str, EnvironmentPool]
    image_token: int


@cache
def open_setting(
    policy: str,
    config: str,
    real: tuple[str, ...],
    mock: bool,  # noqa: FBT001  cached by place
    folders: tuple[str, ...],
) -> Setting:
    """Open it once for a process: verl makes a loop for every try."""
    folder = Path(policy)
    facts = read_facts(folder)
    sees = facts.observation.has_screenshot
    tokenizer = PolicyTokenizer(folder)
    settings = for_policy(read_config(Path(config)), folder)
    trials = Trials(open_catalogue([Path(folder) for folder in folders]))
    environments, _, _ = open_all(real, settings, trials, mock=mock)
    return Setting(
        settings,
        FormatLanguage(
            facts.open_format(), tokenizer, read_image_settings(folder) if sees else None
        ),
        {name: EnvironmentPool(each, read_opening(folder)) for name, each in environments.items()},
        tokenizer.special(_IMAGE) if sees else -1,
    )


class PhoneLoop(AgentLoopBase):
    """Tries the task that a row of verl's data names, in the environment that it names."""

    def __init__(
        self,
        *args: Any,  # noqa: ANN401  whatever verl's loops are made with
        policy: str,
        config: str,
        real: Sequence[str] = (),
        mock: bool = True,
        folders: Sequence[str] = (),
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """`policy` is the folder that training begins from, as `trainer sft` leaves it; `config`, `real`
        and `mock` are as for `trainer rl`, `folders` as its `--with`.
        """
        super().__init__(*args, **kwargs)
        self._setting = open_setting(policy, config, tuple(real), mock, tuple(folders))

    async def run(  # pyright: ignore[reportIncompatibleMethodOverride]  verl's newer trainer takes lists
        self,
        sampling_params: dict[str, Any],
        **row: Any,  # noqa: ANN401  a row of the data, with whatever verl adds
    ) -> list[AgentLoopOutput]:
        """The steps of one try; none, if the phone spoiled it."""
        setting = self._setting
        rollouts = setting.config.rollouts
        most_reply = min(rollouts.longest_reply, self.rollout_config.response_length)
        taken: list[_Taken] = []
        request = uuid4().hex

        async def ask(question: TokenPrompt) -> ScoredReply:
            started = time.perf_counter()
            said = await self.server_manager.generate(
                request_id=request,
                prompt_ids=question.tokens,
                sampling_params={**sampling_params, "max_tokens": most_reply},
                image_data=question.images or None,
            )
            reply = ScoredReply(
                list(said.token_ids[:most_reply]),
                None if not said.log_probs else list(said.log_probs[:most_reply]),
            )
            taken.append(
                _Taken(
                    time.perf_counter() - started,
                    -1 if said.num_preempted is None else said.num_preempted,
                    dict(said.extra_fields),
                )
            )
            return reply

        started = time.perf_counter()
        played = await setting.places[row["environment"]].play(
            row["task"],
            setting.language,
            ask,
            rewards=setting.config.rewards,
            longest_prompt=min(rollouts.longest_prompt, self.rollout_config.prompt_length),
            image_token=setting.image_token,
        )
        if isinstance(played, RolloutFault):
            _log.warning("%s in %s: %s", played.task, played.environment, played.error)
            return []
        phones_s = time.perf_counter() - started - sum(each.seconds for each in taken)
        outputs = [
            AgentLoopOutput(
                prompt_ids=exchange.question.tokens,
                response_ids=exchange.reply.tokens,
                response_mask=[1] * len(exchange.reply.tokens),
                response_logprobs=exchange.reply.log_probs,
                multi_modal_data={"images": exchange.question.images}
                if exchange.question.images
                else {},
                num_turns=2,
                metrics=AgentLoopMetrics(
                    generate_sequences=each.seconds,
                    tool_calls=phones_s / len(taken),
                    num_preempted=each.preempted,
                ),
                extra_fields=each.extra,
            )
            for exchange, each in zip(played.exchanges, taken, strict=True)
        ]
        if outputs:
            outputs[-1].reward_score = played.reward
            # verl copies it to the other steps, and reports it.
            outputs[-1].extra_fields["reward_extra_info"] = {
                "success": float(played.success),
                "false_done": float(played.false_done),
                "unreadable": float(played.unreadable),
                "steps": float(len(outputs)),
            }
        return outputs


@dataclass(frozen=True, slots=True)
class _Taken:
    """What the server returned for a reply besides its tokens."""

    seconds: float
    preempted: int
    extra: dict[str, Any]
