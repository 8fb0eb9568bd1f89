from pathlib import Path

import pytest
from built_in import CATALOGUE, TRIALS, find_template
from knowing_engine import KnowingEngine

from phoneworld import Task, Trial, Workshop
from runtime.backends.adb.address import server_address
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.episode import Actor, Episode
from runtime.errors import EngineError, PromptTooLong
from runtime.prompts.registry import find_format
from runtime.turn.decider import EngineDecider
from trainer.data.manifest import read_manifest
from trainer.data.phones import open_phones
from trainer.data.players import OraclePlayer, PolicyPlayer, collect_played, unplayed
from trainer.data.samples import samples_of
from trainer.data.store import open_collection, read_episodes
from trainer.data.trial_turns import TaskAttempt
from trainer.data.trials import TrialFault
from trainer.errors import InvalidDataRequest

NAMES = ("contacts.add", "settings.wifi_on", "notes.create")
LABEL = "phoneworld:off knowing"


@pytest.fixture
def chosen() -> list[Task]:
    return [Task(find_template(name), 10) for name in NAMES]


@pytest.fixture
def names(chosen: list[Task]) -> list[str]:
    return [task.name for task in chosen]


@pytest.fixture
def engine(shared_workshop: Workshop, chosen: list[Task]) -> KnowingEngine:
    return KnowingEngine(shared_workshop, chosen)


def goal_of(task: Task, workshop: Workshop) -> str:
    return Trial(workshop, task).goal


def play(
    folder: Path,
    engine: KnowingEngine,
    names: list[str],
    *,
    only_successes: bool = False,
    jobs: int = 2,
) -> dict[str, Episode]:
    from threading import Event

    stopped = Event()
    with open_collection(folder) as collection:
        collect_played(
            collection,
            names,
            open_phones("phoneworld:off", tuple(names), TRIALS),
            PolicyPlayer("knowing", EngineDecider(engine), stopped),
            catalogue=CATALOGUE,
            label=LABEL,
            split="train",
            jobs=jobs,
            only_successes=only_successes,
            stopped=stopped,
        )
    return {episode.task: episode for episode in read_episodes(folder)}


def test_a_policys_episodes_are_kept_with_the_verifiers_word(
    tmp_path: Path,
    engine: KnowingEngine,
    names: list[str],
    chosen: list[Task],
    shared_workshop: Workshop,
) -> None:
    engine.mistaken.add(goal_of(chosen[1], shared_workshop))

    found = play(tmp_path, engine, names)

    outcomes = {task: episode.outcome for task, episode in found.items()}
    assert {task: outcome and outcome.success for task, outcome in outcomes.items()} == {
        names[0]: True,
        names[1]: False,
        names[2]: True,
    }
    assert {episode.policy for episode in found.values()} == {"knowing"}
    assert {step.actor for step in found[names[0]].steps} == {Actor.POLICY}
    assert engine.sessions == set()
    (shard,) = read_manifest(tmp_path).shards
    assert (shard.source, shard.split) == ("knowing", "train")
    # Only what succeeded is learnt from.
    form = find_format("compact")
    assert len(list(samples_of(found[names[0]], form))) == len(found[names[0]].steps)
    assert list(samples_of(found[names[1]], form)) == []


def test_only_successes_leaves_the_others_out_for_good(
    tmp_path: Path,
    engine: KnowingEngine,
    names: list[str],
    chosen: list[Task],
    shared_workshop: Workshop,
) -> None:
    engine.mistaken.add(goal_of(chosen[1], shared_workshop))

    assert sorted(play(tmp_path, engine, names, only_successes=True)) == sorted(
        [names[0], names[2]]
    )
    (fault,) = read_manifest(tmp_path).faults
    assert fault.task == names[1]
    assert fault.error.startswith("not solved: ")
    engine.asked.clear()
    play(tmp_path, engine, names, only_successes=True)
    assert engine.asked == []


