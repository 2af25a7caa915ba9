import pytest

from .pipeline_bench import Bench


@pytest.fixture
def bench():
    made = []

    def make(**options):
        made.append(Bench(**options))
        return made[-1]

    yield make
    for each in made:
        assert each.model.close(5)
