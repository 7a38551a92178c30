"""Keeps the record of an evening at a real table, where only two hands were ever seen.

Seats 1 and 3 are us, and we wrote our hands down. Of the others' hands we know what they played. The record is text,
and the engine checks all that can be checked of it.
"""

from pathlib import Path

import sevenrocks as sr

EVENING = Path("evening.txt")

# The deal as it was, for the example to have something to write down.
HANDS = [
    "0|1 0|4 2|2 3|6 4|5 4|6 5|6",
    "0|5 0|6 1|1 2|4 2|5 3|3 6|6",
    "0|3 1|3 1|4 2|3 2|6 3|4 3|5",
    "0|0 0|2 1|2 1|5 1|6 4|4 5|5",
]

# Everybody drew a tile: seat 0 drew the heaviest and opens.
LOT = [("5|6", "0|3", "1|1", "2|4")]

match = sr.Match.from_deals([(HANDS, LOT)])
greedy = sr.policy("greedy")
while not match.is_over:
    match.play(greedy.choose(match.view()))

# What we can write down: tags, our two hands, every turn.
text = match.to_record({"Event": "Thursday", "Us": "seats 1 and 3"}, hands=[1, 3])
EVENING.write_text(text, encoding="utf-8")
print(text)

# Reading verifies turns, points, leftovers, deductions and scores, as far as the hands are known.
record = sr.Record.parse(EVENING.read_text(encoding="utf-8"))
for told in record.rounds:
    hidden = [seat for seat, hand in enumerate(told.hands) if hand is None]
    print(f"round {told.number}: {len(told.turns)} turns, {told.ending.reason}, hidden hands {hidden}: it holds")

# A slip of the pen does not pass.
slip = next(step for step in record.rounds[0].replay() if step.points)
wrong = text.replace(f"{slip.turn}+{slip.points}", f"{slip.turn}+{slip.points + 5}", 1)
try:
    sr.Record.parse(wrong)
except sr.NotationError as error:
    print(f"a slip of the pen: {error} ({error.code})")
