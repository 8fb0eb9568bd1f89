"""The model card of a bundle: README.md, written from facts alone. What is not known is said so."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.policies.bundle import PolicyManifest
from trainer.export.formats import ExportFormat
from trainer.export.proof import Proof
from trainer.facts import PolicyFacts

LIMITS = (
    "It acts on a phone for a person, with a guard between them: it was not made to act without one.",
    "What it does on screens unlike those it was trained on was not measured here.",
)


def write_card(
    manifest: PolicyManifest, known: ExportFormat, facts: PolicyFacts, proof: Proof
) -> str:
    """The card of a bundle that was measured."""
    lines = [
        f"# {manifest.name}",
        "",
        f"A policy for PhoneBuddy: {known.says}, exported {manifest.created[:10]}.",
        *([manifest.description] if manifest.description else []),
        "",
        *origin(facts),
        "## Asked with",
        "",
        f"- prompt format `{manifest.prompt_format}`, shown {manifest.observation}",
        f"- history: {manifest.history_steps or 'all'} steps",
        "",
        "## Figures",
        "",
        f"{proof.equal_decisions:.1%} of its decisions are the checkpoint's own.",
        f"{known.least_equal:.1%} were asked for. Measured {proof.how}.",
        "",
        "| figure | value | what |",
        "|---|---|---|",
        *(
            f"| {one.name} | {_number(one.value)} {one.unit} | {one.how} |"
            for one in proof.measured()
        ),
        "",
        *terms(facts),
    ]
    return "\n".join(lines).rstrip() + "\n"


def origin(facts: PolicyFacts) -> list[str]:
    """Where a policy comes from."""
    unknown = "not recorded with the checkpoint"
    splits = [line for one in facts.catalogues for line in one.lines()]
    return [
        *listed("Base", [facts.base] if facts.base else [], "none named"),
        *listed("Data", facts.data, unknown),
        *listed("Splits", splits, unknown),
        *listed("Recipe", facts.recipe, unknown),
    ]


def terms(facts: PolicyFacts) -> list[str]:
    """What it cannot do, and under which licence it is."""
    return [
        *listed("Limits", (*facts.limits, *LIMITS), ""),
        *listed(
            "Licence", [facts.licence] if facts.licence else [], "not stated: ask who trained it"
        ),
    ]


def listed(title: str, items: Sequence[str], nothing: str) -> list[str]:
    lines = [f"- {item}" for item in items] or [f"{nothing[:1].upper()}{nothing[1:]}."]
    return [f"## {title}", "", *lines, ""]


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
