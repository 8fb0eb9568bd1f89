"""Episodes of an evaluation as one page: failed ones first, no more than asked for."""

from pathlib import Path

from built_in import TRIALS
from knowing_engine import KnowingEngine

from phoneworld import Task
from runtime.turn.decider import EngineDecider
from trainer.evaluation.engine_runner import EngineRunner
from trainer.evaluation.html_page import EpisodeSample, write_page
from trainer.evaluation.stage import Conditions, Stage


def played(tasks: list[Task], engine: KnowingEngine, most: int) -> EpisodeSample:
    sample = EpisodeSample(most)
    stage = Stage(Conditions("knowing", screenshots=True), TRIALS, watch=sample.add)
    list(EngineRunner(EngineDecider(engine), stage, jobs=1).run(tasks))
    return sample


def test_failed_and_solved_tasks_are_on_the_page_with_their_screens(
    tasks: list[Task], engine: KnowingEngine, goals: dict[str, str], tmp_path: Path
) -> None:
    engine.mistaken.add(goals["notes.create#6"])
    sample = played(tasks[:2], engine, 4)
    file = tmp_path / "page.html"

    write_page(sample.episodes, file)

    page = file.read_text(encoding="utf-8")
    assert sample.episodes[0].task == "notes.create#6"
    assert page.index("notes.create#6") < page.index("settings.wifi_on#6")
    assert page.count("<article") == 2
    assert page.count("data:image/jpeg;base64,") == sum(len(e.steps) for e in sample.episodes)
    assert "not solved" in page


def test_no_more_are_kept_than_asked_for(tasks: list[Task], engine: KnowingEngine) -> None:
    assert (
        len(played(tasks[:3], engine, 2).episodes) == 1
    )  # all are solved, and half is for failures
