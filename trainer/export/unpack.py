"""A GGUF bundle back as a checkpoint, so that somebody can train on from a policy that is served.

Weights come out as exact as they were stored: Q8_0 loses next to nothing, Q4_K_M some. The tokenizer is
made from the file's own tokens and merges. Refuses other engines, policies with a vision encoder and those with an
adapter. The weights that restate come out of a bundle in ONNX, because only that has them; shape and tokenizer are
those of the GGUF bundle of the same policy.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from trainer.checkpoints import PART, publish_folder
from trainer.errors import ExportError
from trainer.export.gguf.vocabulary import pre_tokenizer
from trainer.facts import FILE as FACTS
from trainer.facts import REQUESTS, PolicyFacts, read_facts, write_facts
from trainer.models.trainable_model import Model, load_gguf, save_model
from trainer.tokenizer.policy_tokenizer import TokenizerFacts, write_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FIELD = "tokenizer.ggml"


def unpack(bundle: Path, out: Path, *, restating_of: Path | None = None) -> None:
    """Write the checkpoint of a bundle, or of the weights that restate in another. The folder appears
    whole or not at all.
    """
    if out.exists():
        raise ExportError(f"{out} is there already: choose another folder")
    manifest = read_manifest(bundle)
    _check(bundle, manifest)
    verify(bundle, manifest)
    weights = bundle / manifest.weights
    tokenizer, facts = _tokenizer(weights)
    part = out.with_name(f"{out.name}{PART}")
    shutil.rmtree(part, ignore_errors=True)
    model = load_gguf(weights)
    facts_of = _facts(bundle, manifest)
    if restating_of is not None:
        facts_of = _take_restating(restating_of, model, facts_of)
    save_model(model, part)
    if restating_of is not None:
        shutil.copyfile(restating_of / REQUESTS, part / REQUESTS)
    elif manifest.requests:
        shutil.copyfile(bundle / manifest.requests, part / REQUESTS)
    chat = manifest.chat or facts.chat
    write_tokenizer(tokenizer, part, replace(facts, chat=chat))
    write_facts(part, facts_of)
    publish_folder(part, out)


def _take_restating(bundle: Path, model: Model, facts: PolicyFacts) -> PolicyFacts:
    """Give a model the weights that restate in a bundle; the facts of both."""
    from trainer.export.onnx.graph_weights import read_graph_weights

    manifest = read_manifest(bundle)
    verify(bundle, manifest)
    if manifest.engine != EngineKind.ONNX or not manifest.restating_weights:
        raise ExportError(f"{bundle} has no weights in ONNX that restate")
    taken = bundle / manifest.restating_weights
    model.load_state_dict(read_graph_weights(taken, model.state_dict()))
    return replace(facts, recipe=(*facts.recipe, f"restating taken out of {manifest.name}"))


def _check(bundle: Path, manifest: PolicyManifest) -> None:
    if manifest.engine != EngineKind.GGUF:
        raise ExportError(
            f"{bundle} is a bundle for {manifest.engine}, and only weights in GGUF can be taken out "
            "again: name the policy's GGUF bundle"
        )
    if manifest.projector or manifest.adapter:
        what = "a vision encoder" if manifest.projector else "an adapter"
        raise ExportError(f"{bundle} has {what}: train on from the checkpoint it was made from")


def _facts(bundle: Path, manifest: PolicyManifest) -> PolicyFacts:
    """What the policy is asked with; where it comes from, if its exporter wrote that down."""
    facts = read_facts(bundle) if (bundle / FACTS).is_file() else PolicyFacts(base=manifest.base)
    rules = None
    if manifest.rules:
        rules = (bundle / manifest.rules).read_text(encoding="utf-8")
    return replace(
        facts,
        prompt_format=manifest.prompt_format,
        observation=manifest.observation,
        history_steps=manifest.history_steps,
        rules=rules,
        max_reply_tokens=manifest.sampling.max_reply_tokens,
        recipe=(*facts.recipe, f"taken out of {manifest.weights}"),
    )


def _tokenizer(path: Path) -> tuple[Tokenizer, TokenizerFacts]:
    """The tokenizer that a GGUF file describes."""
    import gguf
    from tokenizers import AddedToken, Tokenizer, decoders, models

    fields = gguf.GGUFReader(path).fields

    def value(name: str) -> Any:  # noqa: ANN401  as the file has it
        found = fields.get(f"{_FIELD}.{name}")
        if found is None:
            raise ExportError(f"{path} has no {_FIELD}.{name}: no tokenizer can be made from it")
        return found.contents()

    if value("model") != "gpt2":
        raise ExportError(f"{path} has a {value('model')} tokenizer: only byte-level BPE is read")
    tokens, kinds = value("tokens"), value("token_type")
    normal = {
        token: number
        for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True))
        if kind == gguf.TokenType.NORMAL
    }
    merges = [(left, right) for left, _, right in (one.partition(" ") for one in value("merges"))]
    tokenizer = Tokenizer(models.BPE(vocab=normal, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizer(value("pre"))
    tokenizer.decoder = decoders.ByteLevel()
    for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True)):
        if kind not in (gguf.TokenType.CONTROL, gguf.TokenType.USER_DEFINED):
            continue
        special = kind == gguf.TokenType.CONTROL
        tokenizer.add_tokens([AddedToken(token, special=special, normalized=False)])
        if tokenizer.token_to_id(token) != number:
            raise ExportError(
                f"{path} has {token!r} as its token {number}, among others: only tokenizers whose "
                "added tokens come last can be made again"
            )
    end = tokens[value("eos_token_id")]
    padding = fields.get(f"{_FIELD}.padding_token_id")
    pad = tokens[padding.contents()] if padding else end
    return tokenizer, TokenizerFacts(end=end, pad=pad, pre=value("pre"))
