"""Work in order, few under way, and a worker that fails told in one line."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor

import pytest

from sapphire_emu.club.openings.workers import in_order
from sapphire_emu.errors import UserError


def test_results_come_in_the_order_of_the_items_and_few_are_under_way() -> None:
    gate, taken, most = threading.Event(), 0, 0

    def items() -> list[int]:
        return list(range(30))

    def counted() -> object:
        nonlocal taken
        for item in items():
            taken += 1
            yield item

    def work(item: int) -> int:
        if item == 0:
            gate.wait(5)
        return item * item

    with ThreadPoolExecutor(3) as pool:
        threading.Timer(0.05, gate.set).start()
        done = 0
        for item, result in in_order(pool, work, counted(), ahead=4):  # type: ignore[arg-type]
            assert (item, result) == (done, done * done)
            most = max(most, taken - done)
            done += 1
    assert done == 30
    assert most <= 5
    assert [result for _, result in in_order(None, work, items())] == [n * n for n in items()]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModuleNotFoundError("No module named 'rust_chess'"), "a worker lacks a package"),
        (BrokenExecutor("killed"), "a worker ended before its work was done"),
    ],
)
def test_a_worker_that_fails(error: Exception, told: str) -> None:
    def failing(_: int) -> int:
        raise error

    works: Callable[[int], int] = failing
    with ThreadPoolExecutor(1) as pool, pytest.raises(UserError, match=told) as caught:
        list(in_order(pool, works, [1]))
    assert "\n" not in str(caught.value)
