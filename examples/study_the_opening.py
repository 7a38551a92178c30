"""What is it worth to open a round? And to open it with a double, which becomes the spinner?

The first question is asked of the columns of single rounds: the gain of the opener's side over the other. The second
needs the turns, so it plays matches of its own.
"""

import numpy as np

import sevenrocks as sr

SEED = 7


def mean_and_half_width(gains: np.ndarray) -> str:
    """Give a mean with its 95 % half-width."""
    return f"{gains.mean():+.2f} +- {1.96 * gains.std(ddof=1) / len(gains) ** 0.5:.2f}"


def value_of_opening(policy: str, rounds: int) -> np.ndarray:
    """Give the gain of the opener's side in each of so many single rounds."""
    columns = sr.simulate([policy, policy], matches=rounds, seed=SEED, rounds=1).columns
    gains = columns["score_0"] - columns["score_1"]
    return np.where(columns["first_opener"] % 2 == 0, gains, -gains)


def value_by_lead(policy_name: str, matches: int) -> dict[str, np.ndarray]:
    """Give the gain of the opener's side in settled rounds, by the kind of the opening tile."""
    gains: dict[str, list[int]] = {"a double": [], "another tile": []}
    policy = sr.policy(policy_name)
    policy.reset(SEED)
    for index in range(matches):
        match = sr.Match(SEED, index=index)
        while not match.is_over:
            match.play(policy.choose(match.view()))
        before = (0, 0)
        for ended in match.rounds:
            side, other = ended.opener % 2, 1 - ended.opener % 2
            gain = (ended.scores[side] - before[side]) - (ended.scores[other] - before[other])
            if ended.ending.reason != "target":
                gains["a double" if ended.turns[0].tile.is_double else "another tile"].append(gain)
            before = ended.scores
    return {kind: np.array(values) for kind, values in gains.items()}


if __name__ == "__main__":
    print("Points a round that the opener's side gains over the other:")
    for name in ("random", "greedy", "counting"):
        print(f"  {name:8} {mean_and_half_width(value_of_opening(name, 20_000))}")
    print("The same by the opening tile, greedy play:")
    for kind, found in value_by_lead("greedy", 150).items():
        print(f"  {kind:12} {mean_and_half_width(found)} in {len(found)} rounds")
