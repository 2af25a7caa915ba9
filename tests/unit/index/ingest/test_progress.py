"""Figures of a running import: they follow what was measured, by stage and kind, and no sleep of the machine spoils them."""

import pytest

from index.ingest.progress import Meter

MB = 1_000_000


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def told():
    return []


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def meter(told, clock):
    return Meter(told.append, clock)


def work(meter, clock, seconds, size, path, **more):
    """One file, with the heartbeats that an importer gives."""
    for _ in range(10):
        clock.now += seconds / 10
        meter.tick()
    meter.indexed += 1
    meter.finished(size, path=path, **more)
    meter.tell()


def begin(meter, files):
    meter.found = len(files)
    meter.begin_work([size for _, size in files], paths=[name for name, _ in files])


def test_nothing_is_promised_before_there_is_something_to_judge_by(meter, told, clock):
    begin(meter, [("a.txt", 1000)] * 10)
    meter.tell()
    assert (told[-1].remaining_s, told[-1].files_per_s, told[-1].searchable_s) == (None, None, None)


def test_files_of_one_kind_give_the_time_that_the_rest_of_them_takes(meter, told, clock):
    begin(meter, [(f"{i}.pdf", 10 * MB) for i in range(100)])
    for i in range(50):
        work(meter, clock, 4.0, 10 * MB, f"{i}.pdf")
    assert told[-1].remaining_s == pytest.approx(200, rel=0.05)
    assert told[-1].files_per_s == pytest.approx(0.25, rel=0.1)


def test_each_kind_is_judged_by_its_own_rate(meter, told, clock):
    """Small texts are done in no time; that says little about the big spreadsheets that are left."""
    begin(meter, [(f"{i}.txt", 1000) for i in range(200)] + [(f"{i}.xlsx", MB) for i in range(20)])
    for i in range(200):
        work(meter, clock, 0.02, 1000, f"{i}.txt")
    for i in range(10):
        work(meter, clock, 12.0, MB, f"{i}.xlsx")
    assert told[-1].remaining_s == pytest.approx(120, rel=0.15)


def test_the_walk_before_does_not_count_as_reading(meter, told, clock):
    for _ in range(60):
        clock.now += 10
        meter.tell()
    assert told[-1].scanning
    begin(meter, [(f"{i}.pdf", MB) for i in range(100)])
    for i in range(50):
        work(meter, clock, 0.3, MB, f"{i}.pdf")
    assert told[-1].remaining_s == pytest.approx(15, rel=0.1)


def test_a_night_of_sleep_spoils_neither_rates_nor_what_is_left(meter, told, clock):
    begin(meter, [(f"{i}.pdf", 10 * MB) for i in range(100)])
    for i in range(50):
        work(meter, clock, 4.0, 10 * MB, f"{i}.pdf")
    before = told[-1]
    clock.now += 8 * 3600
    meter.tell()
    assert told[-1].remaining_s == pytest.approx(before.remaining_s)
    work(meter, clock, 4.0, 10 * MB, "50.pdf")
    assert told[-1].files_per_s == pytest.approx(before.files_per_s, rel=0.1)
    assert told[-1].remaining_s == pytest.approx(196, rel=0.05)
    assert told[-1].elapsed_s == pytest.approx(204)


def test_a_clock_that_is_set_back_spoils_nothing(meter, told, clock):
    begin(meter, [(f"{i}.pdf", 10 * MB) for i in range(10)])
    for i in range(5):
        work(meter, clock, 4.0, 10 * MB, f"{i}.pdf")
    clock.now -= 3600
    meter.tell()
    for i in range(5, 9):
        work(meter, clock, 4.0, 10 * MB, f"{i}.pdf")
    assert told[-1].elapsed_s == pytest.approx(36)
    assert told[-1].remaining_s == pytest.approx(4, rel=0.2)


def test_resting_for_a_person_is_not_work(meter, told, clock):
    begin(meter, [(f"{i}.pdf", 10 * MB) for i in range(20)])
    for i in range(10):
        work(meter, clock, 4.0, 10 * MB, f"{i}.pdf")
    meter.rest(True)
    for _ in range(300):
        clock.now += 1
        meter.tell()
    meter.rest(False)
    meter.tell()
    assert told[-1].remaining_s == pytest.approx(40, rel=0.05)
    assert told[-1].files_per_s == pytest.approx(0.25, rel=0.1)


def test_searchable_comes_before_complete_and_both_are_told(meter, told, clock):
    begin(meter, [(f"{i}.docx", 100_000) for i in range(100)])
    for i in range(50):
        work(meter, clock, 0.2, 100_000, f"{i}.docx", passages=40)
    # 50 files to read at 0.2 s; 2000 passages wait and about 2000 will come, at the guessed 25 ms and this machine's pace.
    assert told[-1].stage == "text"
    assert told[-1].searchable_s == pytest.approx(10, rel=0.1)
    assert told[-1].remaining_s > told[-1].searchable_s + 50
    for i in range(50, 100):
        work(meter, clock, 0.2, 100_000, f"{i}.docx", passages=40)
    for i in range(50):
        work(meter, clock, 2.0, 40, f"{i}.docx", stage="vectors")
    assert told[-1].stage == "vectors"
    assert told[-1].searchable_s == pytest.approx(0, abs=0.01)
    assert told[-1].remaining_s == pytest.approx(100, rel=0.1)


def test_pages_to_be_recognised_are_reckoned_apart(meter, told, clock):
    begin(meter, [(f"{i}.pdf", MB) for i in range(30)])
    for i in range(30):
        work(meter, clock, 0.3, MB, f"{i}.pdf", passages=0)
    meter.begin_work([10, 10, 10], paths=["1.pdf", "2.pdf", "3.pdf"], stage="ocr")
    work(meter, clock, 50.0, 10, "1.pdf", stage="ocr")
    assert told[-1].stage == "ocr"
    assert told[-1].remaining_s == pytest.approx(100, rel=0.15)


def test_files_that_are_finished_together_share_their_time(meter, told, clock):
    """Passages are embedded in groups: a text and a spreadsheet that end at one moment must not hand the whole time to one."""
    begin(meter, [("a.txt", MB), ("a.xlsx", MB), ("b.txt", MB), ("b.xlsx", MB)])
    for _ in range(30):
        clock.now += 1
        meter.tick()
    meter.finished(MB, path="a.txt")
    meter.finished(MB, path="a.xlsx")
    meter.tell()
    assert told[-1].remaining_s == pytest.approx(30, rel=0.1)


def test_a_very_large_text_is_announced_while_it_is_read(meter, told):
    begin(meter, [("big.txt", 50 * MB), ("small.txt", 1000)])
    meter.current_file = "small.txt"
    meter.tell()
    assert told[-1].current_s is None
    meter.current_file = "big.txt"
    meter.tell()
    assert told[-1].current_s > 600


def test_pages_a_second_are_those_of_the_last_half_minute(meter, told, clock):
    begin(meter, [(f"{i}.pdf", MB) for i in range(1000)])
    for i in range(100):
        meter.pages += 10
        work(meter, clock, 1.0, MB, f"{i}.pdf")
    for i in range(100, 120):
        meter.pages += 10
        work(meter, clock, 5.0, MB, f"{i}.pdf")
    assert told[-1].pages_per_s == pytest.approx(2, rel=0.1)
    assert told[-1].files_per_s == pytest.approx(0.2, rel=0.1)
