"""Blocks to the workers and their results back in order, with a bound on what is under way.

The workers are this process for a small file, processes on all cores for a large one, or a Dask
cluster: whatever has the ``submit`` of Python's executors.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from typing import TypeVar

from sapphire_emu.club.openings.extra import need
from sapphire_emu.errors import UserError
from sapphire_emu.worker_process import settle_in

SMALL = 3 * 2**20
"""Bytes below which starting processes costs more than it saves."""

In = TypeVar("In")
Out = TypeVar("Out")


@contextlib.contextmanager
def workers(size: int, scheduler: str | None = None) -> Iterator[Executor | None]:
    """What runs the work on ``size`` bytes; None for this process.

    :param scheduler: the address of a Dask scheduler, whose workers need this program too.
    :raises UserError: the cluster cannot be reached, or Dask is not installed.
    """
    if scheduler is not None:
        client = _client(scheduler)
        try:
            yield client.get_executor(pure=False)
        finally:
            client.close()
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if size < SMALL or (cores or 1) < 2:
        yield None
        return
    pool = ProcessPoolExecutor(cores, initializer=settle_in)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _client(address: str):  # type: ignore[no-untyped-def]
    distributed = need("distributed")
    try:
        return distributed.Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        text = " ".join(str(error).split())
        raise UserError(f"no Dask scheduler at {address}: {text}") from None


def in_order(
    pool: Executor | None, work: Callable[[In], Out], items: Iterable[In], ahead: int = 8
) -> Iterator[tuple[In, Out]]:
    """Each item with its result, in the items' order; at most ``ahead`` are under way."""
    if pool is None:
        for item in items:
            yield item, work(item)
        return
    waiting: deque[tuple[In, Future[Out]]] = deque()
    for item in items:
        waiting.append((item, pool.submit(work, item)))
        if len(waiting) >= ahead:
            first, future = waiting.popleft()
            yield first, _result(future)
    while waiting:
        first, future = waiting.popleft()
        yield first, _result(future)


def _result(future: Future[Out]) -> Out:
    """What the work gave; a worker that is not fit or is gone is the user's to mend."""
    try:
        return future.result()
    except ImportError as error:
        mend = "there: pip install 'sapphire-emu[openings]'"
        raise UserError(f"a worker lacks a package: {error}; {mend}") from None
    except (BrokenExecutor, CancelledError, EOFError, ConnectionError):
        raise UserError(
            "a worker ended before its work was done; the same command goes on"
        ) from None