def test_a_failing_engine_is_a_fault_that_is_tried_again(
    tmp_path: Path,
    engine: KnowingEngine,
    names: list[str],
    chosen: list[Task],
    shared_workshop: Workshop,
) -> None:
    goal = goal_of(chosen[0], shared_workshop)
    engine.failing[goal] = EngineError("out of memory")

    assert sorted(play(tmp_path, engine, names)) == sorted(names[1:])
    assert "out of memory" in read_manifest(tmp_path).faults[0].error
    engine.failing.clear()
    assert sorted(play(tmp_path, engine, names)) == sorted(names)
    assert read_manifest(tmp_path).faults == ()


def test_a_prompt_that_is_too_long_is_the_policys_failure(
    tmp_path: Path,
    engine: KnowingEngine,
    names: list[str],
    chosen: list[Task],
    shared_workshop: Workshop,
) -> None:
    engine.failing[goal_of(chosen[0], shared_workshop)] = PromptTooLong("too long")

    found = play(tmp_path, engine, names[:1])

    outcome = found[names[0]].outcome
    assert outcome is not None
    assert outcome.success is False


def test_what_was_played_before_a_crash_is_kept(tmp_path: Path, names: list[str]) -> None:
    class Breaking:
        name = "breaking"

        def __init__(self) -> None:
            self.played = 0

        def play(self, attempt: TaskAttempt, limit: int, label: str) -> Episode | TrialFault:
            self.played += 1
            if self.played == 3:
                raise RuntimeError("broken")
            return TrialFault(attempt.task.name, label, "no")

    phones = open_phones("phoneworld:off", tuple(names), TRIALS)
    with open_collection(tmp_path) as collection:
        with pytest.raises(RuntimeError, match="broken"):
            collect_played(
                collection,
                names,
                phones,
                Breaking(),
                catalogue=CATALOGUE,
                label="x",
                split="train",
                jobs=1,
            )
        assert len(unplayed(collection, names, "x")) == 3
    assert [fault.task for fault in read_manifest(tmp_path).faults] == names[:2]


@pytest.mark.usefixtures("host_adb")
def test_oracles_play_on_phones_behind_adb(tmp_path: Path) -> None:
    names = ["settings.wifi_on#10"]
    phones = open_phones("adb+phoneworld:off*1", tuple(names), TRIALS, oracles=True)
    try:
        with open_collection(tmp_path) as collection:
            collect_played(
                collection,
                names,
                phones,
                OraclePlayer(),
                catalogue=CATALOGUE,
                label="adb+phoneworld:off",
                split="train",
            )
    finally:
        phones.close()

    (episode,) = read_episodes(tmp_path)
    assert episode.device.kind == "adb"
    assert episode.policy == "oracle"
    assert episode.outcome is not None
    assert episode.outcome.success is True
    assert {step.actor for step in episode.steps} == {Actor.ORACLE}
    assert len(list(samples_of(episode, find_format("compact")))) == len(episode.steps)


@pytest.mark.parametrize(
    "address", ["adb://emulator-5554", "phoneworld:wild", "adb+phoneworld:off*0"]
)
def test_phones_that_no_task_can_be_set_on_are_refused(address: str) -> None:
    with pytest.raises(InvalidDataRequest, match="--from-runs"):
        open_phones(address, (), TRIALS)


def test_oracles_in_this_process_have_a_way_of_their_own() -> None:
    with pytest.raises(InvalidDataRequest, match="--realism mild"):
        open_phones("phoneworld:mild", (), TRIALS, oracles=True)


@pytest.mark.usefixtures("host_adb")
def test_adb_forgets_phones_that_are_served_no_more() -> None:
    finder = Finder(server_address(), Interruption())
    before = finder.list()
    phones = open_phones("adb+phoneworld:off*1", ("notes.pin#10",), TRIALS, oracles=True)
    phones.reset("notes.pin#10")
    assert len(finder.list()) == len(before) + 1
    phones.close()
    assert finder.list() == before
