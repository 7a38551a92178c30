"""Five puzzles: all hands open, one best turn. Solve them before you read on to the solutions."""

import sevenrocks as sr


def words(tiles: sr.TileSet) -> str:
    """The tiles of a hand in a row."""
    return " ".join(str(tile) for tile in tiles)


def show(number: int, puzzle: sr.Puzzle) -> None:
    """The table, the hands, and whose turn it is."""
    position = puzzle.round
    print(f"Puzzle {number}: seat {position.seat} to act, at {position.scores[0]}:{position.scores[1]}")
    print(position.layout)
    for seat, hand in enumerate(position.hands):
        print(f"{'>' if seat == position.seat else ' '} seat {seat}: {words(hand)}")
    print()


def solve(number: int, puzzle: sr.Puzzle) -> None:
    """The best turn, what it is worth beside the second best, and how play goes on."""
    side = puzzle.round.seat % 2
    sign = 1 if side == 0 else -1
    best, second = sorted((sign * (turn.value or 0) for turn in puzzle.solution.turns), reverse=True)[:2]
    line = " ".join(str(turn) for turn in puzzle.solution.line)
    print(f"Puzzle {number}: {puzzle.best} brings side {side} {best:+g}, any other turn {second:+g} at most.")
    print(f"  {line}")


if __name__ == "__main__":
    puzzles = sr.puzzles(seed=7, n=5, tiles_left=12, min_gap=20)
    for number, puzzle in enumerate(puzzles, 1):
        show(number, puzzle)
    print("Solutions, each with a best line to the end of the round:")
    for number, puzzle in enumerate(puzzles, 1):
        solve(number, puzzle)
