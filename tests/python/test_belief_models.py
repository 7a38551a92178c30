"""Deals weighted by Python objects: policies that choose, models that tell likelihoods, against hand computations."""

import doctest
import itertools
import math
import operator
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sevenrocks as sr
from helpers import SEATS, First, Last, alike_for, play_on, start_of
from test_belief import by_hand, small_views
from test_simulation import interrupt_in

EPSILON = 0.1


def best_of(view: sr.View) -> list[sr.Turn]:
    """What greedy chooses from: most points, then the heavier tile."""

    def worth(turn: sr.Turn) -> tuple[int, int]:
        return (view.points_of(turn), turn.tile.pips if turn.tile else 0)

    legal = view.legal_turns()
    return [turn for turn in legal if worth(turn) == max(map(worth, legal))]


class MirroredGreedy:
    """Greedy as a policy: the first among equals."""

    def choose(self, view: sr.View) -> sr.Turn:
        return best_of(view)[0]


class MirroredGreedyModel:
    """Greedy as a model."""

    def likelihood(self, view: sr.View, turn: sr.Turn) -> float:
        best, legal = best_of(view), view.legal_turns()
        return (1 - EPSILON) * (turn in best) / len(best) + EPSILON / len(legal)


class Drawing:
    """Draws a legal turn, of its seed alone."""

    def __init__(self) -> None:
        self.rng = random.Random(0)
        self.seeds: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)
        self.rng.seed(seed)

    def choose(self, view: sr.View) -> sr.Turn:
        return self.rng.choice(view.legal_turns())


class Witness:
    """A model that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[sr.View, sr.Turn]] = []

    def likelihood(self, view: sr.View, turn: sr.Turn) -> float:
        self.asked.append((view, turn))
        return 0.5


class Says:
    """A model that gives one thing whatever it sees."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def likelihood(self, view: sr.View, turn: sr.Turn) -> Any:
        return self.given


class Chooses:
    """A policy that chooses one thing whatever it sees."""

    def __init__(self, turn: Any) -> None:
        self.turn = turn

    def choose(self, view: sr.View) -> Any:
        return self.turn


def chosen_share(policy: Any) -> Callable[[sr.Round, sr.Turn], float]:
    """The mixture told again: the policy's turn has all but a tenth, all legal turns the tenth."""

    def likelihood(at: sr.Round, turn: sr.Turn) -> float:
        legal = at.legal_turns()
        if len(legal) == 1:
            return 1
        is_chosen = sr.Turn(policy.choose(at.view())) == turn
        return (1 - EPSILON) * is_chosen + EPSILON / len(legal)

    return likelihood


def questions(deal: sr.Round, seat: int) -> list[tuple[sr.View, sr.Turn]]:
    """What the others saw in a deal where they had a choice, and what they played."""
    asked, before = [], start_of(deal)
    for turn in deal.turns:
        if before.seat != seat and len(before.legal_turns()) > 1:
            asked.append((before.view(), turn))
        before = before.play(turn)
    return asked


