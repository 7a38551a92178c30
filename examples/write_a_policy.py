"""A policy of one's own against greedy, over whole matches.

It plays greedily for points, but among placements that earn alike it prefers the one after which most of its own tiles
still fit.
"""

import sevenrocks as sr


class Roomy:
    """Most points now, then the most own tiles that fit afterwards, then the heavier tile."""

    name = "roomy"

    def choose(self, view: sr.View) -> sr.Turn:
        """Give the turn to play."""
        layout = view.layout
        return max(view.legal_turns(), key=lambda turn: self.worth(view, layout, turn))

    @staticmethod
    def worth(view: sr.View, layout: sr.Layout, turn: sr.Turn) -> tuple[int, int, int]:
        """Points, own tiles that fit, pips of the tile."""
        after = layout.place(turn.tile, turn.arm)
        open_pips = {end.pips for end in after.open_ends}
        fitting = sum(tile.low in open_pips or tile.high in open_pips for tile in view.hand - [turn.tile])
        return after.points, fitting, turn.tile.pips


if __name__ == "__main__":
    print(sr.simulate([Roomy(), "greedy"], matches=300, seed=7))
    print(sr.simulate(["greedy", "greedy"], matches=300, seed=7))
