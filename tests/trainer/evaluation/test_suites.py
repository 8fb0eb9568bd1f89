import pytest
from built_in import CATALOGUE

from trainer.errors import InvalidDataRequest
from trainer.evaluation.suites import choose_suite


def test_a_suite_is_all_a_kind_or_patterns() -> None:
    everything = {task.template.name for task in choose_suite(CATALOGUE)}
    minis = {task.template.name for task in choose_suite(CATALOGUE, "mini-app")}
    some = [
        task.template.name
        for task in choose_suite(CATALOGUE, "notes.pin,wallet.s*", per_template=2)
    ]
    assert minis < everything
    assert set(some) == {"notes.pin"} | {name for name in everything if name.startswith("wallet.s")}
    assert all(some.count(name) == 2 for name in some)


def test_a_pattern_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidDataRequest, match=r"no\.such"):
        choose_suite(CATALOGUE, "no.such")
