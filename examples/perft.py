"""Counts the turn sequences of a deal, to compare another engine with this one.

Run it with a seed and a depth: `python examples/perft.py 7 9`.
"""

import sys
import time

import sevenrocks as sr

seed, depth = (int(argument) for argument in sys.argv[1:3]) if len(sys.argv) > 2 else (7, 9)
start = sr.Round.deal(seed, target=None)

print(f"deal {seed}, seat 0 to open: {' / '.join(str(hand) for hand in start.hands)}")
for turns in range(1, depth + 1):
    begun = time.perf_counter()
    sequences = start.perft(turns)
    print(f"{turns:2} turns: {sequences:12,} sequences in {time.perf_counter() - begun:.3f} s")

# The count under each opening turn adds up to the whole: the first thing to compare when two engines differ.
parts = {str(turn): start.play(turn).perft(depth - 1) for turn in start.legal_turns()}
print(parts)
assert sum(parts.values()) == start.perft(depth)
