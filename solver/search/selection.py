"""How a seat chooses in its tree: decoupled UCT, Exp3 and regret matching, and what each learns from a simulation.

Each seat looks at its own numbers only (Tak, Lanctot and Winands, "Monte Carlo tree search variants for simultaneous
move games", 2014; Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo tree search in simultaneous move
games", 2013), so nobody's choice can depend on a card that lies face down.

Regret matching does not keep a value for every pair of cards, as those papers do for two players: with ten players
there would be far too many. A seat estimates what its other actions would have brought by their means so far, and
corrects the mean of the action that it did take by the reward over the probability of taking it. That is without bias,
as plain importance weighting is, and of far smaller variance (Schmid et al., "Variance reduction in Monte Carlo
counterfactual regret minimization", 2019).
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final

import numpy as np

from game.engine.chance import below, next_word
from solver.search.kernels import inlined, inner
from solver.search.store import OFFERS, REGRET, REWARD, SHARE, TRIES

UCT: Final = 0
EXP3: Final = 1
RM: Final = 2

SELECTIONS: Final = {"uct": UCT, "exp3": EXP3, "rm": RM}
#: Exploration, if nothing else is said: the factor of UCT's confidence term, or the share of choices made at random.
USUAL_EXPLORATION: Final = {"uct": 0.7, "exp3": 0.3, "rm": 0.2}
#: The share of choices made at random falls with visits: after about so many times three it is half as large.
STEADY_VISITS: Final = 400

_ELEVEN = np.uint64(11)


@inner
def random_share(generator):
    """A random number from 0 to below 1."""
    return float(next_word(generator) >> _ELEVEN) * 2.0**-53


@inner
def explored(selection, exploration, visits):
    """How much a node explores that was visited so often.

    Shares made at random must fall for ever, or else everybody answers to others who err on purpose; that they fall
    as the square root of visits is what bounds the regret of Exp3 without knowing how long it will run.
    """
    return exploration if selection == UCT else exploration * sqrt(STEADY_VISITS / (STEADY_VISITS + visits))


@inlined
def choose(selection, lines, places, mix, start, count, visits, offered, exploration, generator):
    """Which of `count` actions to take, whose lines are places[start:]; writes the mix to mix[start:].

    `offered` says that the actions differ from visit to visit, so that each counts how often it was there.
    """
    if selection == UCT:
        return _choose_uct(lines, places, start, count, visits, offered, exploration, generator)
    if selection == RM:
        _mix_rm(lines, places, mix, start, count)
    else:
        _mix_exp3(lines, places, mix, start, count, exploration)
    return _draw(mix, start, count, exploration, generator)


@inlined
def _choose_uct(lines, places, start, count, visits, offered, exploration, generator):
    """The action with the highest mean plus confidence; untried ones first, in any order.

    Where actions are not always there, the times that an action was on offer stand for the visits (Cowling, Powley
    and Whitehouse, "Information set Monte Carlo tree search", 2012).
    """
    if offered:
        for k in range(start, start + count):
            lines[places[k], OFFERS] += 1
    confidence = log(visits + 1.0)
    best = -np.inf
    chosen = 0
    untried = 0
    k = below(generator, count)  # a random start breaks ties
    for _ in range(count):
        line = places[start + k]
        tries = lines[line, TRIES]
        if tries == 0:
            untried += 1
            if below(generator, untried) == 0:
                chosen = k
        elif untried == 0:
            if offered:
                confidence = log(lines[line, OFFERS] + 1.0)
            value = lines[line, REWARD] / tries + exploration * sqrt(confidence / tries)
            if value > best:
                best = value
                chosen = k
        k = k + 1 if k + 1 < count else 0
    return chosen


@inlined
def _mix_rm(lines, places, mix, start, count):
    """Each action in proportion to its regret, if positive (Hart and Mas-Colell, 2000)."""
    total = 0.0
    for k in range(start, start + count):
        mix[k] = max(lines[places[k], REGRET], 0.0)
        total += mix[k]
    for k in range(start, start + count):
        mix[k] = mix[k] / total if total > 0 else 1.0 / count


@inlined
def _mix_exp3(lines, places, mix, start, count, exploration):
    """Each action in proportion to the exponential of its estimated rewards (Auer et al., 2002)."""
    rate = exploration / count
    highest = lines[places[start], REGRET]
    for k in range(start + 1, start + count):
        highest = max(highest, lines[places[k], REGRET])
    total = 0.0
    for k in range(start, start + count):
        mix[k] = exp(rate * (lines[places[k], REGRET] - highest))
        total += mix[k]
    for k in range(start, start + count):
        mix[k] /= total


@inner
def probability(mix, k, count, exploration):
    """How likely an action is taken, exploration included."""
    return (1.0 - exploration) * mix[k] + exploration / count


@inlined
def _draw(mix, start, count, exploration, generator):
    left = random_share(generator)
    for k in range(count - 1):
        left -= probability(mix, start + k, count, exploration)
        if left < 0:
            return k
    return count - 1


@inlined
def learn(selection, lines, places, mix, start, count, chosen, reward, chance):
    """Take in what came of an action that was taken with some chance."""
    line = places[start + chosen]
    if selection == RM:
        _learn_regrets(lines, places, mix, start, count, chosen, reward, chance)
    elif selection == EXP3:
        lines[line, REGRET] += reward / chance
    if selection != UCT:
        for k in range(start, start + count):
            lines[places[k], SHARE] += mix[k]
    lines[line, TRIES] += 1
    lines[line, REWARD] += reward


@inlined
def _learn_regrets(lines, places, mix, start, count, chosen, reward, chance):
    line = places[start + chosen]
    correction = (reward - _mean(lines, line, reward)) / chance
    value = mix[start + chosen] * correction
    for k in range(start, start + count):
        value += mix[k] * _mean(lines, places[k], reward)
    for k in range(start, start + count):
        lines[places[k], REGRET] += _mean(lines, places[k], reward) - value
    lines[line, REGRET] += correction


@inner
def _mean(lines, line, unknown):
    """The mean reward of an action so far; of one that was never tried, what is given."""
    tries = lines[line, TRIES]
    return lines[line, REWARD] / tries if tries > 0 else unknown
