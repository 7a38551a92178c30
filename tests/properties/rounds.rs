//! Laws of a round.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use sevenrocks::turn::{MAX_PLACEMENTS, MAX_TURNS};
use sevenrocks::{
    BySeat, BySide, Deal, Error, Layout, PipSet, PlayedRound, Points, Reason, Round, Score, Tile, TileSet, Turn,
};

use crate::common::{fitting, placements, points_made, positions};
use crate::{all_tiles, all_turns, cases, follow, reads_back, rounds, rounds_in_a_match, unfinished_rounds};

proptest! {
    #![proptest_config(cases(512))]

    /// 28 tiles are conserved: at every moment each is on the table or in one hand.
    #[test]
    fn tiles_are_conserved(played in rounds()) {
        for position in positions(&played) {
            let (hands, sizes) = (position.hands(), position.table().hand_sizes());
            prop_assert_eq!(all_tiles(hands), !position.table().played());
            prop_assert_eq!(hands.map(TileSet::len), sizes.map(usize::from));
            prop_assert_eq!(sizes.0.iter().sum::<u8>() as usize + position.table().played().len(), 28);
        }
    }

    /// Layouts read back, and are what the turns build.
    #[test]
    fn layouts_read_back(played in unfinished_rounds()) {
        let layout = played.layout();
        reads_back(&layout);
        prop_assert_eq!(layout.arms(), played.now().table().arms());
        prop_assert_eq!(layout.tiles(), played.now().table().played());
        prop_assert_eq!(layout.joins().count(), layout.placements().len().saturating_sub(1));
        prop_assert_eq!(layout.count(), layout.counted_ends().map(|end| end.value).sum::<u8>());
    }

    /// A quarter turn of the seats relabels and changes nothing else.
    #[test]
    fn a_quarter_turn_relabels(played in rounds_in_a_match(), steps in 1..4_usize) {
        let mut turned = quarter_turns(*played.start(), steps);
        for (position, turn) in played.replay() {
            same_but_for_seats(&position, &turned, steps)?;
            turned.play_unchecked(turn);
        }
        same_but_for_seats(played.now(), &turned, steps)?;
    }

    /// Taking turns back restores every position, down to the first.
    #[test]
    fn undo_restores_every_position(played in rounds_in_a_match()) {
        let mut back = played.clone();
        for (position, turn) in played.replay().collect::<Vec<_>>().into_iter().rev() {
            prop_assert_eq!(back.undo(), Some(turn));
            prop_assert_eq!(*back.now(), position);
        }
        prop_assert_eq!(back.undo(), None);
        prop_assert_eq!(&back, &PlayedRound::new(*played.start()).unwrap());
        prop_assert_eq!(follow(*back.start(), played.turns()), Ok(played));
    }

    /// Checked play and unchecked play give the same.
    #[test]
    fn checked_and_unchecked_play_are_twins(played in rounds_in_a_match()) {
        let mut unchecked = PlayedRound::new(*played.start()).unwrap();
        for (mut position, turn) in played.replay() {
            let checked = position.play(turn);
            position.play_unchecked(turn);
            unchecked.play_unchecked(turn);
            prop_assert_eq!((checked, *unchecked.now()), (Ok(position), position));
        }
        prop_assert_eq!((*unchecked.now(), &unchecked), (*played.now(), &played));
    }

    /// A turn is refused exactly if it is not among the legal ones, and then nothing changes.
    #[test]
    fn legal_turns_are_those_not_refused(played in rounds_in_a_match()) {
        for position in positions(&played) {
            let legal = position.legal_turns();
            for turn in all_turns() {
                prop_assert_eq!(position.check(turn).is_ok(), legal.contains(turn));
                prop_assert_eq!((position.is_legal(turn), position.play(turn).is_ok()), (legal.contains(turn), legal.contains(turn)));
            }
        }
    }

    /// A refused turn or placement changes nothing.
    #[test]
    fn a_refused_turn_changes_nothing(mut played in unfinished_rounds()) {
        let (before, now, mut layout) = (played.clone(), *played.now(), played.layout());
        for turn in all_turns().filter(|&turn| !now.is_legal(turn)) {
            prop_assert!(played.play(turn).is_err());
            prop_assert_eq!((&played, *played.now()), (&before, now));
            let refused = turn.placement().is_some_and(|(tile, arm)| layout.clone().place(tile, arm).is_err());
            prop_assert!(!refused || turn.placement().is_some_and(|(tile, arm)| layout.place(tile, arm).is_err()));
            prop_assert_eq!(&layout, &before.layout());
        }
    }

    /// What the hands allow, the public rules allow too.
    #[test]
    fn the_table_refuses_no_legal_turn(played in rounds_in_a_match()) {
        for (position, _) in played.replay() {
            for turn in position.legal_turns().iter() {
                prop_assert_eq!(position.table().check(turn), Ok(()));
            }
        }
        prop_assert!(all_turns().all(|turn| played.now().table().check(turn) == Err(Error::RoundOver)));
    }

    /// The legal turns are listed by number, counted, and picked by arm.
    #[test]
    fn legal_turns_are_one_set_in_every_way(played in rounds()) {
        for position in positions(&played) {
            let legal = position.legal_turns();
            let listed: Vec<Turn> = legal.iter().collect();
            prop_assert!(listed.is_sorted_by(|one, other| one < other), "{:?}", listed);
            prop_assert_eq!((legal.len(), legal.is_empty()), (listed.len(), listed.is_empty()));
            prop_assert_eq!(all_turns().filter(|&turn| legal.contains(turn)).collect::<Vec<_>>(), listed.clone());
            let mut picked: Vec<Turn> = (0..legal.len()).filter_map(|nth| legal.nth_by_arm(nth)).collect();
            picked.sort_unstable();
            prop_assert_eq!(picked, listed);
            prop_assert_eq!(legal.nth_by_arm(legal.len()), None);
        }
    }

    /// A round is blocked if and only if no unplayed tile shows an open pip.
    #[test]
    fn blocked_if_no_unplayed_tile_fits(played in rounds()) {
        let end = played.now();
        let out = end.hands().iter().any(|(_, hand)| hand.is_empty());
        let ending = end.ending().expect("over");
        prop_assert_eq!(ending.reason, if out { Reason::Out } else { Reason::Blocked });
        prop_assert_eq!(ending.finisher.is_some(), out);
        prop_assert!(out || fitting(end).is_empty());
        let open_to_all = positions(&played).into_iter().skip(1).filter(|position| !position.is_over());
        for position in open_to_all.filter(|position| fitting(position).is_empty()) {
            prop_assert_eq!(position.legal_turns().iter().collect::<Vec<_>>(), [Turn::PASS]);
        }
    }

    /// At most 25 placements, and never more turns than there is room for.
    #[test]
    fn rounds_are_bounded(played in rounds()) {
        prop_assert!((7..=MAX_PLACEMENTS).contains(&placements(&played)));
        prop_assert!(played.turns().len() <= MAX_TURNS);
    }

    /// Scores are those before the round, and points, and the deductions once, or none after a win.
    #[test]
    fn deductions_are_applied_once_and_never_after_a_win(played in rounds_in_a_match()) {
        let (made, ending) = (points_made(&played), played.now().ending().expect("over"));
        let won = ending.reason == Reason::Target;
        let mut expected = BySide([0, 1].map(|side| played.start().scores().0[side].0 + made.0[side]));
        prop_assert_eq!(won, expected.0.iter().any(|score| Some(Score(*score)) >= played.start().table().target()));
        for (seat, hand) in played.now().hands().iter().filter(|_| !won) {
            expected[seat.side()] -= nearest_five(hand.iter().map(|tile| i32::from(tile.pips())).sum());
        }
        prop_assert_eq!(played.now().scores().0.map(|score| score.0), expected.0);
        prop_assert_eq!(played.now().table().winner().is_some(), won);
    }

    /// Scores move only by the points of the turn, until the round is settled.
    #[test]
    fn scores_move_by_points_alone(played in rounds_in_a_match()) {
        for (position, turn) in played.replay() {
            let next = position.play(turn).expect("legal");
            let mut expected = position.scores();
            expected[position.seat().side()] += next.points();
            prop_assert!(next.scores() == expected || next.is_over());
            prop_assert!(!turn.is_pass() || next.points() == Points::ZERO);
        }
    }

    /// Passes prove what seats lack: no hand ever meets it, and it is what lay open at the passes.
    #[test]
    fn passes_prove_what_seats_lack(played in rounds()) {
        let mut lacks: BySeat<PipSet> = BySeat::default();
        let mut layout = Layout::new();
        for (position, turn) in played.replay() {
            prop_assert_eq!(position.table().lacks(), lacks);
            prop_assert!(lacks.iter().all(|(seat, lack)| (lack.tiles() & position.hands()[seat]).is_empty()));
            match turn.placement() {
                Some((tile, arm)) => drop(layout.place(tile, arm)),
                None => lacks[position.seat()] = layout.open_ends().fold(lacks[position.seat()], |set, end| set.with(end.pips)),
            }
        }
        prop_assert_eq!(played.now().table().lacks(), lacks);
    }
}

