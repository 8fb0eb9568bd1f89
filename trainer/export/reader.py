"""Gives a bundle a reader, which says what goals mean, beside the weights that decide.

The deciding weights, their proof and their figures stay as they are. Whatever restated in the bundle before
goes. The reader is proven on validation requests, against its own weights in torch and against what was meant.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from phoneworld import open_catalogue
from runtime.engines.limits import EngineLimits
from runtime.engines.reader.about import ReaderFacts, read_facts
from runtime.engines.reader.engine import ReaderEngine
from runtime.engines.reader.graph import ReaderGraph, ReadGoal
from runtime.policies.bundle import FILE as POLICY
from runtime.policies.bundle import Figure, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify
from runtime.prompts.known_requests import learn_requests, read_requests
from runtime.record_codec import to_json
from runtime.turn.decider import EngineDecider
from trainer.data.restatements import known_sentences, ways_to_ask
from trainer.data.rewording import plain_goals
from trainer.data.value_examples import with_examples
from trainer.errors import Disagreement, ExportError
from trainer.evaluation.bundle_figures import CARD
from trainer.evaluation.bundle_figures import TITLE as ON_TASKS
from trainer.evaluation.understanding import ask_all, validation_requests
from trainer.export.onnx.exporter import run_steps
from trainer.export.restating import PLACE as RESTATING
from trainer.export.restating import READER as PLACE
from trainer.export.staging import Staging, staging
from trainer.export.understanding_proof import UnderstandingProof
from trainer.facts import REQUESTS
from trainer.reader.folder import open_reader
from trainer.reader.model import WholeReader
from trainer.reader.training import ABOUT, TOKENIZER

_GRAPH = "model.onnx"
_PREFIX = "reading: "
_AS_WEIGHTS = "as its weights in torch"
_REPLACED = ("restating: ", _PREFIX)
_TITLE = "## Reader"
_LEAST_ALIKE = 0.97


@dataclass(frozen=True, slots=True)
class ReaderExport:
    """A bundle, the reader (the folder of its training, or a bundle that has one), and where both go together."""

    bundle: Path
    reader: Path
    target: Path
    least_confidence: float = 0.0
    sure_confidence: float = 0.0
    done_confidence: float = 0.0
    requests: int = 400
    """So many are asked as a proof."""


def add_reader(
    wanted: ReaderExport, *, report: Callable[[str], None] = lambda _line: None
) -> PolicyManifest:
    """Write the bundle. `Disagreement` if the export reads otherwise than the weights; there is no target then."""
    before = read_manifest(wanted.bundle)
    verify(wanted.bundle, before)
    with staging(wanted.target) as places:
        part = places.made / PLACE
        part.mkdir()
        taken = (wanted.reader / POLICY).is_file()
        served = _take(wanted, part) if taken else _write_reader(wanted, places, part, report)
        catalogue = open_catalogue()
        ways = ways_to_ask(catalogue, known_sentences(catalogue))
        # The reader tells itself which requests are near: the ways to ask are in its weights.
        known = learn_requests(dict.fromkeys(ways, ()), plain_goals(catalogue))
        with_examples(known, catalogue).save(places.made / REQUESTS)
        own = (*(f"{PLACE}/{name}" for name in (_GRAPH, TOKENIZER, ABOUT)), REQUESTS)
        sources = {path: places.made / path for path in own}
        sources |= {
            file.path: wanted.bundle / file.path
            for file in before.files
            if file.path not in sources and not file.path.startswith((f"{PLACE}/", f"{RESTATING}/"))
        }
        manifest = replace(
            before,
            requests=REQUESTS,
            reader=f"{PLACE}/{ABOUT}",
            restating_weights="",
            least_confidence=wanted.least_confidence,
            sure_confidence=wanted.sure_confidence,
            done_confidence=wanted.done_confidence,
            files=(),
        )
        bundle = write_bundle(places.made, manifest, sources)
        report(f"asking both what {wanted.requests} requests mean")
        proof = _figures(wanted, places.made, bundle, served)
        others = tuple(one for one in before.figures if not one.name.startswith(_REPLACED))
        if (wanted.bundle / CARD).is_file():
            card = (wanted.bundle / CARD).read_text(encoding="utf-8")
            (places.work / CARD).write_text(_with_reader(card, served, proof), encoding="utf-8")
            (places.made / CARD).unlink()
            sources[CARD] = places.work / CARD
        (places.made / POLICY).unlink()
        bundle = write_bundle(places.made, replace(manifest, figures=(*others, *proof)), sources)
        for figure in proof:
            report(f"{figure.name} {figure.value:.1f} {figure.unit} ({figure.how})")
    return bundle


def _write_reader(
    wanted: ReaderExport, places: Staging, part: Path, report: Callable[[str], None]
) -> ReaderFacts:
    """A trained reader in few bits."""
    _, facts = open_reader(wanted.reader)
    whole = places.work / _GRAPH
    report("writing the reader in 4 and 8 bits")
    run_steps(
        ("reader", wanted.reader.absolute(), whole),
        ("quantize", whole, part / _GRAPH, "int4_int8"),
        what="this reader",
    )
    (part / TOKENIZER).write_bytes((wanted.reader / TOKENIZER).read_bytes())
    served = replace(facts, weights=f"{PLACE}/{_GRAPH}", tokenizer=f"{PLACE}/{TOKENIZER}")
    _write(part / ABOUT, served)
    return served


def _take(wanted: ReaderExport, part: Path) -> ReaderFacts:
    """The reader of another bundle, as it is."""
    manifest = read_manifest(wanted.reader)
    verify(wanted.reader, manifest)
    if not manifest.reader:
        raise ExportError(
            f"{wanted.reader} has no reader: name a bundle that has one, or its training"
        )
    facts = read_facts(wanted.reader / manifest.reader)
    shutil.copyfile(wanted.reader / manifest.reader, part / ABOUT)
    shutil.copyfile(wanted.reader / facts.weights, part / _GRAPH)
    shutil.copyfile(wanted.reader / facts.tokenizer, part / TOKENIZER)
    return facts


def _with_reader(card: str, facts: ReaderFacts, proof: Sequence[Figure]) -> str:
    """The card of the bundle before, without what was measured on tasks with another reader or none."""
    before = card.partition(f"\n{_TITLE}\n")[0].partition(f"\n{ON_TASKS}\n")[0]
    lines = [
        _TITLE,
        "",
        (
            f"Goals in other words are read by an encoder of its own ({facts.base}), trained on goals of "
            f"{len(facts.requests)} known requests."
        ),
        "",
        *(
            f"- {one.name.removeprefix(_PREFIX)}: {one.value:.1f} {one.unit} ({one.how})"
            for one in proof
        ),
    ]
    return f"{before.rstrip()}\n\n" + "\n".join(lines) + "\n"


def _figures(
    wanted: ReaderExport, made: Path, manifest: PolicyManifest, facts: ReaderFacts
) -> tuple[Figure, ...]:
    requests = validation_requests("reader proof")[: wanted.requests]
    known = read_requests(made / REQUESTS)
    with closing(load_engine(made, manifest, EngineLimits())) as engine:
        exported = ask_all(EngineDecider(engine), known, requests)
    # What another bundle's reader reads is its own measure: its weights in torch are not here.
    taken = (wanted.reader / POLICY).is_file()
    in_torch = (
        exported
        if taken
        else ask_all(EngineDecider(_in_torch(wanted.reader, made, facts)), known, requests)
    )
    proof = UnderstandingProof(exported, in_torch, wanted.least_confidence)
    if proof.alike < _LEAST_ALIKE:
        raise Disagreement(
            f"the export reads {proof.alike:.1%} of the requests as the weights do, and {_LEAST_ALIKE:.0%} were "
            "asked for: nothing was written"
        )
    figures = proof.figures(_PREFIX, alike=_AS_WEIGHTS)
    if not taken:
        return figures
    before = read_manifest(wanted.reader).figures
    return (*(one for one in before if one.name == _PREFIX + _AS_WEIGHTS), *figures[1:])


def _in_torch(folder: Path, made: Path, facts: ReaderFacts) -> ReaderEngine:
    """The runtime's reader, with the graph run by torch."""
    model, _ = open_reader(folder)
    whole = WholeReader(model).eval()
    graph = ReaderGraph(made / facts.weights, made / facts.tokenizer, facts, threads=1)

    def run(ids: np.ndarray) -> Sequence[np.ndarray]:
        with torch.no_grad():
            given = torch.from_numpy(ids)
            return [one[0].numpy() for one in whole(given, torch.ones_like(given))]

    return ReaderEngine(facts, _Replaced(graph, run))


class _Replaced:
    """A reader's graph, run by something else."""

    def __init__(
        self, graph: ReaderGraph, run: Callable[[np.ndarray], Sequence[np.ndarray]]
    ) -> None:
        self._graph, self._run = graph, run

    def read(self, goal: str) -> ReadGoal:
        return self._graph.read(goal, run=self._run)


def _write(path: Path, facts: ReaderFacts) -> None:
    text = json.dumps(to_json(ReaderFacts, facts), ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")
