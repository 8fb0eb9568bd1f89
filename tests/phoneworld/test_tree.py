"""The same screen gives the same elements in process and through uiautomator XML."""

from random import Random

import pytest
from built_in import CATALOGUE

from phoneworld import PhoneDevice, Workshop
from phoneworld.hierarchy_dump import dump
from phoneworld.monkey import next_action
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import parse_hierarchy

PACKAGES = [app.package for app in CATALOGUE.apps.values()]


@pytest.mark.parametrize("package", PACKAGES)
def test_dump_reads_as_the_elements_in_process(workshop: Workshop, package: str) -> None:
    device = PhoneDevice(workshop.phone(1))
    device.phone.launch(package)
    rng = Random(7)
    for _ in range(40):
        screen = device.observe()
        assert elements_of(parse_hierarchy(dump(device.phone))) == screen.elements
        device.perform(next_action(rng, screen), screen)
