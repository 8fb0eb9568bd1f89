"""A policy that trainings begin with, made once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def init(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a policy that has half learnt `settings.wifi_on#10`."""
    from warm_policy import make_warm_policy

    return make_warm_policy(tmp_path_factory.mktemp("warm"), "settings.wifi_on#10")
