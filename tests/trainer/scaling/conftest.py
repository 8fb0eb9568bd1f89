"""What all tests with Ray share."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def one_ray_token() -> Iterator[None]:
    """A token of our own: a process keeps the first that it met, and Ray would write one into HOME."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("RAY_AUTH_TOKEN", "5" * 64)
        yield