def normalized(likelihoods: list[float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(likelihoods) / sum(likelihoods)


MIDDLE = next(itertools.islice(play_on(sr.Round.deal(7), random.Random(7)), 12, None)).view()

# --- against a hand computation ------------------------------------------------------------------


@pytest.mark.parametrize("policy", [First(), Last(), MirroredGreedy()], ids=lambda policy: type(policy).__name__)
def test_a_policy_weighs_by_what_it_chooses(policy: Any) -> None:
    uneven = 0
    for _, view in itertools.islice(small_views(least=20), 12):
        weighted = view.deals(20, 2, weight=policy)
        assert isinstance(weighted, sr.WeightedDeals)
        assert weighted.deals == view.deals(20, 2)
        expected = normalized([by_hand(deal, view.seat, chosen_share(policy)) for deal in weighted.deals])
        assert weighted.weights == pytest.approx(expected, rel=1e-9)
        uneven += weighted.weights.max() > 2 * weighted.weights.min()
    assert uneven > 5


def test_a_model_weighs_by_its_likelihood() -> None:
    class Thrifty:
        def likelihood(self, view: sr.View, turn: sr.Turn) -> float:
            assert turn.tile is not None
            return 0.1 + view.points_of(turn) + 3 * turn.tile.is_double

    model = Thrifty()
    for _, view in itertools.islice(small_views(least=20), 8):
        deals, weights, size = view.deals(20, 3, weight=model)
        products = [math.prod(model.likelihood(*each) for each in questions(deal, view.seat)) for deal in deals]
        assert weights == pytest.approx(normalized(products), rel=1e-9)
        assert size == pytest.approx(1 / (weights**2).sum())


def test_a_mirror_of_greedys_model_weighs_as_its_name() -> None:
    for _, view in itertools.islice(small_views(least=20), 8):
        mirrored, named = view.deals(30, 4, weight=MirroredGreedyModel()), view.deals(30, 4, weight="greedy")
        assert mirrored.deals == named.deals
        assert mirrored.weights == pytest.approx(named.weights, rel=1e-9)


def test_a_mirror_of_greedy_weighs_as_its_name_where_nothing_ties() -> None:
    compared = 0
    for _, view in itertools.islice(small_views(least=20), 12):
        mirrored, named = view.deals(60, 5, weight=MirroredGreedy()), view.deals(60, 5, weight="greedy")
        untied = [
            number
            for number, deal in enumerate(named.deals)
            if all(len(best_of(seen)) == 1 for seen, _ in questions(deal, view.seat))
        ]
        if untied:
            ratios = mirrored.weights[untied] / named.weights[untied]
            assert ratios == pytest.approx(np.full(len(untied), ratios[0]), rel=1e-9)
            compared += len(untied)
    assert compared > 60


@pytest.mark.parametrize("name", list(sr.policies()))
def test_a_shipped_object_weighs_as_its_name(name: str) -> None:
    named, built = MIDDLE.deals(200, 6, weight=name), MIDDLE.deals(200, 6, weight=sr.policy(name))
    assert (built.deals, built.weights.tobytes()) == (named.deals, named.weights.tobytes())


def test_samples_tend_to_the_exact_posterior() -> None:
    several = [view for _, view in small_views(most=60, least=15)][:4]
    for view in several:
        seat, deals = view.seat, list(view.all_deals())
        for model, likelihood in (
            (MirroredGreedy(), chosen_share(MirroredGreedy())),
            # One draw a turn, but right in the mean: all legal turns alike.
            (Drawing(), lambda at, _: 1 / len(at.legal_turns())),
        ):
            exact = dict(zip(deals, normalized([by_hand(deal, seat, likelihood) for deal in deals]), strict=True))
            sampled = view.deals(2_000, 7, weight=model)
            found = dict.fromkeys(deals, 0.0)
            for deal, weight in zip(sampled.deals, sampled.weights, strict=True):
                found[deal] += weight
            size = sampled.effective_sample_size
            for deal, share in exact.items():
                assert abs(found[deal] - share) < 6 * math.sqrt(share * (1 - share) / size) + 0.005


# --- what the object is asked and shown ----------------------------------------------------------


def test_it_is_asked_about_choices_of_the_others_from_their_views() -> None:
    for _, view in itertools.islice(small_views(least=5), 12):
        witness = Witness()
        deals = view.deals(10, 8, weight=witness).deals
        assert witness.asked == [each for deal in deals for each in questions(deal, view.seat)]
        for seen, turn in witness.asked:
            assert (type(seen), type(turn)) == (sr.View, sr.Turn)
            assert seen.seat == seen.acting != view.seat
            assert turn in seen.legal_turns()
            assert seen.turns == view.turns[: len(seen.turns)]
            # Its hand comes of the deal: what the seat has played since, and what it may hold for all the viewer knows.
            assert not seen.hand & view.hand
            assert not hasattr(seen, "hands")


def test_a_policy_is_shown_the_same() -> None:
    class Watching(First):
        def __init__(self) -> None:
            self.seen: list[sr.View] = []

        def choose(self, view: sr.View) -> sr.Turn:
            self.seen.append(view)
            return super().choose(view)

    watching, witness = Watching(), Witness()
    assert MIDDLE.deals(20, 9, weight=watching).deals == MIDDLE.deals(20, 9, weight=witness).deals
    assert watching.seen == [seen for seen, _ in witness.asked]


def test_the_real_hands_are_not_shown() -> None:
    compared = 0
    for seed in range(12):
        rng = random.Random(seed)
        round = next(itertools.islice(play_on(sr.Round.deal(seed), rng), 10, None))
        twin = alike_for(round, seed % 4, rng)
        if twin is None:
            continue
        seen = []
        for each in (round, twin):
            witness = Witness()
            each.view(seed % 4).deals(5, 1, weight=witness)
            seen.append(witness.asked)
        assert seen[0] == seen[1]
        compared += 1
    assert compared > 6


def test_forced_turns_are_not_asked_about() -> None:
    view = sr.View.parse("0|1,1|1,1|2,1|3,1|4,1|5/?/?/? 0|0L,pass 2 0:0 250")
    witness = Witness()
    assert view.deals(20, weight=witness).effective_sample_size == pytest.approx(20)
    assert witness.asked == []


def test_an_object_that_does_both_is_taken_for_a_model() -> None:
    class Both(MirroredGreedyModel):
        def choose(self, view: sr.View) -> sr.Turn:
            raise AssertionError

    assert MIDDLE.deals(20, 1, weight=Both()).weights == pytest.approx(MIDDLE.deals(20, 1, weight="greedy").weights)


@pytest.mark.parametrize("way", [sr.Turn.from_index, int, str, np.int64])
def test_a_chosen_turn_may_be_said_as_anywhere(way: Any) -> None:
    class Speaks:
        def choose(self, view: sr.View) -> Any:
            return way(view.legal_turns()[0])

    assert (MIDDLE.deals(20, 1, weight=Speaks()).weights == MIDDLE.deals(20, 1, weight=First()).weights).all()


@pytest.mark.parametrize("given", [2, np.float32(2), np.int64(2), True])
def test_a_likelihood_may_be_any_number(given: Any) -> None:
    deals, weights, _ = MIDDLE.deals(5, 1, weight=Says(given))
    assert weights == pytest.approx(normalized([float(given) ** len(questions(deal, MIDDLE.seat)) for deal in deals]))


# --- the same again ------------------------------------------------------------------------------


def test_the_same_call_gives_the_same_weights() -> None:
    drawing = Drawing()
    one, again = (MIDDLE.deals(60, 3, weight=drawing) for _ in range(2))
    other = MIDDLE.deals(60, 3, weight=Drawing())
    assert one.weights.tobytes() == again.weights.tobytes() == other.weights.tobytes()
    half = len(drawing.seeds) // 2
    assert drawing.seeds[:half] == drawing.seeds[half:]
    assert len(set(drawing.seeds)) == half == sum(len(questions(deal, MIDDLE.seat)) for deal in one.deals)
    fewer = MIDDLE.deals(20, 3, weight=drawing)
    assert fewer.weights == pytest.approx(one.weights[:20] / one.weights[:20].sum())


def test_the_seed_decides_the_draws() -> None:
    one, other = Drawing(), Drawing()
    MIDDLE.deals(20, 3, weight=one)
    MIDDLE.deals(20, 4, weight=other)
    assert not set(one.seeds) & set(other.seeds)


def test_threads_weigh_side_by_side() -> None:
    expected = MIDDLE.deals(100, 5, weight=First()).weights
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(MIDDLE.deals(100, 5, weight=First()).weights)) for _ in SEATS
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((weights == expected).all() for weights in found)
    assert len(found) == 4


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError("mine"), KeyError(3), SystemExit(4), sr.SetupError("mine")])
@pytest.mark.parametrize("where", ["likelihood", "choose", "reset"])
def test_exceptions_come_back_as_they_are(error: BaseException, where: str) -> None:
    class Fails(First):
        def fail(self, *_: object) -> Any:
            raise error

    setattr(Fails, where, Fails.fail)
    with pytest.raises(type(error)) as raised:
        MIDDLE.deals(10, weight=Fails())
    assert raised.value is error


