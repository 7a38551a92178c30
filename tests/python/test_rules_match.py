"""The clauses that need a whole match: lots, openers, hand-over, the immediate win, scores that go on."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import sevenrocks as sr
from helpers import SEATS, ended, find_round, pair, play_match, start_of
from second_opinion import lot_winners, nearest_five

MATCHES = [play_match(sr.Match(seed), random.Random(seed)) for seed in range(40)]
"""Forty random matches from end to end, for several tests to look at."""

HISTORIES = [match.history for match in MATCHES]


def test_a_match_is_a_row_of_rounds() -> None:
    for match in MATCHES:
        assert match.is_over
        assert [entry.number for entry in match.history] == list(range(1, len(match.rounds) + 1))
        assert tuple(entry.round for entry in match.history) == match.rounds
        assert match.round == match.rounds[-1]
        assert all(round.is_over for round in match.rounds)


def test_all_tiles_are_dealt_seven_to_a_seat() -> None:  # R2, R4
    for match in MATCHES[:5]:
        for round in match.rounds:
            hands = start_of(round).hands
            assert [len(hand) for hand in hands] == [7] * 4
            assert hands[0] | hands[1] | hands[2] | hands[3] == sr.TileSet.FULL


def test_deals_differ_from_round_to_round_and_seed_to_seed() -> None:  # R4
    deals = {start_of(round).hands for match in MATCHES for round in match.rounds}
    assert len(deals) == sum(len(match.rounds) for match in MATCHES)


def test_the_first_opener_is_found_by_lot() -> None:  # R5
    assert {history[0].opener_by for history in HISTORIES} == {"lot"}
    openers = [sr.Match(seed).seat for seed in range(400)]
    assert all(75 <= openers.count(seat) <= 125 for seat in SEATS)  # 100 each, s.d. 9


def test_the_opener_is_he_who_draws_the_most_pips_and_ties_draw_again() -> None:  # R5, R7
    drawings_held = []
    for entry in [entry for history in HISTORIES for entry in history if entry.opener_by == "lot"]:
        assert entry.lot is not None
        drawing_seats = list(SEATS)
        for drawing in entry.lot:
            drawn = {seat: pair(tile) for seat, tile in enumerate(drawing) if tile is not None}
            assert list(drawn) == drawing_seats
            assert len(set(drawn.values())) == len(drawn)  # one set of tiles
            drawing_seats = lot_winners(drawn)
        assert drawing_seats == [entry.opener]
        drawings_held.append(len(entry.lot))
    assert max(drawings_held) > 1


def test_the_tiles_dealt_give_no_right_to_open() -> None:  # R5
    hands = sr.Match(1).round.hands
    openers = {sr.Match.from_deals([hands], seed=seed).seat for seed in range(40)}
    assert openers == set(SEATS)


def test_who_went_out_opens_and_after_a_block_a_lot_decides() -> None:  # R7
    found = {"lot": 0, "out": 0}
    for history in HISTORIES:
        for before, after in pairwise(history):
            ending = ended(before.round)
            assert after.opener_by == ("out" if ending.reason == "out" else "lot")
            assert after.opener == after.round.opener
            if ending.reason == "out":
                assert (after.opener, after.lot) == (ending.finisher, None)
            found[after.opener_by] += 1
    assert min(found.values()) > 10


def test_scores_go_on_from_round_to_round() -> None:  # R2, R21, R22
    lowest = 0
    for match in MATCHES:
        scores = (0, 0)
        for round in match.rounds:
            assert start_of(round).scores == scores
            scores = round.scores
            lowest = min(lowest, *scores)
        assert match.scores == scores
    assert lowest < 0


def test_leftovers_are_rounded_hand_by_hand() -> None:  # R20, R21
    for round in [round for match in MATCHES for round in match.rounds]:
        ending = ended(round)
        assert ending.leftovers == tuple(hand.pips for hand in round.hands)
        if ending.reason == "target":
            assert ending.deductions == (0, 0, 0, 0)
        else:
            assert list(ending.deductions) == [nearest_five(pips) for pips in ending.leftovers]
            assert (ending.finisher is None) == (ending.reason == "blocked")


def test_the_first_side_at_the_target_wins_there_and_then() -> None:  # R3, R23, R24
    for match in MATCHES:
        assert {ended(round).reason for round in match.rounds[:-1]} <= {"out", "blocked"}
        last = match.rounds[-1]
        assert ended(last).reason == "target"
        assert match.winner is not None
        assert match.scores[match.winner] >= 250 > match.scores[1 - match.winner]
        match = match.copy()
        match.undo()
        assert not match.is_over
        assert match.winner is None
        assert max(match.scores) < 250


@pytest.mark.parametrize("opening", ["0|5", "4|6"])
def test_reached_or_passed(opening: str) -> None:  # R3, R23
    hands = start_of(find_round(lambda round: sr.Tile.parse(opening) in start_of(round).hands[0])).hands
    points = {"0|5": 5, "4|6": 10}[opening]
    for short in (points, points - 1):
        won = sr.Round(hands, 0, (250 - short, 249)).play(f"{opening}L")
        assert (won.is_over, ended(won).reason, won.scores) == (True, "target", (250 - short + points, 249))
    played_on = sr.Round(hands, 0, (249 - points, 249)).play(f"{opening}L")
    assert not played_on.is_over


def test_a_win_with_the_last_tile_is_a_win_and_not_settled() -> None:  # R24
    out = find_round(lambda round: ended(round).reason == "out" and round.points > 0, target=None)
    finisher = ended(out).finisher
    assert finisher is not None
    side = finisher % 2
    earned = [score + sum(ended(out).deductions[side::2]) for side, score in enumerate(out.scores)]
    scores = [0, 0]
    scores[side] = 250 - earned[side]
    round = sr.Round(start_of(out).hands, out.opener, (scores[0], scores[1]))
    for turn in out.turns:
        assert not round.is_over
        round = round.play(turn)
    ending = ended(round)
    assert (ending.reason, ending.finisher, ending.deductions) == ("target", None, (0, 0, 0, 0))
    assert (round.scores[side], len(round.hands[finisher])) == (250, 0)
    assert ending.leftovers == ended(out).leftovers


def test_deductions_do_not_end_a_match() -> None:  # R25
    for round in [round for match in MATCHES for round in match.rounds[:-1]]:
        assert max(round.scores) < 250


def test_one_round_with_no_target() -> None:
    last = find_round(lambda round: max(round.scores) >= 400, scores=(390, 390), target=None)
    assert ended(last).reason != "target"


# --- deals that the caller brings ----------------------------------------------------------------


def deals(count: int) -> list[tuple[sr.TileSet, ...]]:
    return [sr.Round.deal(seed).hands for seed in range(count)]


def openers(match: sr.Match) -> Sequence[tuple[int, str]]:
    return [(entry.opener, entry.opener_by) for entry in match.history]


def test_given_deals_are_dealt_in_order_and_then_the_match_is_over() -> None:
    match = play_match(sr.Match.from_deals(deals(3), target=1_000_000), random.Random(1))
    assert [start_of(round).hands for round in match.rounds] == deals(3)
    assert (match.is_over, match.winner, match.legal_turns()) == (True, None, [])
    with pytest.raises(sr.IllegalTurnError) as refused:
        match.play(sr.Turn.PASS)
    assert refused.value.code == "match-over"


def test_a_given_opener_counts_where_a_lot_decides() -> None:  # R5, R7
    lot: list[Any] = [["3|4", "1|6", "0|1", (2, 5)], [sr.Tile(0, 1), "0|2", None, "0|0"]]
    blocked = find_round(lambda round: ended(round).reason == "blocked", target=None)
    out = find_round(lambda round: ended(round).reason == "out", opener=2, target=None)
    given: list[Any] = [
        (start_of(blocked).hands, blocked.opener),
        (start_of(out).hands, 2),
        (deals(1)[0], lot),
        deals(1)[0],
    ]
    match = sr.Match.from_deals(given, target=1_000_000)
    for turn in blocked.turns + out.turns:
        match.play(turn)
    assert openers(match) == [(blocked.opener, "given"), (2, "given"), (ended(out).finisher, "out")]
    match = sr.Match.from_deals([(start_of(blocked).hands, blocked.opener), (deals(1)[0], lot)])
    for turn in blocked.turns:
        match.play(turn)
    assert openers(match)[1:] == [(1, "lot")]
    drawings = match.history[1].lot
    assert drawings is not None
    assert drawings[1] == (sr.Tile(0, 1), sr.Tile(0, 2), None, sr.Tile(0, 0))


def test_without_an_opener_a_lot_is_held_from_the_seed() -> None:
    first, again = (sr.Match.from_deals(deals(1), seed=5) for _ in range(2))
    assert openers(first)[0][1] == "lot"
    assert first.history == again.history


def test_given_deals_stop_at_the_target() -> None:  # R24
    match = play_match(sr.Match.from_deals(deals(8), target=5), random.Random(2))
    assert match.winner is not None
    assert len(match.rounds) < 8


def test_index_names_the_match_in_a_batch() -> None:
    assert sr.Match(7).round == sr.Match(7, index=0).round
    assert len({sr.Match(7, index=index).round for index in range(50)}) == 50
