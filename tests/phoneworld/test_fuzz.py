"""Random use of every app: it never raises, always renders, and restores to the very same phone."""

from random import Random

import pytest
from built_in import CATALOGUE

from phoneworld import Phone, PhoneDevice, Workshop
from phoneworld.hierarchy_dump import dump
from phoneworld.monkey import next_action
from phoneworld.render.paint import paint

LOOK_EVERY = 250
RESTART_EVERY = 1_000
APPS = [app.package for app in CATALOGUE.apps.values()]


@pytest.mark.parametrize("package", APPS)
def test_some_random_steps(workshop: Workshop, package: str) -> None:
    use_at_random(workshop, package, steps=300)


@pytest.mark.exhaustive
@pytest.mark.parametrize("package", APPS)
def test_ten_thousand_random_steps(workshop: Workshop, package: str) -> None:
    use_at_random(workshop, package, steps=10_000)


def use_at_random(workshop: Workshop, package: str, *, steps: int) -> None:
    phone = workshop.phone(0)
    twin = workshop.phone(9)
    device = PhoneDevice(phone)
    rng = Random(package)
    for step in range(steps):
        if step % RESTART_EVERY == 0:
            workshop.reset(phone, step)
            phone.launch(package)
        screen = device.observe()
        device.perform(next_action(rng, screen), screen)
        if step % LOOK_EVERY == 0:
            assert_same_after_restore(phone, twin)


def assert_same_after_restore(phone: Phone, twin: Phone) -> None:
    kept = phone.snapshot()
    twin.restore(kept)
    assert twin.snapshot() == kept
    assert dump(twin) == dump(phone)
    assert paint(twin.frame()).tobytes() == paint(phone.frame()).tobytes()
