"""Sketched screens of 100 apps in fifteen languages and five toolkits: what is risky is asked about."""

import json
from pathlib import Path

import pytest
from screen_sketches import load_sketches

from runtime.guard.cases import load_cases
from runtime.guard.evaluation import GuardReport, judge_cases
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules

LANGUAGES = set("en de es fr it pt nl zh ja ko ru tr pl ar hi".split())


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> GuardReport:
    file = tmp_path_factory.mktemp("sketches") / "cases.json"
    file.write_text(json.dumps(load_sketches()), encoding="utf-8")
    return judge_cases(RuleGuard(load_rules()), load_cases(Path(file)))


def test_the_sketches_cover_all_languages_and_toolkits(report: GuardReport) -> None:
    assert set(report.by_language) == LANGUAGES
    assert set(report.by_kind) == {"views", "compose", "flutter", "rn", "web"}
    assert report.total.risky >= 60
    assert report.total.harmless >= 60


def test_what_is_risky_is_asked_about(report: GuardReport) -> None:
    assert report.total.missed == ()


def test_what_is_harmless_is_not(report: GuardReport) -> None:
    assert report.total.needless == ()


def test_kinds_of_apps_that_came_later_are_mostly_known_too(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    later = Path(__file__).parent / "sketches_later"
    file.write_text(json.dumps(load_sketches(later)), encoding="utf-8")

    total = judge_cases(RuleGuard(load_rules()), load_cases(file)).total

    assert total.caught_share >= 0.9
    assert total.needless_share <= 0.1
