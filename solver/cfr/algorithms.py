"""The algorithms of the family, as the numbers in which they differ.

All keep a regret for each sequence and play in proportion to its positive part (regret matching). At iteration t, old
regrets are first discounted, then the regrets of this iteration are added; *plus* cuts what is negative; a *predictive*
algorithm plays as if the regrets of this iteration came once more. The average gives iteration t the weight t ^ gamma.

- CFR: Zinkevich, Johanson, Bowling and Piccione, 2007.
- CFR+: Tammelin, 2014.
- LCFR and DCFR: Brown and Sandholm, 2019; DCFR with their α = 3/2, β = 0, γ = 2.
- PCFR+: Farina, Kroer and Sandholm, 2021, with quadratic averaging.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Algorithm:
    """What an algorithm does with regrets and averages."""

    name: str
    title: str
    #: Positive regrets keep t^alpha / (t^alpha + 1) from iteration t to the next one; None: all.
    alpha: float | None
    #: The same for negative regrets.
    beta: float | None
    gamma: float
    plus: bool = False
    predictive: bool = False


ALGORITHMS: Final = {
    each.name: each
    for each in (
        Algorithm("cfr", "CFR", None, None, 0.0),
        Algorithm("cfr+", "CFR+", None, None, 1.0, plus=True),
        Algorithm("lcfr", "LCFR", 1.0, 1.0, 1.0),
        Algorithm("dcfr", "DCFR", 1.5, 0.0, 2.0),
        Algorithm("pcfr+", "PCFR+", None, None, 2.0, plus=True, predictive=True),
    )
}


def algorithm_of(name: str) -> Algorithm:
    """An algorithm by its name, in any case."""
    found = ALGORITHMS.get(name.lower())
    if found is None:
        raise ValueError(f"there is no algorithm {name!r}: choose one of {', '.join(ALGORITHMS)}")
    return found
