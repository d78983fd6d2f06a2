"""A short digest of a flat tree, by which files know the tree that they belong to."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from solver.tree.flat_tree import FlatTree


def tree_digest(tree: FlatTree) -> str:
    """The same for equal trees: players, their choices with names, ends and payoffs. Kept with the tree."""
    kept = vars(tree).get("_digest")
    if not isinstance(kept, str):
        digest = blake2b(f"{tree.players} {tree.ends}".encode(), digest_size=16)
        for own in tree.choices:
            for array in (own.first, own.parent, own.action, own.name):
                digest.update(np.ascontiguousarray(array).data.cast("B"))
        digest.update(np.ascontiguousarray(tree.sequence).data.cast("B"))
        digest.update(np.ascontiguousarray(tree.payoff).data.cast("B"))
        kept = digest.hexdigest()
        vars(tree)["_digest"] = kept
    return kept
