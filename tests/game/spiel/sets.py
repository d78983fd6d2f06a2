"""Parameter sets that the tests share."""

from __future__ import annotations

from typing import Final

#: Real games: the base game with 2 to 10 players, the pro variant with 2 to 6, the other two with few and many.
REAL: Final = (
    *(f"six_nimmt(players={players})" for players in range(2, 11)),
    *(f"six_nimmt(players={players},setup=draft)" for players in range(2, 7)),
    *(f"six_nimmt_number(players={players})" for players in (2, 4)),
    *(f"six_nimmt_anniversary(players={players})" for players in (2, 4)),
)
#: Games of some size with every set-up and payoff.
MIDDLE: Final = (
    "six_nimmt(players=2,hand=4,rows=3,deck=0,payoff=win)",
    "six_nimmt(players=3,hand=3,rows=2,deck=20,payoff=penalty)",
    "six_nimmt(players=4,hand=3,rows=4,capacity=2,deck=0,payoff=win,rounds=2)",
    "six_nimmt(players=3,hand=3,rows=2,setup=draft,payoff=win)",
    "six_nimmt(players=4,hand=2,rows=2,setup=draft,payoff=penalty,rounds=3)",
    "six_nimmt(players=2,hand=3,setup=fixed,payoff=penalty,deal=1.50.104/2.55.60/10.20.30.40)",
    "six_nimmt(players=3,hand=2,rows=2,setup=fixed,rounds=2,deal=1.50/2.55/70.80/10.20)",
    "six_nimmt_number(players=3,hand=3,rows=2,deck=20,starters=True,payoff=win)",
    "six_nimmt_number(players=2,hand=3,rows=2,capacity=2/2,deck=0,payoff=penalty,rounds=1)",
    "six_nimmt_number(players=2,hand=3,rows=3,setup=fixed,rounds=1,deal=5.20.55/7.9.60/1.30.44)",
    "six_nimmt_anniversary(players=3,hand=3,rows=2,capacity=2,deck=20,insert_end=True,payoff=penalty)",
    "six_nimmt_anniversary(players=2,hand=3,rows=2,deck=12,specials=1/1/1/1/1/1/1,payoff=win)",
    "six_nimmt_anniversary(players=2,hand=2,rows=2,rounds=1,setup=fixed,specials_dealt=1,"
    "deal=5.20/7.9/1.30;specials:stop/fifth-row)",
)
#: Games whose whole trees can be walked in no time.
SMALL: Final = (
    "six_nimmt(players=2,hand=1,rows=1,deck=0)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0)",
    "six_nimmt(players=2,hand=1,rows=2,deck=6,payoff=penalty)",
    "six_nimmt(players=3,hand=1,rows=2,deck=0,payoff=win)",
    "six_nimmt(players=4,hand=1,rows=1,deck=0)",  # thirds of bullheads, and still a sum of exactly 0
    "six_nimmt(players=2,hand=2,rows=2,capacity=1,setup=draft)",
    "six_nimmt(players=3,hand=1,rows=1,setup=draft)",
    "six_nimmt(players=4,hand=1,rows=1,setup=draft)",
    "six_nimmt(players=2,hand=3,rows=2,capacity=3,deck=0,setup=fixed,deal=2.7.8/1.3.6/4.5)",
    "six_nimmt(players=2,hand=2,rows=2,setup=fixed,payoff=penalty,deal=3.55/2.60/10.20)",
    "six_nimmt(players=4,hand=1,rows=1,setup=fixed,deal=1/2/3/4/5)",
    "six_nimmt(players=2,hand=1,rows=1,deck=4,rounds=2)",
    "six_nimmt(players=2,hand=1,rows=2,setup=draft,rounds=2)",
    "six_nimmt_number(players=2,hand=2,rows=2,deck=0,rounds=1)",
    "six_nimmt_number(players=2,hand=1,rows=1,deck=4,rounds=2)",
    "six_nimmt_number(players=2,hand=1,rows=1,capacity=1/,deck=5,starters=True,rounds=1)",
    "six_nimmt_number(players=2,hand=2,rows=2,setup=fixed,rounds=1,deal=5.20/7.9/1.30)",
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials=1/0/1/0/1/0/1,specials_dealt=1)",
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=2,specials=1/0/1/0/0/0/1,specials_dealt=1)",
    "six_nimmt_anniversary(players=2,hand=2,rows=1,deck=0,rounds=1,specials=0/0/3/0/0/0/0,specials_dealt=1)",
    "six_nimmt_anniversary(players=2,hand=2,rows=2,deck=0,rounds=1,setup=fixed,specials=1/0/0/1/0/1/0,"
    "specials_dealt=1,deal=1.4/2.6/3.5;specials:stop/replace)",
)
