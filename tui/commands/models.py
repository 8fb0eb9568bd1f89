"""`phonebuddy models`: models by name, and trying one out before a task is given to it."""

from __future__ import annotations

import argparse
import json

from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import EngineFailed, Overloaded
from phonebuddy.v1.policy_service_pb2 import Policy

from tui.commands.consent import ensure_consent
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.tables import columns
from tui.commands.targets import choose_policy
from tui.errors import Problem
from tui.models import NAMES, ModelTrial, is_model, sees_pictures, try_pictures, try_tools
from tui.plain_text import duration_words, money_words, one_line

DESCRIPTION = f"""\
Models by name: {NAMES}.

Without a name, those that were allowed before are listed. With one, it is asked twice about a made-up
screen: whether it answers, calls tools and sees pictures, and what a step takes and costs. Keys are in
environment variables of the runtime: PHONEBUDDY_KEY_OPENAI, PHONEBUDDY_KEY_ANTHROPIC and so on."""
EPILOG = """\
examples:
  phonebuddy models
  phonebuddy models openai:gpt-5.4
  phonebuddy models "ollama:qwen3-vl?see=both"
  phonebuddy models http://127.0.0.1:8000/v1#Qwen3-VL-8B --json"""
STEPS_OF_A_TASK = 15


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("model", metavar="MODEL", nargs="?", default="", help="the one to try out")
    parser.add_argument("--json", action="store_true", help="for programs")
    add_connection(parser)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    with open_runtime(given) as runtime:
        if not given.model:
            _list(runtime.client, as_json=given.json)
            return 0
        if not is_model(given.model):
            raise Problem(f"{one_line(given.model)} is no model", next=f"a model is {NAMES}")
        policy = choose_policy(runtime.client, given.model)
        ensure_consent(runtime.client, policy)
        try:
            return _try(runtime.client, policy, as_json=given.json)
        except (EngineFailed, Overloaded) as failure:
            return _tell_failure(policy, one_line(str(failure)), as_json=given.json)


def _list(client: Client, *, as_json: bool) -> None:
    models = [policy for policy in client.policies() if is_model(policy.name)]
    if as_json:
        for policy in models:
            print(json.dumps({"model": policy.name, "price": _price(policy)}))
        return
    if not models:
        print(f"none was allowed yet: try one out with phonebuddy models MODEL, as {NAMES}")
        return
    rows = [
        (one_line(policy.name), one_line(policy.observation), _price_words(policy))
        for policy in models
    ]
    print(*columns(rows), sep="\n")


def _try(client: Client, policy: Policy, *, as_json: bool) -> int:
    tools = try_tools(client, policy)
    pictures = try_pictures(client, policy) if sees_pictures(policy) else None
    if as_json:
        told = {
            "model": policy.name,
            "reachable": True,
            "tools": tools.passed,
            "pictures": None if pictures is None else pictures.passed,
            "price": _price(policy),
            "seconds_of_a_step": round(tools.seconds, 3),
            "tokens_of_a_step": tools.tokens,
            "dollars_of_a_step": tools.cost_dollars,
        }
        print(json.dumps(told))
    else:
        print(*_lines(policy, tools, pictures), sep="\n")
    return 0 if tools.passed else 1


def _tell_failure(policy: Policy, problem: str, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"model": policy.name, "reachable": False, "problem": problem}))
    else:
        print(f"answers    no: {problem}")
    return 1


def _lines(policy: Policy, tools: ModelTrial, pictures: ModelTrial | None) -> list[str]:
    lines = [
        f"reachable  yes, at {one_line(policy.remote_host)}",
        f"tools      {'yes' if tools.passed else f'no: it answered {one_line(tools.said, 100)}'}",
    ]
    if pictures is None:
        lines.append("pictures   not shown any; put ?see=both after the name to show them")
    elif pictures.passed:
        lines.append("pictures   yes: it read what only the picture shows")
    else:
        lines.append(f"pictures   no: it answered {one_line(pictures.said, 100)}")
    lines.append(f"price      {_price_words(policy)}")
    step = f"{duration_words(tools.seconds)}, {tools.tokens} tokens"
    if tools.cost_dollars is not None:
        whole = money_words(STEPS_OF_A_TASK * tools.cost_dollars)
        step += f", {money_words(tools.cost_dollars)}; a task of {STEPS_OF_A_TASK} about {whole}"
    lines.append(f"a step     {step}")
    return lines


def _price(policy: Policy) -> dict[str, float] | None:
    if not policy.HasField("price"):
        return None
    price = policy.price
    return {"input": price.input, "output": price.output, "cached_input": price.cached_input}


def _price_words(policy: Policy) -> str:
    if not policy.HasField("price"):
        return "not known: put it into prices.toml in the runtime's data folder (docs/models.md)"
    price = policy.price
    if not (price.input or price.output):
        return "nothing: it runs on hardware of yours"
    return f"${price.input:g} in, ${price.output:g} out for a million tokens"
