"""A desk for each test."""

from collections.abc import Iterator

import pytest
from desk_scene import Scene


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    yield scene
    scene.close()
