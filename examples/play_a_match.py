"""Plays one match with two policies and shows how each round ended."""

import sevenrocks as sr

SEED = 3

match = sr.Match(seed=SEED)
policies = [sr.policy("counting"), sr.policy("greedy")]
for side, policy in enumerate(policies):
    policy.reset(side)

while not match.is_over:
    policy = policies[match.seat % 2]
    match.play(policy.choose(match.view()))

for entry in match.history:
    ending = entry.round.ending
    print(
        f"round {entry.number:2}: seat {entry.opener} opened ({entry.opener_by}), {len(entry.round.turns)} turns, "
        f"{ending.reason}, deductions {ending.deductions}, scores {entry.round.scores}"
    )

print()
print("The table at the end:")
print(match.round.layout)
print()
print(f"{policies[match.winner].name} won, {match.scores[match.winner]} to {match.scores[1 - match.winner]}")
