import pytest

from .bench import Bench


def pytest_configure(config):
    config.addinivalue_line("markers", "row(table, name): the line of the contract that the test proves; `make check-contract`")


@pytest.fixture
def bench():
    return Bench
