"""A fleet of Ray actors that answer tasks: dead ones are replaced, and what they were at is given to others.

Ray is imported on first use. Without an address it runs on this machine alone, for as long as the fleet lives.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections import Counter, deque
from collections.abc import Hashable
from typing import Any, Final, Self

#: How many actors may die over one task before it is given up.
MOST_DEATHS: Final = 3
#: Ray's shared store holds our small messages only.
_OBJECT_STORE: Final = 80 << 20
_KNOCK_SECONDS: Final = 5.0


class FleetError(ValueError):
    """The fleet cannot do its work; the message says why."""


class Fleet:
    """`workers` actors of a class, each with at most `in_flight` tasks under way.

    The class needs a method `answer(task)`; tasks can be hashed. Use it with `with`.
    """

    def __init__(
        self, actor: type, arguments: tuple[Any, ...], workers: int, in_flight: int = 2, address: str | None = None
    ) -> None:
        self._ray, self._ours = connect(workers, address)
        self._actor = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(actor)
        self._arguments = arguments
        self.in_flight = in_flight
        #: Actors by number, and what each is at: answer to come → task.
        self._actors: list[Any] = [self._actor.remote(*arguments) for _ in range(workers)]
        self._pending: list[dict[Any, Hashable]] = [{} for _ in range(workers)]
        self._waiting: deque[tuple[Hashable, int | None]] = deque()
        self._deaths: Counter[Hashable] = Counter()
        self.replaced = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the actors go, and Ray with them, unless somebody else has started it."""
        for actor in self._actors:
            self._ray.kill(actor)
        if self._ours:
            self._ray.shutdown()

    @property
    def workers(self) -> int:
        return len(self._actors)

    @property
    def busy(self) -> int:
        """How many tasks were sent and not answered yet."""
        return sum(map(len, self._pending)) + len(self._waiting)

    @property
    def room(self) -> int:
        """How many tasks can be sent now without waiting in a queue here."""
        return max(self.workers * self.in_flight - self.busy, 0)

    def send(self, task: Hashable, worker: int | None = None) -> None:
        """Give a task to a worker, if one is named and has room, else to the one with the least to do."""
        self._waiting.append((task, worker))
        self._hand_out()

    def wait(self, seconds: float | None = None) -> list[tuple[Hashable, Any]]:
        """The tasks that were answered, with their answers; none when the time is over first."""
        self._hand_out()
        pending = [answer for tasks in self._pending for answer in tasks]
        if not pending:
            return []
        done, _ = self._ray.wait(pending, num_returns=1, timeout=seconds)
        answers: list[tuple[Hashable, Any]] = []
        for answer in done:
            worker = next((number for number, tasks in enumerate(self._pending) if answer in tasks), None)
            if worker is None:  # its worker died over another task, so that it waits for a new one
                continue
            try:
                value = self._ray.get(answer)
            except self._ray.exceptions.RayActorError as error:
                self._replace(worker, error)
                continue
            answers.append((self._pending[worker].pop(answer), value))
        self._hand_out()
        return answers

    def pids(self) -> list[int]:
        """The process of every actor that lives; it has to have a method `pid`."""
        return [int(self._ray.get(actor.pid.remote())) for actor in self._actors]

    def _hand_out(self) -> None:
        for _ in range(len(self._waiting)):
            task, wanted = self._waiting.popleft()
            loads = [len(tasks) for tasks in self._pending]
            worker = wanted if wanted is not None and loads[wanted] < self.in_flight else loads.index(min(loads))
            if loads[worker] >= self.in_flight:
                self._waiting.appendleft((task, wanted))
                return
            self._pending[worker][self._actors[worker].answer.remote(task)] = task

    def _replace(self, worker: int, error: Exception) -> None:
        """Put a new actor in a dead one's place; what it was at waits in front of all the rest."""
        tasks = list(self._pending[worker].values())
        for task in tasks[:1]:  # an actor does one thing at a time, so this is what it died over
            self._deaths[task] += 1
            if self._deaths[task] >= MOST_DEATHS:
                raise FleetError(f"{MOST_DEATHS} workers died over {task}, the last one so: {error}")
        self._pending[worker] = {}
        self._waiting.extendleft((task, None) for task in reversed(tasks))
        self._actors[worker] = self._actor.remote(*self._arguments)
        self.replaced += 1


def connect(workers: int, address: str | None) -> tuple[Any, bool]:
    """Ray, connected: to a cluster, or to one of this process's own; and whether this call has done it."""
    terminate = signal.getsignal(signal.SIGTERM)
    try:
        return _connect(workers, address)
    finally:
        # Ray takes SIGTERM for itself and ends the process; whoever has a use for it keeps it.
        if callable(terminate) and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, terminate)


def _connect(workers: int, address: str | None) -> tuple[Any, bool]:
    for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"):
        os.environ.setdefault(name, "0")  # no reports to anybody, no warnings about cards that we do not use
    import ray
    import ray.exceptions

    if ray.is_initialized():
        return ray, False
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": True}
    if address is None:
        # Never "auto": a stale address of a cluster that is gone can hang for minutes.
        ray.init(
            address="local",
            num_cpus=max(workers, 1),
            include_dashboard=False,
            object_store_memory=_OBJECT_STORE,
            **quiet,
        )
        return ray, True
    _knock(address)
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise FleetError(f"there is no Ray cluster at {address}: {reason}") from None
    return ray, True


def _knock(address: str) -> None:
    """Find out in seconds whether anybody is there: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdecimal() and 0 < int(port) < 65536):
        raise FleetError(f"{address!r} is no address of a Ray cluster: write host and port, like 10.0.0.1:6379")
    try:
        socket.create_connection((host, int(port)), timeout=_KNOCK_SECONDS).close()
    except OSError as error:
        raise FleetError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None
