"""Every template is sound: `check_task` finds nothing, on one seed here and on five in `./test --all`."""

from collections import Counter

import pytest
from built_in import CATALOGUE

from phoneworld import Kind, Level, Template, Workshop
from phoneworld.tasks.check import check_task

NAMES = list(CATALOGUE.templates)
SEEDS = range(5)


def check(workshop: Workshop, name: str, seed: int) -> None:
    findings = check_task(workshop, CATALOGUE.templates[name], seed)

    assert not findings, "\n".join(map(str, findings))


@pytest.mark.parametrize(("number", "name"), enumerate(NAMES))
def test_template_is_sound(workshop: Workshop, number: int, name: str) -> None:
    """On one seed, not the same for all of them."""
    check(workshop, name, SEEDS[number % len(SEEDS)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_template_is_sound_on_every_seed(workshop: Workshop, name: str, seed: int) -> None:
    check(workshop, name, seed)


def test_there_are_enough_templates_of_every_kind() -> None:
    kinds = Counter(template.kind for template in CATALOGUE.templates.values())

    assert kinds[Kind.SINGLE] >= 90
    assert kinds[Kind.MINI] >= 24
    assert kinds[Kind.CROSS] >= 36


def test_no_level_is_rare() -> None:
    levels = Counter(template.level for template in CATALOGUE.templates.values())

    assert min(levels[level] for level in Level) >= 30


def test_seeds_differ(workshop: Workshop) -> None:
    """A template whose goal never changes trains nothing but itself; a few may be like that."""
    from phoneworld import Task, Trial
    from phoneworld.unserved import UnservedRequest

    def differs(template: Template) -> bool:
        """Whether three of six seeds draw something else; no more are drawn than it takes."""
        drawn: set[str] = set()
        for seed in range(6):
            drawn.add(str(Trial(workshop, Task(template, seed)).drawn))
            if len(drawn) == 3:
                return True
        return False

    fixed = [
        name
        for name, template in CATALOGUE.templates.items()
        # Of a request that no app serves, only the wording changes.
        if name != UnservedRequest.template and not differs(template)
    ]

    assert len(fixed) <= 5, fixed
