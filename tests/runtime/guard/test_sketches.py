"""Sketched screens of over 1,000 apps in fifteen languages and five toolkits: what is risky is asked about.

`sketches` and `sketches_named` were written first and rules mended by them. Of the others,
the guard had caught 63 to 100 % when they were new (docs/performance.md). From `held_out_sketches` nothing is
learnt: `scripts/train_act_sense.py` reads the others only.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from screen_sketches import KITS, load_acts, load_sketches

from runtime.guard.cases import load_cases
from runtime.guard.evaluation import GuardReport, judge_cases
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules

LANGUAGES = set("en de es fr it pt nl zh ja ko ru tr pl ar hi".split())


HERE = Path(__file__).parent


def judged(folder: Path, cases: list[dict[str, Any]]) -> GuardReport:
    file = folder / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    return judge_cases(RuleGuard(load_rules()), load_cases(file))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> GuardReport:
    cases = [*load_sketches(), *load_sketches(HERE / "sketches_named")]
    return judged(tmp_path_factory.mktemp("sketches"), cases)


def test_the_sketches_cover_all_languages_and_toolkits(report: GuardReport) -> None:
    assert set(report.by_language) == LANGUAGES
    assert set(report.by_kind) == {"views", "compose", "flutter", "rn", "web"}
    assert report.total.risky >= 60
    assert report.total.harmless >= 60


def test_what_is_risky_is_asked_about(report: GuardReport) -> None:
    assert report.total.missed == ()


def test_what_is_harmless_is_not(report: GuardReport) -> None:
    assert report.total.needless == ()


def test_the_commonest_acts_are_known_in_all_languages(tmp_path: Path) -> None:
    acts = judged(tmp_path, load_acts(HERE / "core_acts.toml"))

    assert set(acts.by_language) == LANGUAGES
    assert acts.total.missed == ()
    assert acts.total.needless == ()


@pytest.mark.parametrize(
    "folder",
    [
        "sketches_later",
        "sketches_unseen",
        "sketches_fresh",
        "sketches_wide",
        "sketches_blind",
        "sketches_screens",
        "held_out_sketches",
    ],
)
def test_kinds_of_apps_that_came_later_are_mostly_known_too(folder: str, tmp_path: Path) -> None:
    total = judged(tmp_path, load_sketches(HERE / folder)).total

    assert total.caught_share >= 0.9
    assert total.needless_share <= 0.1


@pytest.mark.parametrize(
    ("label", "do"),
    [
        ("Hold to pay", "long"),
        ("Zum Bezahlen wischen", "drag"),
        ("Zum Bestätigen gedrückt halten", "long"),
        ("Scorri per confermare", "drag"),
        ("Schuif om te bevestigen", "drag"),
        ("スワイプで確定", "drag"),
        ("भुगतान के लिए दबाए रखें", "long"),
    ],
)
def test_a_hold_or_a_stroke_that_pays_is_asked_about_in_all_toolkits(
    label: str, do: str, tmp_path: Path
) -> None:
    (tmp_path / "held.txt").write_text(
        "\n".join(
            f"== {label}, {kit}\norg.acme.till | {kit} | en | payment | ask\nAda\n20,00 €\n[{label}]\n"
            f"do {do} {label}\n"
            for kit in KITS
        ),
        encoding="utf-8",
    )

    assert judged(tmp_path, load_sketches(tmp_path)).total.missed == ()
