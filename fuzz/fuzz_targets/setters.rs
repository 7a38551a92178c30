//! Whatever parts come, a round is refused or plays: legal turns are accepted, all others refused, to its end.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use sevenrocks::{BySeat, BySide, Deal, GivenDeal, Match, PlayedRound, Round, Score, Seat, TileSet, Turn};

/// The parts of a round, right or wrong, and choices of turns.
#[derive(Arbitrary, Debug)]
struct Parts {
    deal: u64,
    masks: Option<[u32; 4]>,
    opener: u8,
    scores: [i32; 2],
    target: Option<i32>,
    choices: Vec<u8>,
}

fuzz_target!(|parts: Parts| {
    let Ok(opener) = Seat::new(parts.opener.into()) else { return };
    let Some(deal) = deal(&parts) else { return };
    let target = parts.target.map(Score);
    let Ok(start) = Round::new(deal, opener, BySide(parts.scores.map(Score)), target) else { return };
    let mut played = PlayedRound::new(start).unwrap();
    for &choice in &parts.choices {
        let legal: Vec<Turn> = played.now().legal_turns().iter().collect();
        for turn in (0..113).map(|index| Turn::from_index(index).unwrap()) {
            assert_eq!(played.now().check(turn).is_ok(), legal.contains(&turn));
        }
        let Some(&turn) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
        played.play(turn).unwrap();
    }
    let given = GivenDeal { deal, opener: None };
    let _ = Match::from_deals(vec![given], 0, target.unwrap_or_default());
});

/// The deal of the masks if there are any, else the numbered one.
fn deal(parts: &Parts) -> Option<Deal> {
    let Some(masks) = parts.masks else { return Deal::from_index(parts.deal).ok() };
    let mut hands = BySeat::default();
    for seat in Seat::ALL {
        hands[seat] = TileSet::from_mask(masks[seat.index()]).ok()?;
    }
    Deal::new(hands).ok()
}
