"""What a seat can know of the hidden hands: deals counted, listed, sampled and weighted, against brute force."""

import itertools
import math
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenrocks as sr
from helpers import RANDOMS, SEATS, alike_for, find_round, play_on, played_out, rounds, start_of

OPENING = 399_072_960
"""21! / (7!)³."""
SMALL = 5_000


def small_views(most: int = SMALL, least: int = 1, seeds: int = 12) -> Iterator[tuple[sr.Round, sr.View]]:
    """Rounds and the views of one seat, with few deals that agree, at several points of rounds and their ends."""
    for seed in range(seeds):
        rng = random.Random(seed)
        fitting = [
            (round, view)
            for round in play_on(sr.Round.deal(seed), rng)
            if least <= (view := round.view(seed % 4)).count_deals() <= most
        ]
        yield from fitting[:: max(1, len(fitting) // 4)]


def brute_force(round: sr.Round, seat: int) -> set[sr.Round]:
    """Every deal that agrees with a view, the slow way: hand out the unseen tiles, and replay the turns."""
    view, start = round.view(seat), start_of(round)
    first, second, third = (other for other in SEATS if other != seat)
    unseen, sizes, found = set(view.unseen), view.hand_sizes, set()
    for one in itertools.combinations(sorted(unseen), sizes[first]):
        for two in itertools.combinations(sorted(unseen - set(one)), sizes[second]):
            held = {seat: set(view.hand), first: set(one), second: set(two), third: unseen - set(one) - set(two)}
            dealt = [held[other] | set(start.hands[other] - round.hands[other]) for other in SEATS]
            twin = sr.Round(dealt, round.opener, start.scores, round.target)
            try:
                for turn in round.turns:
                    twin = twin.play(turn)
            except sr.IllegalTurnError:
                continue
            if twin.view(seat) == view:
                found.add(twin)
    return found


def held_share(deals: list[sr.Round]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """In which share of some deals each seat holds each tile."""
    held = np.zeros((28, 4))
    for deal in deals:
        for seat, hand in enumerate(deal.hands):
            held[[tile.index for tile in hand], seat] += 1
    return held / len(deals)


# --- counting and listing ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_before_a_seat_has_seen_a_turn(seed: int) -> None:
    round = sr.Round.deal(seed, seed % 4)
    for seat in SEATS:
        assert round.view(seat).count_deals() == OPENING
    held = round.view().marginals()
    assert (held.shape, str(held.dtype)) == ((28, 4), "float64")
    assert set(np.unique(held[[tile.index for tile in round.view().unseen]])) == {0, 1 / 3}


def test_all_deals_are_those_of_brute_force() -> None:
    sizes = []
    for round, view in small_views(most=200):
        if len(view.unseen) > 7:
            continue
        deals = list(view.all_deals())
        assert len(set(deals)) == len(deals)
        assert set(deals) == brute_force(round, view.seat)
        sizes.append(len(deals))
    assert len(sizes) >= 20
    assert max(sizes) > 10


def test_all_deals_are_as_many_as_counted_and_look_alike() -> None:
    for round, view in small_views():
        deals = list(view.all_deals())
        assert len(deals) == view.count_deals()
        assert round in deals
        assert {deal.view(view.seat) for deal in deals} == {view}


def test_all_deals_is_an_iterator_with_a_length() -> None:
    _, view = next(small_views(least=3))
    deals, count = view.all_deals(), view.count_deals()
    assert isinstance(deals, sr.Deals)
    assert iter(deals) is deals
    for left in range(count, 0, -1):
        assert deals.__length_hint__() == left
        next(deals)
    assert deals.__length_hint__() == 0
    assert (next(deals, None), list(deals)) == (None, [])
    assert list(view.all_deals()) == list(view.all_deals(count))


def test_the_limit_of_all_deals() -> None:
    _, view = next(small_views(least=3))
    count = view.count_deals()
    with pytest.raises(sr.SetupError, match=f"{count} deals .* limit of {count - 1}") as refused:
        view.all_deals(count - 1)
    assert refused.value.code == "belief-too-large"
    most = sr.Round.deal(1).view().all_deals(OPENING)
    assert (most.__length_hint__(), next(most).hands[0]) == (OPENING, sr.Round.deal(1).hands[0])


@given(rounds(), st.sampled_from(SEATS))
def test_marginals_are_chances(round: sr.Round, seat: int) -> None:
    view = round.view(seat)
    held, unseen = view.marginals(), [tile.index for tile in view.unseen]
    assert ((held >= 0) & (held <= 1)).all()
    assert held[unseen].sum(axis=1) == pytest.approx(1)
    assert held.sum(axis=0) == pytest.approx(list(view.hand_sizes))
    assert [tile for tile in sr.TileSet.FULL if held[tile.index, seat] == 1] == list(view.hand)
    assert not held[[tile.index for tile in round.layout.tiles]].any()
    for other in SEATS:
        assert {tile for tile in sr.TileSet.FULL if held[tile.index, other]} <= set(view.possible(other))
        assert all(held[tile.index, other] for tile in round.hands[other])


def test_marginals_are_the_shares_of_all_deals() -> None:
    for _, view in small_views():
        assert np.array_equal(view.marginals(), held_share(list(view.all_deals())))


def test_after_the_end_the_leftovers_are_known() -> None:  # R20, R24
    settled = find_round(lambda round: round.view(0).count_deals() > 1 and min(map(len, round.hands[1:])) > 0)
    assert settled.ending is not None
    for deal in settled.view(0).all_deals():
        assert deal.ending is not None
        assert deal.ending.leftovers == settled.ending.leftovers


# --- nothing but the view ------------------------------------------------------------------------


@given(rounds(), RANDOMS, st.sampled_from(SEATS))
@settings(max_examples=60)
def test_rounds_alike_for_a_seat_give_the_same_belief(round: sr.Round, rng: random.Random, seat: int) -> None:
    twin = alike_for(round, seat, rng)
    if twin is None:
        return
    one, other = round.view(seat), twin.view(seat)
    assert one.count_deals() == other.count_deals()
    assert one.marginals().tobytes() == other.marginals().tobytes()
    assert one.deals(20, 5) == other.deals(20, 5)
    ours, theirs = one.deals(10, 5, weight="counting"), other.deals(10, 5, weight="counting")
    assert (ours.deals, ours.weights.tobytes()) == (theirs.deals, theirs.weights.tobytes())
    again = pickle.loads(pickle.dumps(one))
    assert (again.count_deals(), again.deals(5, 5)) == (one.count_deals(), one.deals(5, 5))


# --- samples -------------------------------------------------------------------------------------


@given(rounds(), st.sampled_from(SEATS), st.integers(0, 2**64 - 1))
@settings(max_examples=60)
def test_every_sampled_deal_replays(round: sr.Round, seat: int, seed: int) -> None:
    view, sampled = round.view(seat), round.view(seat).deals(4, seed)
    assert len(sampled) == 4
    for deal in sampled:
        replayed = start_of(deal)
        for turn in round.turns:
            assert replayed.is_legal(turn)
            replayed = replayed.play(turn)
        assert replayed == deal
        assert deal.view(seat) == view
        assert sr.Round.parse(deal.position) == deal


def test_samples_come_of_their_seed() -> None:
    view = sr.Round.deal(3).view()
    assert view.deals(50, 7) == view.deals(50, seed=7)
    assert view.deals(50) == view.deals(50, 0) != view.deals(50, 1)
    assert view.deals(50, 7)[:20] == view.deals(20, 7)
    assert view.deals(0) == []
    assert len(view.deals(2_500)) == 2_500
    assert view.deals(20, 7, weight="greedy").deals == view.deals(20, 7)


def test_every_deal_is_as_likely() -> None:
    several = [view for _, view in small_views(most=60, least=10)][:5]
    assert len(several) == 5
    assert any(any(view.lacks) for view in several)
    for view in several:
        cells, n = view.count_deals(), 200 * view.count_deals()
        found = Counter(view.deals(n, 11))
        assert len(found) == cells
        chi_square = sum((times - n / cells) ** 2 for times in found.values()) / (n / cells)
        # Five standard deviations from the mean of the distribution.
        assert abs(chi_square - (cells - 1)) < 5 * math.sqrt(2 * (cells - 1))


def test_large_beliefs_are_sampled_by_their_marginals() -> None:
    round = sr.Round.deal(5)
    for position in itertools.islice(play_on(round, random.Random(5)), 0, 12, 4):
        n = 4_000
        held, share = position.view().marginals(), held_share(position.view().deals(n, 3))
        assert (np.abs(share - held) <= 5 * np.sqrt(held * (1 - held) / n)).all()


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["random", "greedy", "counting"])
def test_weights_add_up_to_one(model: str) -> None:
    for _, view in small_views(seeds=4):
        weighted = view.deals(50, 1, weight=model)
        assert isinstance(weighted, sr.WeightedDeals)
        deals, weights, size = weighted
        assert (len(deals), weights.shape, str(weights.dtype)) == (50, (50,), "float64")
        assert (weights > 0).all()
        assert weights.sum() == pytest.approx(1)
        assert size == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
        assert 1 - 1e-9 <= size <= 50 + 1e-9
    empty = sr.Round.deal(1).view().deals(0, weight=model)
    assert (empty.deals, empty.weights.shape, empty.effective_sample_size) == ([], (0,), 0)


def by_hand(deal: sr.Round, seat: int, likelihood: Callable[[sr.Round, sr.Turn], float]) -> float:
    """The product of how likely the turns of the other three were in a deal."""
    before, product = start_of(deal), 1.0
    for turn in deal.turns:
        if before.seat != seat:
            product *= likelihood(before, turn)
        before = before.play(turn)
    return product


def test_the_weights_of_random_are_one_by_the_legal_turns() -> None:
    uneven = 0
    for _, view in small_views(least=20):
        deals, weights, _ = view.deals(40, 2, weight="random")
        expected = np.array([by_hand(deal, view.seat, lambda at, _: 1 / len(at.legal_turns())) for deal in deals])
        assert weights == pytest.approx(expected / expected.sum(), rel=1e-9)
        uneven += weights.max() > 2 * weights.min()
    assert uneven > 5


def test_the_weights_of_greedy_lean_to_what_it_plays() -> None:
    def likelihood(at: sr.Round, turn: sr.Turn) -> float:
        legal = at.legal_turns()

        def worth(each: sr.Turn) -> tuple[int, int]:
            return (at.points_of(each), each.tile.pips if each.tile else 0)

        best = [each for each in legal if worth(each) == max(map(worth, legal))]
        return 0.9 * (turn in best) / len(best) + 0.1 / len(legal) if len(legal) > 1 else 1

    for _, view in itertools.islice(small_views(least=20), 12):
        deals, weights, _ = view.deals(20, 2, weight="greedy")
        expected = np.array([by_hand(deal, view.seat, likelihood) for deal in deals])
        assert weights == pytest.approx(expected / expected.sum(), rel=1e-9)


# --- what is refused -----------------------------------------------------------------------------


CONTRADICTORY = [
    # Three seats pass on a blank, and the fourth does not have the last one.
    "0|1,1|1,1|2,1|3,1|4,1|5/?/?/? 0|0L,pass,pass,pass 0 0:0 250",
]


@pytest.mark.parametrize("position", CONTRADICTORY)
def test_a_view_that_contradicts_itself_allows_no_deal(position: str) -> None:
    view = sr.View.parse(position)
    assert view.count_deals() == 0
    assert list(view.all_deals()) == []
    assert view.deals(0) == []
    calls: list[Callable[[], object]] = [
        view.marginals, lambda: view.deals(1), lambda: view.deals(1, weight="greedy"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(sr.SetupError, match="no deal agrees") as refused:
            call()
        assert refused.value.code == "no-deal-fits"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda view: view.deals(-1), "number-range"),
        (lambda view: view.deals(2**40), "number-range"),
        (lambda view: view.deals(1, 2**64), "seed-range"),
        (lambda view: view.deals(1, weight="nobody"), "policy-unknown"),
        (lambda view: view.deals(0, weight="nobody"), "policy-unknown"),
        (lambda view: view.deals(1, weight="greedy:x=1"), "policy-option"),
        (lambda view: view.all_deals(), "belief-too-large"),
        (lambda view: view.all_deals(OPENING - 1), "belief-too-large"),
        (lambda view: view.all_deals(-1), "number-range"),
        (lambda view: view.all_deals(2**64), "number-range"),
    ],
)
def test_what_is_refused(call: Callable[[sr.View], object], code: str) -> None:
    with pytest.raises(sr.SetupError) as refused:
        call(sr.Round.deal(1).view())
    assert refused.value.code == code


@given(st.integers(0, 2**32), st.sampled_from(SEATS))
@settings(max_examples=10)
def test_the_true_hands_are_among_the_deals_to_the_end(seed: int, seat: int) -> None:
    last = played_out(sr.Round.deal(seed), random.Random(seed))
    assert last.view(seat).count_deals() >= 1
    if last.view(seat).count_deals() <= SMALL:
        assert last in list(last.view(seat).all_deals())
