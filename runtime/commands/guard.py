"""`python -m runtime guard`: how the guard's rules do on cases."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.guard.evaluation import GuardReport, Tally


_JUDGE = """\
Judge a JSON list of cases: what is caught, missed and asked about without need, by risk, language and kind.
The exit code is 1 where something risky is missed.

    [{"name": "Pay", "app": "org.my.bank", "lang": "en", "risk": "payment", "expected": "ask",
      "action": {"do": "click", "on": {"label": "Pay now"}},
      "hierarchy": "<hierarchy>...</hierarchy>"}]

The hierarchy is what `adb shell uiautomator dump` writes. runtime/guard/cases.py lists all actions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    judge = verbs.add_parser(
        "judge",
        help="judge a file of cases: screens, actions and what is expected",
        description=_JUDGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    judge.add_argument("file", type=Path, help="a JSON list of cases (see runtime/guard/cases.py)")
    judge.add_argument("--rules", type=Path, default=None, help="a file of rules of your own")
    judge.add_argument(
        "--json", action="store_true", help="the report as JSON, with the rule of each case"
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code: 1 where something risky is missed."""
    from runtime.guard.cases import load_cases
    from runtime.guard.evaluation import judge_cases
    from runtime.guard.rule_guard import RuleGuard
    from runtime.guard.rules_file import load_rules

    report = judge_cases(RuleGuard(load_rules(given.rules)), load_cases(given.file))
    print(_as_json(report) if given.json else "\n".join(_lines(report)))
    return 1 if report.total.missed else 0


def _lines(report: GuardReport) -> list[str]:
    lines = [_line("all", report.total)]
    groups = (("risk", report.by_risk), ("language", report.by_language), ("kind", report.by_kind))
    for what, tallies in groups:
        lines += ["", f"by {what}"]
        lines += [_line(name, tally) for name, tally in tallies.items()]
    rules = {one.case.name: one.rule for one in report.judged}
    lines += ["", *(f"missed: {name}" for name in report.total.missed)]
    lines += [f"needless: {name} [{rules[name]}]" for name in report.total.needless]
    return lines


def _line(name: str, tally: Tally) -> str:
    parts = [f"{name:12}"]
    if tally.risky:
        parts.append(f"caught {tally.caught} of {tally.risky} ({tally.caught_share:.1%})")
    if tally.harmless:
        parts.append(
            f"needless {len(tally.needless)} of {tally.harmless} ({tally.needless_share:.1%})"
        )
    return "  ".join(parts)


def _as_json(report: GuardReport) -> str:
    groups = {"risk": report.by_risk, "language": report.by_language, "kind": report.by_kind}
    return json.dumps(
        {
            "all": asdict(report.total),
            "by": {
                what: {name: asdict(tally) for name, tally in tallies.items()}
                for what, tallies in groups.items()
            },
            "cases": [
                {
                    "name": one.case.name,
                    "expected": "ask" if one.case.asks else "allow",
                    "asked": one.asked,
                    "rule": one.rule,
                }
                for one in report.judged
            ],
        },
        ensure_ascii=False,
        indent=2,
    )