@pytest.mark.parametrize(("given", "found"), [(math.nan, "NaN"), (math.inf, "inf"), (-math.inf, "-inf"), (-1, "-1")])
def test_what_is_no_likelihood_is_refused(given: float, found: str) -> None:
    with pytest.raises(sr.SetupError, match=rf"a finite number from 0, and not {found} as for \S+$") as refused:
        MIDDLE.deals(10, weight=Says(given))
    assert refused.value.code == "likelihood-range"


@pytest.mark.parametrize("given", [None, "0.5", [], 1j])
def test_what_is_no_number_is_refused(given: Any) -> None:
    with pytest.raises(TypeError):
        MIDDLE.deals(10, weight=Says(given))


def test_a_model_that_holds_every_deal_impossible_is_refused() -> None:
    with pytest.raises(sr.SetupError, match="every one of 10 deals impossible") as refused:
        MIDDLE.deals(10, weight=Says(0))
    assert refused.value.code == "no-deal-likely"


@pytest.mark.parametrize(
    ("policy", "code", "says"),
    [
        (Chooses(sr.Turn.PASS), "must-play", r"policy Chooses at seat \d chose pass: seat \d must play: .* is legal"),
        (Chooses(113), "turn-range", "numbered 0 to 112, not 113"),
        (Chooses("x"), "turn-text", '"x" is not a turn'),
    ],
)
def test_what_is_no_legal_turn_is_refused(policy: Any, code: str, says: str) -> None:
    with pytest.raises(sr.SevenRocksError, match=says) as refused:
        MIDDLE.deals(10, weight=policy)
    assert refused.value.code == code


@pytest.mark.parametrize("given", [object(), 3, lambda view, turn: 1])
def test_what_is_neither_a_policy_nor_a_model_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a policy or a model: .* likelihood\(view, turn\), not "):
        MIDDLE.deals(10, weight=given)


def test_ctrl_c_stops_soon() -> None:
    for model in (First(), Says(1), sr.policy("counting")):
        with interrupt_in(0.1) as since:
            with pytest.raises(KeyboardInterrupt):
                MIDDLE.deals(1 << 24, weight=model)
            # 0.2 s is wanted; a machine with other work gets more.
            assert since() < 1


def test_ctrl_c_stops_a_model_that_runs_no_python() -> None:
    class BuiltIn:
        # True, and so 1, for any view and turn; it looks for no signal by itself.
        likelihood = staticmethod(operator.is_not)

    with interrupt_in(0.1) as since:
        with pytest.raises(KeyboardInterrupt):
            MIDDLE.deals(1 << 24, weight=BuiltIn())
        assert since() < 1


# --- the docstring -------------------------------------------------------------------------------


def test_the_example_of_the_docstring_runs() -> None:
    text = sr.View.deals.__doc__
    assert text is not None
    example = doctest.DocTestParser().get_doctest(text, {}, "View.deals", None, None)
    outcome = doctest.DocTestRunner().run(example)
    assert (outcome.failed, outcome.attempted > 0) == (0, True)
