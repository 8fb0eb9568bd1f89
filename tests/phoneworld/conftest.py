import pytest
from built_in import CATALOGUE

from phoneworld import Workshop


@pytest.fixture(scope="session")
def workshop() -> Workshop:
    """One for all tests: worlds are made once."""
    return CATALOGUE.workshop()
