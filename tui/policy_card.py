"""What there is to know of a policy, for a person who chooses one: what it can do comes first.

Figures are those of its bundle. Those of `trainer eval` are told in words; any others stand by their names,
each beside how it was obtained. Nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phonebuddy.v1 import policy_service_pb2

from tui.choices import usable_policy
from tui.consent import consent_lines
from tui.plain_text import one_line, size_words

Figure = policy_service_pb2.Figure

SOLVED, FALSE_DONE = "tasks: solved, ", "tasks: false done, "
STEP = "tasks: a step, median"
_PART = "- "
"""Begins the name of a row that is a part of the row above."""
_FURTHER = 12


def card(policy: policy_service_pb2.Policy) -> str:
    """The policy in a few lines."""
    if not usable_policy(policy):
        return one_line(policy.problem) or "It cannot be used."
    remote = consent_lines(policy.name, policy.remote_host, policy.remote_key)[:1]
    figures = list(policy.figures)
    told = [
        *(remote if policy.remote else ()),
        *_abilities(figures),
        *_costs(policy),
        *_origin(policy),
        *_methods(figures),
    ]
    return "\n".join(told) or f"Prompt format: {one_line(policy.prompt_format)}"


def _abilities(figures: Sequence[Figure]) -> list[str]:
    by_name = {figure.name: figure for figure in figures}
    lines: list[str] = []
    for figure in figures:
        what = figure.name.removeprefix(SOLVED)
        if what == figure.name or what.startswith(_PART):
            continue
        line = f"{one_line(what)}: {figure.value:.0f} of 100 solved"
        if false_done := by_name.get(f"{FALSE_DONE}{what}"):
            line += f", {false_done.value:.0f} said to be done that are not"
        lines.append(f"  {line}")
    if lines:
        lines.insert(0, "What it can do, in tasks on the virtual phone:")
    elif solved := by_name.get("solved tasks"):
        lines.append(f"Solves {solved.value:.0f} of 100 tasks.")
    if step := by_name.get(STEP):
        lines.append(f"  A step takes {step.value:.2g} s.")
    return lines


def _costs(policy: policy_service_pb2.Policy) -> list[str]:
    costs: list[str] = []
    if policy.memory_bytes:
        costs.append(
            f"Takes {size_words(policy.memory_bytes)} of memory, measured as it was loaded"
        )
    elif policy.state == policy_service_pb2.POLICY_STATE_AVAILABLE and not policy.remote:
        costs.append("Its memory is measured when it is loaded (l)")
    lines = [f"{'; '.join(costs)}."] if costs else []
    if policy.remote:
        lines.append("Its prompts, with what is on the phone's screen, leave this computer.")
    return lines


def _origin(policy: policy_service_pb2.Policy) -> list[str]:
    lines = [one_line(policy.description)] if policy.description else []
    if policy.base:
        lines.append(f"Made from {one_line(policy.base)}")
    return lines


def _methods(figures: Sequence[Figure]) -> list[str]:
    """Figures by how they were obtained, one method a line."""
    methods: dict[str, list[str]] = {}
    for figure in figures:
        methods.setdefault(_method(figure.how), []).extend(_named(figure))
    lines = [
        f"  {one_line(how)}{': ' if named else ''}{', '.join(named[:_FURTHER])}"
        for how, named in methods.items()
    ]
    return ["How it was measured:", *lines] if lines else []


def _method(how: str) -> str:
    """What many figures have in common: what was done, without what this one figure says besides."""
    own, semicolon, common = how.partition("; ")
    return common if semicolon else own


def _named(figure: Figure) -> Iterable[str]:
    if figure.name.startswith("tasks: "):
        return  # told above
    yield f"{one_line(figure.name)} {figure.value:.4g} {one_line(figure.unit)}".rstrip()
