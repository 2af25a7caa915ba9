import threading
import time

import pytest

from app.engine.owner import OwnerThread


@pytest.fixture
def owner():
    thread = OwnerThread("test-owner")
    yield thread
    thread.finish()


def test_all_work_runs_on_one_thread_in_order(owner):
    seen = []

    def work(number):
        seen.append(number)
        return threading.current_thread().name

    names = {f.result(2) for f in [owner.submit(work, n) for n in range(5)]}

    assert names == {"test-owner"}
    assert seen == [0, 1, 2, 3, 4]


def test_an_error_reaches_the_one_who_asked_and_the_thread_goes_on(owner):
    def fail():
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        owner.submit(fail).result(2)
    assert owner.submit(lambda: 1).result(2) == 1


def test_finish_drops_what_waits_lets_the_running_job_end_and_frees_on_the_thread(owner):
    started, go = threading.Event(), threading.Event()
    freed_on = []

    def running():
        started.set()
        go.wait(5)
        return "done"

    first = owner.submit(running)
    waiting = owner.submit(lambda: "never")
    started.wait(5)
    closer = threading.Thread(target=owner.finish, args=(lambda: freed_on.append(threading.current_thread().name),))
    closer.start()
    # finish() cancels what waits before it lets the running job end
    deadline = time.monotonic() + 5
    while not waiting.cancelled() and time.monotonic() < deadline:
        time.sleep(0.01)
    go.set()
    closer.join(5)

    assert first.result(1) == "done"
    assert waiting.cancelled()
    assert freed_on == ["test-owner"]
    with pytest.raises(RuntimeError):
        owner.submit(lambda: 1)


def test_finish_says_when_the_thread_did_not_end_in_time():
    owner, started, go = OwnerThread("stuck"), threading.Event(), threading.Event()
    owner.submit(lambda: (started.set(), go.wait(10)))
    started.wait(5)

    assert owner.finish(timeout_s=0.05) is False
    go.set()
    assert owner.finish(timeout_s=5) is True
