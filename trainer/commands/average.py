"""`trainer average POLICY... --out FOLDER`: the mean of checkpoints of one training.

Checkpoints that went on from each other lie in one valley; between them it is mostly deeper than at
either. What they were asked with must be the same, and so must their tokenizers.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import replace
from pathlib import Path

from trainer.checkpoints import PART, publish_folder
from trainer.errors import InvalidDataRequest, ModelError
from trainer.facts import PolicyFacts, read_facts, write_facts
from trainer.tokenizer.policy_tokenizer import FILE as TOKENIZER

_DESCRIPTIVE = {"base": "", "licence": "", "data": (), "recipe": (), "limits": (), "catalogues": ()}
WEIGHTS = "*.safetensors*"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("policies", nargs="+", type=Path, metavar="POLICY", help="their folders")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")


def run(given: argparse.Namespace) -> int:
    """Average; the exit code."""
    average(given.policies, given.out)
    print(given.out)
    return 0


def average(policies: list[Path], out: Path) -> None:
    """Write the mean of policies. The folder appears whole or not at all."""
    from trainer.models.trainable_model import load_model, save_model

    if len(policies) < 2:
        raise InvalidDataRequest("one policy is its own mean: name at least two")
    if out.exists():
        raise InvalidDataRequest(f"{out} is there already: choose another folder")
    first, *others = policies
    facts = [read_facts(policy) for policy in policies]
    for policy, each in zip(others, facts[1:], strict=True):
        if _bytes(policy / TOKENIZER) != _bytes(first / TOKENIZER):
            raise ModelError(f"{policy} reads with another tokenizer than {first}")
        if _asked(each) != _asked(facts[0]):
            raise ModelError(f"{policy} is asked in another way than {first}")
    model = load_model(first)
    mean = {name: weight / len(policies) for name, weight in model.state_dict().items()}
    for policy in others:
        weights = load_model(policy).state_dict()
        shapes = ({name: w.shape for name, w in part.items()} for part in (weights, mean))
        if len({tuple(sorted(shape.items())) for shape in shapes}) != 1:
            raise ModelError(f"{policy} has another shape than {first}")
        for name, weight in weights.items():
            mean[name] += weight / len(policies)
    model.load_state_dict(mean)

    part = out.with_name(f"{out.name}{PART}")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(first, part, ignore=shutil.ignore_patterns(WEIGHTS))
    save_model(model, part)
    # Of policies that went on from each other, the last has the whole recipe.
    longest = max(facts, key=lambda each: len(each.recipe))
    recipe = (*longest.recipe, f"the mean of {len(policies)} checkpoints of it")
    catalogues = tuple(dict.fromkeys(one for each in facts for one in each.catalogues))
    write_facts(part, replace(longest, recipe=recipe, catalogues=catalogues))
    publish_folder(part, out)


def _asked(facts: PolicyFacts) -> PolicyFacts:
    """The facts without those that only describe."""
    return replace(facts, **_DESCRIPTIVE)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}") from error
