"""CfrRun: one algorithm at work on one tree, iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from game.kernels import prepare
from solver.cfr import checkpoint
from solver.cfr.algorithms import Algorithm, algorithm_of
from solver.cfr.iterate import finish_player, iterate, kept
from solver.cfr.kernels import FOLDERS
from solver.measures import JointAverage
from solver.tree.digest import tree_digest
from solver.tree.flat_tree import FlatTree, FloatArray, Strategy
from solver.tree.layout import Layout, layout_of
from solver.tree.sweeps import end_gradients, reaches

#: Gradients with fewer ends than this for each thread are not worth handing out.
FEWEST_ENDS_A_THREAD: Final = 20_000
#: Stands for "keep all old regrets" in compiled code.
_KEEP_ALL: Final = -1.0


class CfrRun:
    """Regrets, averages and the strategy of now; the same tree, algorithm and seed always give the same bits.

    Players update one after the other (`alternating`), each against what those before it have just learnt. A run of two
    players starts from equal chances. With more of them there are many equilibria, and each `seed` starts from random
    strategies of its own, so that several runs can be compared; `seed=None` starts from equal chances as well. What all
    do together is then remembered too (`keep_joint`), at the price of about one more gradient for each player.
    """

    def __init__(
        self,
        tree: FlatTree,
        algorithm: str | Algorithm = "cfr+",
        *,
        seed: int | None = None,
        alternating: bool = True,
        keep_joint: bool | None = None,
        threads: int = 1,
    ) -> None:
        if threads < 1:
            raise ValueError(f"a run needs one thread at least, not {threads}")
        self.tree = tree
        self.algorithm = algorithm_of(algorithm) if isinstance(algorithm, str) else algorithm
        self.seed = seed
        self.alternating = alternating
        self.keep_joint = tree.players > 2 if keep_joint is None else keep_joint
        self.iteration = 0
        self.layout = layout_of(tree)
        size = self.layout.sequences
        self.strategy = np.concatenate([own.uniform() for own in tree.choices])
        if seed is not None:
            random = np.random.Generator(np.random.PCG64(seed))
            self.strategy = np.concatenate(
                [own.normalized(random.standard_exponential(own.sequences)) for own in tree.choices]
            )
        self.regret = np.zeros(size)
        self.average_sums = np.zeros(size)
        self.joint_gradient = np.zeros(size if self.keep_joint else 0)
        self.joint_values = np.zeros(tree.players)
        self._reach = np.ones(size)
        self._gradient = np.empty(size)
        self._threads = self._use_threads(threads)
        self._find_reach()

    # Iterations

    def step(self, iterations: int = 1) -> None:
        """Do so many iterations."""
        if self._threads is None:
            prepare("CFR", lambda: self._iterate(0), *FOLDERS)
            self._iterate(iterations)
            self.iteration += iterations
        else:
            for _ in range(iterations):
                self._step_in_threads(self._threads)

    def _iterate(self, iterations: int) -> None:
        how, at = self.algorithm, self.layout
        iterate(
            self.iteration,
            iterations,
            _KEEP_ALL if how.alpha is None else how.alpha,
            _KEEP_ALL if how.beta is None else how.beta,
            how.gamma,
            how.plus,
            how.predictive,
            self.alternating,
            at.block,
            at.base,
            at.first,
            at.parent,
            at.starts,
            at.others,
            at.payoff,
            self.strategy,
            self._reach,
            self.regret,
            self.average_sums,
            self._gradient,
            self.joint_gradient,
            self.joint_values,
        )

    def _use_threads(self, threads: int) -> _Threads | None:
        """Threads for the gradients, where the tree is large enough and nothing but gradients is asked for."""
        few = self.tree.ends < FEWEST_ENDS_A_THREAD * threads
        if threads == 1 or few or self.keep_joint or not self.alternating:
            return None
        return _Threads(self.layout, threads)

    def _step_in_threads(self, threads: _Threads) -> None:
        """One iteration, the same to the bit as in `iterate`: each sum is still made by one thread."""
        how, at, t = self.algorithm, self.layout, self.iteration + 1
        up = kept(_KEEP_ALL if how.alpha is None else how.alpha, t)
        down = kept(_KEEP_ALL if how.beta is None else how.beta, t)
        for player in range(at.players):
            threads.gradient(player, self._reach, self._gradient)
            finish_player(
                at.block[player],
                at.block[player + 1] - 1,
                at.base[player],
                at.base[player + 1],
                float(t) ** how.gamma,
                up,
                down,
                how.plus,
                how.predictive,
                at.first,
                at.parent,
                self.strategy,
                self._reach,
                self.regret,
                self.average_sums,
                self._gradient,
            )
        self.iteration = t

    def _find_reach(self) -> None:
        at = self.layout
        reaches(at.block, at.base, at.first, at.parent, self.strategy, self._reach)

    # What came out

    def current(self) -> tuple[Strategy, ...]:
        """What everybody plays now."""
        return self.layout.parts(self.strategy)

    def average(self) -> tuple[Strategy, ...]:
        """What everybody has played on average, which is what converges; equal chances where nobody ever came."""
        sums = self.layout.parts(self.average_sums)
        return tuple(own.normalized(each) for own, each in zip(self.tree.choices, sums, strict=True))

    def joint(self) -> JointAverage:
        """What all have played together."""
        if not self.keep_joint:
            raise ValueError("this run keeps no joint average: ask for it with keep_joint=True")
        weight = sum(float(t) ** self.algorithm.gamma for t in range(1, self.iteration + 1))
        return JointAverage(self.joint_gradient.copy(), self.joint_values.copy(), weight)

    # On disk

    def _arrays(self) -> dict[str, FloatArray]:
        return {
            "strategy": self.strategy,
            "regret": self.regret,
            "average": self.average_sums,
            "joint_gradient": self.joint_gradient,
            "joint_values": self.joint_values,
        }

    def save(self, path: Path, more: dict[str, Any] | None = None) -> None:
        """Write a checkpoint, from which `CfrRun.load` goes on to the same bits; `more` is kept with it."""
        head = {
            "game": self.tree.game,
            "tree": tree_digest(self.tree),
            "algorithm": self.algorithm.name,
            "alternating": self.alternating,
            "keep_joint": self.keep_joint,
            "seed": self.seed,
            "iteration": self.iteration,
            "more": more or {},
        }
        checkpoint.write(path, head, self._arrays())

    @classmethod
    def load(cls, path: Path, tree: FlatTree, threads: int = 1) -> tuple[Self, dict[str, Any]]:
        """Go on from a checkpoint of this tree: the run, and what else was kept. A ValueError says what is wrong."""
        head, arrays = checkpoint.read(path)
        if head["game"] != tree.game:
            raise ValueError(f"{path} is a checkpoint of {head['game']}, not of {tree.game}: choose another file")
        if head["tree"] != tree_digest(tree):
            raise ValueError(f"{path} was made with another tree of {tree.game}: start anew without it")
        run = cls(
            tree,
            head["algorithm"],
            seed=head["seed"],
            alternating=head["alternating"],
            keep_joint=head["keep_joint"],
            threads=threads,
        )
        for name, mine in run._arrays().items():
            mine[:] = arrays[name]
        run.iteration = head["iteration"]
        run._find_reach()
        return run, head["more"]


class _Threads:
    """Several threads for one gradient, each with a range of sequences that has its share of the ends."""

    def __init__(self, layout: Layout, threads: int) -> None:
        self.layout = layout
        self.pool = ThreadPoolExecutor(threads)
        self.ranges: list[list[tuple[int, int]]] = []
        for player in range(layout.players):
            begin, end = int(layout.base[player]), int(layout.base[player + 1])
            goals = np.linspace(layout.starts[begin], layout.starts[end], threads + 1)[1:-1]
            cuts = [begin, *(int(cut) for cut in np.searchsorted(layout.starts[begin:end], goals) + begin), end]
            self.ranges.append(list(zip(cuts[:-1], cuts[1:], strict=True)))

    def gradient(self, player: int, reach: FloatArray, gradient: FloatArray) -> None:
        """Fill in the gradient of a player."""
        at = self.layout
        work: list[Callable[[], object]] = [
            self.pool.submit(end_gradients, *each, at.starts, at.others, at.payoff, reach, gradient).result
            for each in self.ranges[player]
        ]
        for result in work:
            result()
