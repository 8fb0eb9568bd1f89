import json
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from trainer.rl.curriculum import Curriculum, TemplateSampling, places

TASKS = [f"{name}#{seed}" for name in ("easy", "even", "hard") for seed in range(50)]


def _taught() -> Curriculum:
    curriculum = Curriculum(TemplateSampling(exploration=0.1))
    for _ in range(10):
        curriculum.learn(
            [
                ("mock", "easy#1", [True] * 8),
                ("mock", "even#1", [True, False] * 4),
                ("mock", "hard#1", [False] * 8),
            ]
        )
    return curriculum


def test_tasks_between_the_extremes_are_tried_most_and_no_task_is_given_up() -> None:
    drawn = Counter(
        task.partition("#")[0] for task in _taught().choose("mock", TASKS, 60, Random(0))
    )

    assert drawn["even"] > 3 * max(drawn["easy"], drawn["hard"])
    assert drawn["easy"] > 0
    assert drawn["hard"] > 0


def test_what_is_known_of_one_environment_says_nothing_of_another() -> None:
    curriculum = _taught()

    assert curriculum.success_rate("mock", "hard") < 0.1
    assert curriculum.success_rate("real", "hard") == 0.5


def test_old_knowledge_fades() -> None:
    curriculum = _taught()
    before = curriculum.weight("mock", "hard")
    for _ in range(40):
        curriculum.learn([])

    assert curriculum.weight("mock", "hard") > 2 * before


def test_tasks_are_different_while_there_are_enough() -> None:
    chosen = Curriculum().choose("mock", TASKS, len(TASKS), Random(1))

    assert sorted(chosen) == sorted(TASKS)


def test_a_curriculum_goes_on_from_its_state() -> None:
    curriculum, again = _taught(), Curriculum(TemplateSampling(exploration=0.1))
    again.restore(json.loads(json.dumps(curriculum.state())))

    assert again.choose("mock", TASKS, 20, Random(3)) == curriculum.choose(
        "mock", TASKS, 20, Random(3)
    )


@given(st.integers(1, 20), st.floats(0, 1), st.integers(1, 12))
def test_the_mix_holds_over_all_iterations(how_many: int, mix: float, iterations: int) -> None:
    drawn = [places(how_many, mix, number, ("phone",), "mock") for number in range(iterations)]

    assert all(len(some) == how_many for some in drawn)
    real = sum(some.count("phone") for some in drawn)
    assert abs(real - how_many * mix * iterations) <= 0.5 + 1e-6


def test_real_phones_take_turns() -> None:
    drawn = [name for number in range(4) for name in places(3, 0.5, number, ("a", "b"), "mock")]

    assert Counter(drawn) == {"mock": 6, "a": 3, "b": 3}


def test_without_one_kind_of_phone_the_other_gets_all() -> None:
    assert places(2, 0.5, 0, (), "mock") == ["mock", "mock"]
    assert places(2, 0.5, 0, ("phone",), "") == ["phone", "phone"]
