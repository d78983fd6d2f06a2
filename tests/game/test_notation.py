"""Texts that people write and programs read: what is damaged is refused with a sentence that says where and why."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.deal import Deal
from game.decision import Decision, IllegalAction, Kind
from game.game_record import GameRecord
from game.position import parse_position, write_position
from game.rules import Rules, RulesError
from game.state import State
from game.text import NotationError, parse_cards, parse_groups, write_cards, write_groups
from tests.game.play import any_action, moments, play_round

RECORD = """\
nimmt game 1
rules base(players=2,hand=3,rows=2,deck=8,rounds=2)
players Ada, Bob
round 1
deal 2,7,8/1,3,6/4,5
turn 1: 2 1
  seat 2: row 1
turn 2: 7 3
turn 3: 8 6
penalties 0/1
round 2
deal 1,2,3/6,7,8/4,5
turn 1: 1 6
  seat 1: row 2
turn 2: 2 7
turn 3: 3 8
penalties 2/0
result 2/1
"""

DRAFT_RECORD = """\
nimmt game 1
rules pro(players=2,hand=2,rows=2,rounds=1)
seed 3
index 1
players Ada, Bob
round 1
deal -
draft 6 1 3 5
turn 1: 6 1
  seat 2: row 1
turn 2: 3 5
penalties 0/1
result 0/1
"""


def edited(old: str, new: str, record: str = RECORD) -> str:
    """The record with one place changed."""
    assert record.count(old) == 1
    return record.replace(old, new)


# Cards and groups.


@pytest.mark.parametrize(("text", "cards"), [("-", ()), ("12", (12,)), ("12,14,15", (12, 14, 15)), (" 1 , 2 ", (1, 2))])
def test_cards_are_numbers_with_commas(text: str, cards: tuple[int, ...]) -> None:
    assert parse_cards(text) == cards
    assert parse_cards(write_cards(cards)) == cards


@pytest.mark.parametrize("text", ["", "1,,2", "a", "1;2", "1.5", "-3", "12345", "1,-"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card: write numbers with commas between, like 12,14,15"):
        parse_cards(text)


@given(st.lists(st.lists(st.integers(0, 104)), min_size=1))
def test_groups_read_back(groups: list[list[int]]) -> None:
    assert parse_groups(write_groups(groups)) == tuple(map(tuple, groups))


# Actions in words.


@pytest.mark.parametrize(
    ("kind", "text", "action"),
    [
        (Kind.ROW, "row 2", 1),
        (Kind.ROW, " ROW  2 ", 1),
        (Kind.ROW, "2", 1),
        (Kind.CARD, "14", 14),
        (Kind.DRAFT, "14", 14),
    ],
)
def test_actions_are_read(kind: Kind, text: str, action: int) -> None:
    assert Decision(kind, 0, (1, 14)).parse(text) == action


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Kind.ROW, "first", "'first' is not a row: write it like 'row 2'"),
        (Kind.ROW, "row 0", "seat 1 cannot take 'row 0': it has row 2"),
        (Kind.ROW, "row 3", "seat 1 cannot take 'row 3': it has row 2"),
        (Kind.CARD, "row 2", "'row 2' is not a card: write its number"),
        (Kind.CARD, "15", "seat 1 cannot play '15': it has 1"),
        (Kind.DRAFT, "1234", "'1234' is not a card"),
        (Kind.DRAFT, "15", "seat 1 cannot pick '15': it has 1"),
    ],
)
def test_other_actions_are_refused(kind: Kind, text: str, message: str) -> None:
    with pytest.raises(IllegalAction, match=re.escape(message)):
        Decision(kind, 0, (1,)).parse(text)


# Records.


@pytest.mark.parametrize("text", [RECORD, DRAFT_RECORD])
def test_a_record_reads_and_writes_the_same(text: str) -> None:
    assert str(GameRecord.parse(text)) == text


def test_a_record_tells_the_whole_match() -> None:
    record = GameRecord.parse(RECORD)
    assert record.players == ("Ada", "Bob")
    assert (record.seed, record.index, len(record.rounds)) == (None, 0, 2)
    final = record.final_state()
    assert (final.match_over, final.scores, final.winners) == (True, (2, 1), (1,))


def test_a_record_made_by_hand_may_be_untidy() -> None:
    text = RECORD.replace("\n", "\n\n").replace("  seat 1: row 2", "seat 1:ROW   2").replace("turn 2: ", "turn 2:")
    assert GameRecord.parse(text) == GameRecord.parse(RECORD)


def test_a_record_may_stop_anywhere_after_its_first_deal() -> None:
    lines = RECORD.splitlines()
    for length in range(5, len(lines) - 2):
        if length == 11:  # a round line without its deal
            continue
        GameRecord.parse("\n".join(lines[:length]))


def test_a_record_holds_players_who_have_not_chosen_yet() -> None:
    text = "".join(RECORD.splitlines(keepends=True)[:7]) + "turn 2: - 3\n"
    record = GameRecord.parse(text)
    assert record.final_state().to_act == (0,)
    assert str(record) == text


def test_a_position_has_no_record() -> None:
    state = parse_position("base(players=2,hand=3,rows=2,deck=8) rows=4/5 hands=2,7,8/1,3,6")
    with pytest.raises(ValueError, match="came from a position"):
        GameRecord.of(state)


DAMAGE = [
    ("", 1, "a game starts with 'nimmt game 1', not with 'nothing'"),
    ("hello", 1, "a game starts with 'nimmt game 1', not with 'hello'"),
    (edited("nimmt game 1", "nimmt game 2"), 1, "not with 'nimmt game 2'"),
    (edited("rules base", "rulez base"), 2, "cannot read 'rulez base(players=2"),
    (edited("rules base", "rules bass"), 2, "there is no variant 'bass': choose one of base, pro"),
    (edited("hand=3", "hand=30"), 2, "a deck of 8 is too small: 2 players with 30 cards each and 2 rows need 62 cards"),
    (edited("hand=3", "hand=x"), 2, "cannot read 'hand=x'"),
    (edited("players Ada", "rules base(players=2)\nplayers Ada"), 3, "the line 'rules' comes once"),
    (edited("players Ada, Bob", "players Ada"), 4, "there are 1 names for 2 players"),
    (edited("players Ada, Bob\n", ""), 3, "rules and players come before the first round"),
    (edited("round 1", "round 2\n").replace("\n\n", "\n"), 4, "round 1 comes next, not 2"),
    (edited("round 1", "round one"), 4, "'one' is not a whole number"),
    (edited("deal 2,7,8/1,3,6/4,5", "deal 2,7,8/1,3,6"), 5, "the deal has 1 hands, but there are 2 players"),
    (edited("2,7,8/1,3,6", "2,7/1,3,6"), 5, "the hand of seat 1 has 2 cards, not 3"),
    (edited("1,3,6/4,5", "1,3,6/4"), 5, "the deal starts 1 rows, but there are 2"),
    (edited("2,7,8/", "2,7,9/"), 5, "there is no card 9 in this game: cards go from 1 to 8"),
    (edited("2,7,8/", "0,7,8/"), 5, "there is no card 0 in this game"),
    (edited("2,7,8/", "1,7,8/"), 5, "card 1 appears twice"),
    (edited("2,7,8/", "2,seven,8/"), 5, "'seven' is not a card"),
    (edited("deal 2,7,8/1,3,6/4,5\n", ""), 5, "a deal must come first"),
    (edited("turn 1: 2 1\n", "deal 2,7,8/1,3,6/4,5\nturn 1: 2 1\n"), 6, "a deal comes once"),
    (edited("turn 1: 2 1", "turn 1: 3 1"), 6, "seat 1 cannot play '3': it has 2, 7, 8"),
    (edited("turn 1: 2 1", "turn 1: 2"), 6, "turn 1 comes next, with 2 cards"),
    (edited("turn 1: 2 1", "turn 2: 2 1"), 6, "turn 1 comes next, with 2 cards"),
    (edited("turn 1: 2 1", "turn 1 2 1"), 6, "write a turn like 'turn 1: 14 15 44 61'"),
    (edited("turn 1: 2 1", "turn 1: 2 1,"), 6, "'1,' is not a card: write its number"),
    (edited("turn 1: 2 1", "draft 2 1"), 6, "there is nothing to draft now"),
    (edited("turn 1: 2 1", "seat 1: row 1"), 6, "there is nothing for a single seat to decide now"),
    (edited("turn 1: 2 1", "chance: 3"), 6, "nothing to decide now"),
    (edited("seat 2: row 1", "seat 1: row 1"), 7, "seat 1 has nothing to decide now"),
    (edited("seat 2: row 1", "seat 2: row 3"), 7, "seat 2 cannot take 'row 3': it has row 1, row 2"),
    (edited("seat 2: row 1", "seat 2 row 1"), 7, "write a decision like 'seat 2: row 1'"),
    (edited("  seat 2: row 1\n", ""), 7, "no turn can be played now: seat 2 must decide on a row"),
    (edited("turn 3: 8 6\n", ""), 9, "the penalties come at the end of a round, and this round is not over"),
    (edited("penalties 0/1", "penalties 1/0"), 10, "the penalties are 0/1 after these actions, not 1/0"),
    (edited("penalties 0/1", "turn 4: 1 2"), 10, "no turn can be played now: the round is over"),
    (edited("penalties 0/1", "result 0/1"), 10, "the result comes at the end of a match, and this match is not over"),
    (edited("turn 3: 8 6\npenalties 0/1\n", ""), 9, "round 2 cannot start: the round before is not over"),
    (edited("round 2", "round 3"), 11, "round 2 comes next, not 3"),
    (edited("result 2/1", "result 1/2"), 18, "the scores are 2/1 after these actions, not 1/2"),
    (edited("result 2/1\n", ""), 17, "the match is over, but its result is missing"),
    (edited("result 2/1\n", "round 3\n"), 18, "round 3 cannot start: the match is over"),
    (RECORD + "turn 4: 1 2\n", 19, "nothing can follow the result"),
    ("nimmt game 1\nrules base(players=2)\n", 2, "the game ends before its first deal"),
    (edited("seed 3", "seed -3", DRAFT_RECORD), 3, "'-3' is not a whole number"),
    (edited("deal -", "deal 1,2/3,4/5,6", DRAFT_RECORD), 7, "a draft starts without a deal (P2)"),
    (edited("draft 6 1 3 5", "draft 6 6 3 5", DRAFT_RECORD), 8, "seat 2 cannot pick '6': it has 1, 2, 3, 4, 5"),
    (edited("draft 6 1 3 5", "draft 6 1 3 5 2", DRAFT_RECORD), 8, "there is nothing to draft now"),
    (
        edited("draft 6 1 3 5", "draft 6 1 3", DRAFT_RECORD),
        9,
        "no turn can be played now: seat 2 must decide on a draft",
    ),
]


@pytest.mark.parametrize(("text", "line", "message"), DAMAGE, ids=[f"{line}: {what}" for _, line, what in DAMAGE])
def test_a_damaged_record_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(NotationError, match=f"^line {line}: .*{re.escape(message)}"):
        GameRecord.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(DRAFT_RECORD.replace("seed 3", "seed 9999999999999999999"), id="seed too high"),
        pytest.param(DRAFT_RECORD.replace("index 1", "index 9223372036854775808"), id="index too high"),
        pytest.param(edited("turn 1: 2 1", f"turn {'1' * 5000}: 2 1"), id="turn number of 5000 digits"),
        pytest.param(edited("seat 2: row 1", f"seat {'1' * 5000}: row 1"), id="seat number of 5000 digits"),
        pytest.param(edited("hand=3", f"hand={'1' * 5000}"), id="hand of 5000 digits"),
        pytest.param(RECORD.replace("rounds=2", f"rounds={10**20}"), id="more rounds than the engine can count"),
    ],
)
def test_numbers_that_are_too_high_are_refused_like_other_damage(text: str) -> None:
    with pytest.raises(NotationError, match=r"^line \d+: "):
        GameRecord.parse(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(RECORD.replace("turn 1: 2 1", "seed 5\nturn 1: 2 1"), 6, id="seed after the first deal"),
        pytest.param(RECORD.replace("turn 1: 2 1", "index 5\nturn 1: 2 1"), 6, id="index after the first deal"),
        pytest.param(RECORD.replace("turn 1: 2 1", "players Bob, Ada\nturn 1: 2 1"), 6, id="players named again"),
        pytest.param(
            "nimmt game 1\nplayers Ada, Bob, Cid\n" + RECORD.split("\n", 1)[1].replace("players Ada, Bob\n", ""),
            4,
            id="three names, then rules for two",
        ),
        pytest.param(edited("round 1\n", "round 1\nround 1\n"), 5, id="a round line twice"),
        pytest.param(edited("players Ada", "index 4\nplayers Ada"), 5, id="an index without a seed"),
        pytest.param(edited("seat 2: row 1", "seat 0: row 1"), 7, id="seat 0"),
    ],
)
def test_what_stands_in_the_wrong_place_is_refused(text: str, line: int) -> None:
    """It would be lost, or contradict what was read already, if the record were written again."""
    with pytest.raises(NotationError, match=f"^line {line}: "):
        GameRecord.parse(text)


@pytest.mark.parametrize("name", ["Ada, the first", "two\nlines", " padded ", "line\u2028separator", ""])
def test_names_that_would_not_read_back_are_refused_or_read_back(name: str) -> None:
    state = State.deal(Rules(players=2), seed=1)
    try:
        record = GameRecord.of(state, (name, "Bob"))
    except ValueError:
        return
    assert GameRecord.parse(str(record)).players == record.players


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Bob", "Cid")])
def test_a_record_needs_a_name_for_each_seat(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="2 players"):
        GameRecord.of(State.deal(Rules(players=2), seed=1), names)


def test_a_record_whose_deals_do_not_come_from_its_seed_is_refused() -> None:
    state = State.deal(Rules(players=2, hand=3, rows=2, deck=0), seed=7)
    text = str(GameRecord.of(state))
    with pytest.raises(NotationError, match="line 7: this is not what seed 8 and index 0 deal in round 1"):
        GameRecord.parse(text.replace("seed 7", "seed 8"))
    with pytest.raises(NotationError, match="line 7: this is not what seed 7 and index 1 deal in round 1"):
        GameRecord.parse(text.replace("index 0", "index 1"))


# Positions.

SMALL_GAME = "base(players=2,hand=3,rows=2,deck=12)"


def test_a_person_may_leave_most_of_a_position_out() -> None:
    state = parse_position(f"{SMALL_GAME} rows=4/5 hands=2,7,8/1,3,6")
    assert (state.round, state.turn, state.to_act, state.scores) == (0, 0, (0, 1), (0, 0))
    later = parse_position(f"{SMALL_GAME} hands=8,2/1,3 rows=4/5")
    assert (later.turn, later.hands) == (1, ((2, 8), (1, 3)))


def test_fields_stand_in_any_order() -> None:
    one = parse_position(f"{SMALL_GAME} round=2 turn=2 rows=4/5 hands=2,7/1,3 piles=6/- scores=3/9")
    two = parse_position(f"{SMALL_GAME} scores=3/9 piles=6/- hands=2,7/1,3 rows=4/5 turn=2 round=2")
    assert one == two
    assert (one.round, one.piles, one.penalties, one.scores) == (1, ((6,), ()), (1, 0), (3, 9))


POSITION_DAMAGE = [
    ("", "an empty position: start with rules such as base(players=2)"),
    ("bass rows=4/5", "there is no variant 'bass'"),
    ("base(players=11) rows=4/5", "base is for 2 to 10 players (B1), not 11"),
    (f"{SMALL_GAME} hands=1,2,3/6,7,8", "a position needs rows, like rows=12/37/43/58"),
    (f"{SMALL_GAME} rows=4/5 hand=1,2,3/6,7,8", "a position has no field 'hand=1,2,3/6,7,8'"),
    (f"{SMALL_GAME} rows=4/5 rows=4/5", "the field rows appears twice"),
    (f"{SMALL_GAME} rows", "a position has no field 'rows'"),
    (f"{SMALL_GAME} rows=4/5/6 hands=1,2,3/7,8,9", "rows= names 3 rows, but there are 2"),
    (f"{SMALL_GAME} rows=4/- hands=1,2,3/7,8,9", "row 2 must hold ascending cards (B3), not -"),
    (f"{SMALL_GAME} rows=4/6,5 hands=1,2,3/7,8,9", "row 2 must hold ascending cards (B3), not 6,5"),
    (
        "base(players=2,hand=1,rows=1,capacity=2) rows=4,5,6 hands=1/2",
        "row 1 holds at most 2 cards (B4), not 3",
    ),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,13", "there is no card 13 in this game: cards go from 1 to 12"),
    (f"{SMALL_GAME} rows=4/0 hands=1,2,3/7,8,9", "there is no card 0 in this game"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/4,8,9", "card 4 appears twice"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,2/7,8,9", "card 2 appears twice"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/7,8 piles=9/9", "card 9 appears twice"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/7,8,9 chosen=7/-", "card 7 appears twice"),
    (f"{SMALL_GAME} rows=4/five hands=1,2,3/7,8,9", "rows=five: 'five' is not a card"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3", "hands= names 1 seats, but there are 2 players"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8", "everybody has the same number of cards left"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/7,8 turn=1", "in turn 1 everybody has 3 of 3 cards, not 2"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/7,8 turn=x", "turn=x is not a number"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/7,8 round=0", "round"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3,6/7,8,9,10", "of 3 cards, not 4"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3,6,11/7,8,9,10,12", "of 3 cards, not 5"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,9 phase=later", "base has no phase 'later': write one of card, row, over"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,9 phase=over", "phase=over needs empty hands"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,9 phase=draft", "base has no phase 'draft'"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3/7", "all cards are chosen, so they are placed"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3", "chosen= names one card or - for each seat"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3,7/-", "chosen= names one card or - for each seat"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 phase=row", "phase=row needs everybody's card in chosen="),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=6/7 phase=row", "card 6 is no low card: a row ends with 4 (B5)"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3/3 phase=row", "two seats cannot have chosen the same card"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3/8 phase=row", "card 8 appears twice"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2/8,9 chosen=3/7 phase=row placed=2", "placed"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,9 scores=1", "scores= names one number for each of 2 seats"),
    (f"{SMALL_GAME} rows=4/5 hands=1,2,3/7,8,9 scores=1/x", "scores= names one number for each of 2 seats"),
    (
        f"{SMALL_GAME} rows=4/5 hands=-/- phase=over piles=1/2 scores=0/1",
        "after a round the scores hold its penalties",
    ),
    ("pro(players=2,hand=1,rows=1) phase=draft pool=1,2 hands=-/3", "after 1 picks seat 1 has 1 cards, not 0 (P2)"),
    ("pro(players=2,hand=1,rows=1) phase=draft pool=2 hands=3/-", "after 1 picks 2 cards are left in the pool"),
    ("pro(players=2,hand=1,rows=1) phase=draft pool=2 hands=3/1", "after 2 picks 1 cards are left in the pool"),
]


def test_p2_a_position_may_be_in_the_middle_of_a_draft() -> None:
    state = parse_position("pro(players=2,hand=1,rows=1) phase=draft pool=1,2 hands=3/-")
    assert (state.kind, state.to_act) == (Kind.DRAFT, (1,))


@pytest.mark.parametrize(("text", "message"), POSITION_DAMAGE, ids=[message for _, message in POSITION_DAMAGE])
def test_a_damaged_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_position(text)


# Fuzz: whatever happens to a text, it is read as a game or refused as a text.

fuzz = settings(max_examples=400)
LETTERS = "0123456789,/:=-() abdeghiklnoprstuwxyz\n²٣\x00"


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """A text after a few random edits of letters, words, numbers and lines."""
    for _ in range(draw(st.integers(1, 3))):
        how = draw(st.sampled_from(("letter", "letter", "number", "number", "number", "line", "cut")))
        if how == "letter":
            place = draw(st.integers(0, len(text)))
            text = text[:place] + draw(st.sampled_from(("", *LETTERS))) + text[place + draw(st.integers(0, 1)) :]
        elif how == "number":
            numbers = list(re.finditer(r"\d+", text))
            if numbers:
                match = draw(st.sampled_from(numbers))
                new = draw(st.one_of(st.integers(0, 12), st.sampled_from((104, 105, 2**31, 2**63, 10**19 - 1, 10**25))))
                text = text[: match.start()] + str(new) + text[match.end() :]
        elif how == "line":
            lines = re.split(r"(?<=[\n ])", text)
            one, two = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
            change = draw(st.sampled_from(("drop", "double", "swap")))
            if change == "drop":
                del lines[one]
            elif change == "double":
                lines.insert(two, lines[one])
            else:
                lines[one], lines[two] = lines[two], lines[one]
            text = "".join(lines)
        else:
            text = text[: draw(st.integers(0, len(text)))]
    return text


def assert_names_a_line(refused: NotationError) -> None:
    assert re.match(r"line \d+: ", str(refused))


@given(text=st.one_of(edits(RECORD), edits(DRAFT_RECORD)))
@fuzz
def test_an_edited_record_is_a_game_or_a_notation_error(text: str) -> None:
    try:
        record = GameRecord.parse(text)
    except NotationError as refused:
        assert_names_a_line(refused)
        return
    again = GameRecord.parse(str(record))
    assert again.final_state() == record.final_state()
    assert again.players == record.players


def positions() -> list[str]:
    """Positions of every phase."""
    texts = {}
    for rules in (Rules.parse(SMALL_GAME), Rules.preset("pro", players=2, hand=2, rows=2, rounds=2)):
        for seed in range(6):
            for state in moments(rules, seed):
                texts[rules.variant, state.kind, len(state.to_act)] = write_position(state)
    return list(texts.values())


POSITIONS = positions()


@given(text=st.sampled_from(POSITIONS).flatmap(edits))
@fuzz
def test_an_edited_position_is_a_position_or_a_notation_error(text: str) -> None:
    try:
        state = parse_position(text)
    except NotationError:
        return
    assert parse_position(write_position(state)) == state
    assert state.round >= 0
    assert 0 <= state.turn <= state.rules.hand
    play_round(state, Random(1))
    cards = [card for group in (*state.rows, *state.piles) for card in group]
    assert len(set(cards)) == len(cards)


RULES = [
    "base(players=4)",
    "base(players=2,hand=3,rows=2,capacity=2-3,deck=12,rounds=2)",
    "pro(players=2,hand=3,rows=2,target=12,at_least=1)",
    "take-a-number(players=3,starters=1)",
    "anniversary(players=2,specials=4-4-4-0-0-0-1,specials_dealt=2,insert_end=1)",
]


@given(text=st.sampled_from(RULES).flatmap(edits))
@fuzz
def test_edited_rules_are_rules_or_a_rules_error(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except RulesError:
        return
    assert Rules.parse(str(rules)) == rules
    if rules.game == "base":
        state = State.deal(rules, seed=1)  # whatever is accepted can be dealt
        state.act(*any_action(state, Random(1)))


@given(text=st.sampled_from(("2,7,8/1,3,6/4,5", "-", "1,2,3/4,5,6/7,8")).flatmap(edits))
@fuzz
def test_an_edited_deal_is_a_deal_or_a_notation_error(text: str) -> None:
    for rules in (Rules(players=2, hand=3, rows=2, deck=8), Rules.preset("pro", players=2, hand=3, rows=2)):
        try:
            deal = Deal.parse(text, rules)
        except NotationError:
            continue
        assert Deal.parse(str(deal), rules) == deal
        State.start(rules, deal)


@given(text=st.text(max_size=40))
@fuzz
def test_any_text_at_all_is_refused_politely(text: str) -> None:
    for read in (GameRecord.parse, parse_position):
        with pytest.raises(NotationError):
            read(text)
    with pytest.raises(NotationError):
        Deal.parse(text, Rules(players=2))
