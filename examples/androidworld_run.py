#!/usr/bin/env python3
"""AndroidWorld's own runner with one of its agents on a served PhoneWorld phone, without downloads.

    aw/bin/python examples/androidworld_run.py --adb ADB --agent random [--tasks NAME,NAME]
    aw/bin/python examples/androidworld_run.py --adb ADB --agent t3a --model-url http://127.0.0.1:8080/v1

What AndroidWorld's `run.py` does, with two differences: the accessibility forwarder is not downloaded,
because the phone brings it along, and the agents M3A and T3A can ask any model server that answers
OpenAI's chat completions, such as one on this machine. Needs an environment that has android_world
installed (docs/androidworld.md). Suite, agents, episodes and verdicts are AndroidWorld's.

A score on these apps is one of AndroidWorld tasks on PhoneWorld's stand-in apps.
"""

from __future__ import annotations

import argparse
import base64
import io
import os
import time
from typing import Any

from androidworld_judge import ASLEEP, count_sleep, open_environment


class ChatModel:
    """A model server, as AndroidWorld's agents ask one: `(text, is it safe, the whole answer)`."""

    def __init__(self, url: str, model: str, key: str) -> None:
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def predict(self, text_prompt: str) -> tuple[str, bool | None, Any]:
        """The answer to a text."""
        return self.predict_mm(text_prompt, [])

    def predict_mm(self, text_prompt: str, images: list[Any]) -> tuple[str, bool | None, Any]:
        """The answer to a text with pictures, which are arrays. `Any`: numpy is not ours here."""
        import requests

        content: list[dict[str, object]] = [{"type": "text", "text": text_prompt}]
        content += [{"type": "image_url", "image_url": {"url": data_url(one)}} for one in images]
        asked = {
            "model": self._model,
            "temperature": 0,
            "max_tokens": 1000,
            "messages": [{"role": "user", "content": content if images else text_prompt}],
        }
        answer = requests.post(self._url, json=asked, headers=self._headers, timeout=600)
        answer.raise_for_status()
        said = answer.json()
        return said["choices"][0]["message"]["content"], None, said


def data_url(pixels: Any) -> str:  # noqa: ANN401  # a numpy array
    """A picture as a data URL."""
    from PIL import Image

    written = io.BytesIO()
    Image.fromarray(pixels).save(written, format="JPEG")
    return f"data:image/jpeg;base64,{base64.b64encode(written.getvalue()).decode()}"


def make_agent(env: object, options: argparse.Namespace) -> Any:  # noqa: ANN401  # AndroidWorld's
    """One of AndroidWorld's agents."""
    from android_world.agents import human_agent, m3a, random_agent, t3a

    if options.agent == "random":
        return random_agent.RandomAgent(env)
    if options.agent == "human":
        return human_agent.HumanAgent(env)
    model = ChatModel(options.model_url, options.model, os.environ.get("OPENAI_API_KEY", ""))
    return t3a.T3A(env, model) if options.agent == "t3a" else m3a.M3A(env, model)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--adb", required=True, help="the path of adb")
    parser.add_argument("--console-port", type=int, default=5554, help="the phone's adb port - 1")
    parser.add_argument("--grpc-port", type=int, default=8554)
    parser.add_argument("--agent", choices=("random", "human", "t3a", "m3a"), default="random")
    parser.add_argument("--model-url", default="http://127.0.0.1:8080/v1")
    parser.add_argument("--model", default="default", help="the model's name, for the server")
    parser.add_argument("--tasks", default="", help="AndroidWorld's names (default: all)")
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument(
        "--pause",
        type=float,
        help="AndroidWorld's `transition_pause`: wait so many seconds before each look. Without, as in "
        "its own `run.py`, a look waits until the screen was the same for a second; these screens "
        "are at rest at once, so that 0 is enough",
    )
    parser.add_argument("--out", default="runs", help="the folder of AndroidWorld's checkpoints")
    options = parser.parse_args()

    from android_world import checkpointer, registry, suite_utils

    env = open_environment(options.console_port, options.grpc_port, options.adb)
    family = registry.TaskRegistry.ANDROID_WORLD_FAMILY
    suite = suite_utils.create_suite(
        registry.TaskRegistry().get_registry(family),
        n_task_combinations=1,
        seed=options.seed,
        tasks=options.tasks.split(",") if options.tasks else None,
    )
    suite.suite_family = family
    agent = make_agent(env, options)
    agent.name = options.agent
    agent.transition_pause = options.pause
    folder = checkpointer.create_run_directory(options.out)
    kept = checkpointer.IncrementalCheckpointer(folder)
    count_sleep()
    started = time.perf_counter()
    episodes = suite_utils.run(suite, agent, checkpointer=kept)
    took_s = time.perf_counter() - started
    solved = sum(episode["is_successful"] for episode in episodes)
    steps = sum(episode["episode_length"] for episode in episodes)
    print(f"{solved:g} of {len(episodes)}: AndroidWorld tasks on PhoneWorld's stand-in apps")
    print(
        f"{steps:g} steps in {took_s:.1f} s: {steps / took_s:.2f} a second, AndroidWorld asleep for "
        f"{ASLEEP[0]:.1f} s of it"
    )
    env.close()


if __name__ == "__main__":
    main()
