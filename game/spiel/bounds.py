"""Limits that no game of some settings can pass: penalties, payoffs, decisions, events and actions."""

from __future__ import annotations

from game.cards import BULLHEADS
from game.engine.specials import PLAY_SHIFT, SHIFT_ROWS
from game.spiel.parameters import Settings
from game.spiel.payoffs import bullhead_worth


def highest_bullheads(deck: int, count: int) -> int:
    """The bullheads of the costliest cards, so many out of cards 1 to deck."""
    return int(sum(sorted(BULLHEADS[1 : deck + 1].tolist(), reverse=True)[:count]))


def most_turns(settings: Settings) -> int:
    """How many turns a round can have: as many as cards in a hand, but for Take a Number.

    There a taken row of s cards gives s - 1 back (N6), to be played again.
    """
    rules = settings.rules
    if rules.game != "take-a-number":
        return rules.hand
    return most_takings(settings) * _longest_row(settings) // rules.players


def most_takings(settings: Settings) -> int:
    """How many rows can be taken in a round of Take a Number: each puts a card away for good (N6), no row is empty."""
    return settings.rules.players * settings.rules.hand


def _longest_row(settings: Settings) -> int:
    return min(max(settings.rules.capacities), settings.rules.cards_dealt)


def most_penalty(settings: Settings) -> tuple[int, int]:
    """The most bullheads that one seat, and all seats together, can count in one round."""
    rules = settings.rules
    playable = rules.cards_dealt - rules.rows  # a row always keeps a card
    if rules.game == "take-a-number":
        # N8: the pile counts twice, but there is no pile without a card in the #-row, which counts nothing.
        most = max(highest_bullheads(rules.deck, playable), 2 * highest_bullheads(rules.deck, playable - 1))
        return most, most
    # B4: one taking a turn. A4: 7 nimmt! makes a row one card longer. A3: with five rows out one's own card goes too.
    a_taking = max(rules.capacities) + (2 if rules.game == "anniversary" else 0)
    return (
        highest_bullheads(rules.deck, min(playable, rules.hand * a_taking)),
        highest_bullheads(rules.deck, playable),
    )


def utilities(settings: Settings) -> tuple[float, float]:
    """The lowest and the highest payoff."""
    if settings.payoff == "win":
        return 0.0, 1.0
    rules = settings.rules
    one, everybody = (rules.rounds * most for most in most_penalty(settings))
    if settings.payoff == "penalty":
        return -float(one), 0.0
    others, worth = rules.players - 1, bullhead_worth(rules.players)
    return -others * one * worth, min(others * one, everybody) * worth


def most_decisions(settings: Settings) -> int:
    """How often players can be asked in a game; a turn in which all choose a card counts as one."""
    rules = settings.rules
    # After a low card is placed every later one of the turn finds a lower last card, so B5 asks once a turn; where
    # special cards are played, everybody may be asked for a special card, a row and a swap (A2, A10).
    turns = most_turns(settings)
    questions = turns
    if rules.game == "take-a-number":
        takings = most_takings(settings)
        keeps = takings if _longest_row(settings) > 1 else 0  # N6: of one card there is nothing to choose
        questions = min(turns, takings) + keeps
    elif settings.swaps:
        questions = turns * 3 * rules.players
    picks = rules.players * rules.hand if settings.drafts else 0
    return rules.rounds * (picks + turns + questions)


def most_chance_nodes(settings: Settings) -> int:
    """How often chance can act in a game."""
    rules = settings.rules
    if not settings.has_chance:
        return 0
    dealt_rounds = rules.rounds - (settings.fixed is not None)
    draws = rules.rounds * rules.hand * rules.players if settings.swaps else 0  # A10: one for every taking
    return dealt_rounds * settings.dealer.most_nodes() + draws


def most_chance_outcomes(settings: Settings) -> int:
    """No chance node has an action as high as this."""
    if not settings.has_chance:
        return 0
    dealt_rounds = settings.rules.rounds - (settings.fixed is not None)
    deals = settings.dealer.most_outcomes() if dealt_rounds else 1
    return max(deals, 1 + len(settings.rules.specials) if settings.swaps else 1)


def most_events(settings: Settings) -> int:
    """How many things one player can see happen in a round; a turn counts once for everybody's card."""
    rules = settings.rules
    cards = most_turns(settings) * rules.players
    questions = most_decisions(settings) // rules.rounds - most_turns(settings)
    draws = rules.hand * rules.players if settings.swaps else 0
    return cards + questions + draws


def distinct_actions(settings: Settings) -> int:
    """One more than the highest action of a player: the engine's own numbers, cards as themselves."""
    if settings.swaps:
        return PLAY_SHIFT + SHIFT_ROWS * (settings.rules.deck + 1)
    return max(settings.rules.deck + 1, settings.rules.rows)