fn nearest_five(pips: i32) -> i32 {
    let below = pips / 5 * 5;
    if pips - below < 3 { below } else { below + 5 }
}

/// The same round with every hand, the opener and the scores `steps` seats further clockwise.
fn quarter_turns(start: Round, steps: usize) -> Round {
    let deal = Deal::new(further(start.hands(), steps)).expect("a deal");
    let scores = sides_after(start.scores(), steps);
    Round::new(deal, start.seat().clockwise(steps), scores, start.table().target()).expect("a round")
}

fn further<T: Copy>(values: BySeat<T>, steps: usize) -> BySeat<T> {
    BySeat::from_fn(|seat| values[seat.clockwise(4 - steps)])
}

fn sides_after<T: Copy>(BySide([side_0, side_1]): BySide<T>, steps: usize) -> BySide<T> {
    BySide(if steps.is_multiple_of(2) { [side_0, side_1] } else { [side_1, side_0] })
}

/// Everything about `turned` is that of `position`, `steps` seats further.
fn same_but_for_seats(position: &Round, turned: &Round, steps: usize) -> TestCaseResult {
    let (table, other) = (position.table(), turned.table());
    prop_assert_eq!(turned.hands(), further(position.hands(), steps));
    prop_assert_eq!(
        (turned.seat(), other.opener()),
        (position.seat().clockwise(steps), table.opener().clockwise(steps))
    );
    prop_assert_eq!(turned.scores(), sides_after(position.scores(), steps));
    prop_assert_eq!(
        (other.hand_sizes(), other.lacks()),
        (further(table.hand_sizes(), steps), further(table.lacks(), steps))
    );
    prop_assert_eq!((other.arms(), other.played(), other.passes()), (table.arms(), table.played(), table.passes()));
    prop_assert_eq!((turned.legal_turns(), turned.points()), (position.legal_turns(), position.points()));
    let ending = position.ending().map(|mut ending| {
        ending.finisher = ending.finisher.map(|seat| seat.clockwise(steps));
        ending.leftovers = further(ending.leftovers, steps);
        ending
    });
    prop_assert_eq!(turned.ending(), ending);
    Ok(())
}

proptest! {
    #![proptest_config(cases(2048))]

    /// What counting looks up without placing is what placing earns: for every set of tiles not yet placed, by fives.
    #[test]
    fn scoring_agrees_with_placing(played in unfinished_rounds(), mask in 0_u32..1 << 28) {
        let table = played.now().table();
        let (arms, tiles) = (*table.arms(), TileSet::from_mask(mask).unwrap() - table.played());
        let mut best = [0_u8; 28];
        if !arms.is_empty() {
            for turn in arms.legal_turns(tiles).iter() {
                let Some((tile, arm)) = turn.placement() else { continue };
                let mut after = arms;
                best[tile.index()] = best[tile.index()].max(after.place(tile, arm).get());
            }
        }
        let by_fives = arms.scoring(tiles);
        for tile in Tile::all() {
            let found = (0..8).find(|&fives| by_fives[fives].contains(tile)).unwrap_or(0);
            prop_assert_eq!(5 * found, usize::from(best[tile.index()]));
        }
    }
}
