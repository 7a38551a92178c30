//! What a seat can know: counted, numbered and sampled, against a slow enumeration written from the turns alone.

#[path = "belief/choices.rs"]
mod choices;
mod common;
#[path = "belief/enumeration.rs"]
mod enumeration;
#[path = "belief/laws.rs"]
mod laws;
#[path = "belief/models.rs"]
mod models;
#[path = "belief/sampling.rs"]
mod sampling;

use sevenrocks::notation::parse_position;
use sevenrocks::{Belief, BySeat, Error, ErrorKind, PlayedRound, Rng, Seat, Tile, TileSet, View};

/// The round `played` as it was after `turns` turns.
fn first_turns(played: &PlayedRound, turns: usize) -> PlayedRound {
    let mut again = PlayedRound::new(*played.start()).expect("a fresh round");
    played.turns()[..turns].iter().for_each(|&turn| again.play(turn).expect("a legal turn"));
    again
}

/// Every position of `count` random rounds in which `tiles` at most are left.
fn late_positions(seed: u64, count: usize, tiles: usize) -> impl Iterator<Item = PlayedRound> {
    common::random_rounds(seed, count).flat_map(move |played| {
        let late = (0..=played.turns().len()).map(|turns| first_turns(&played, turns)).collect::<Vec<_>>();
        late.into_iter().filter(move |position| (!position.now().table().played()).len() <= tiles)
    })
}

/// What each seat has left in every deal that `view` allows, by trying all ways to hand out the unseen tiles: a way is kept
/// if the public turns can be played in it one by one, and lead to this very view.
fn enumerated(view: &View<'_>, played: &PlayedRound) -> Vec<BySeat<TileSet>> {
    let mut hands = BySeat::default();
    hands[view.seat()] = view.hand();
    let mut ways = vec![hands];
    for tile in view.unseen() {
        let open = |hands: &BySeat<TileSet>, seat: Seat| {
            seat != view.seat() && hands[seat].len() < usize::from(view.table().hand_sizes()[seat])
        };
        let handed = |hands: BySeat<TileSet>| {
            Seat::ALL.into_iter().filter(move |&seat| open(&hands, seat)).map(move |seat| {
                let mut next = hands;
                next[seat] = next[seat].with(tile);
                next
            })
        };
        ways = ways.into_iter().flat_map(handed).collect();
    }
    ways.retain(|&hands| leads_to(view, played, hands));
    ways
}

/// Whether the turns of `view` can be played if these `hands` are left now, and lead to it.
fn leads_to(view: &View<'_>, played: &PlayedRound, hands: BySeat<TileSet>) -> bool {
    let mut dealt = hands;
    for (position, turn) in view.turns().iter().enumerate() {
        let seat = played.seat_of(position);
        dealt[seat] = turn.placement().map_or(dealt[seat], |(tile, _)| dealt[seat].with(tile));
    }
    let (deal, table) = (sevenrocks::Deal::new(dealt).expect("seven tiles each"), played.start().table());
    let start = sevenrocks::Round::new(deal, table.opener(), table.scores(), table.target()).expect("a round");
    let mut again = PlayedRound::new(start).expect("a fresh round");
    view.turns().iter().try_for_each(|&turn| again.play(turn)).is_ok() && again.view(view.seat()) == *view
}

#[test]
fn before_any_turn_all_of_the_other_tiles_are_open() {
    let start = common::random_start(&mut Rng::new(1));
    let played = PlayedRound::new(start).expect("a fresh round");
    for seat in Seat::ALL {
        let belief = Belief::new(&played.view(seat));
        assert_eq!(belief.count(), 399_072_960, "21! / (7!)^3");
        for (tile, held) in Tile::all().zip(belief.marginals().expect("deals")) {
            let own = start.hands()[seat].contains(tile);
            let expected = BySeat::from_fn(|other| match (own, other == seat) {
                (true, true) => 1.0,
                (false, false) => 1.0 / 3.0,
                _ => 0.0,
            });
            assert_eq!(held, expected, "{tile}");
        }
    }
}

/// Seats 1, 2 and 3 have passed on blanks, and seat 0 does not hold the 0|6: nobody does.
const CONTRADICTION: &str = "0|1,0|2,0|3,0|4,0|5,1|1/?/?/? 0|0L,pass,pass,pass 0 0:0 250";

#[test]
fn a_view_that_contradicts_itself_allows_no_deal() {
    let known = parse_position(CONTRADICTION).expect("each turn by itself may be");
    let view = known.to_view(Seat::ALL[0]).expect("a hand that is shown");
    let belief = Belief::new(&view.view());
    assert_eq!(belief.count(), 0);
    let mut rng = Rng::new(1);
    assert_eq!(belief.sample_hands(&mut rng), Err(Error::NoDealFits));
    assert_eq!(belief.sample_position(&mut rng), Err(Error::NoDealFits));
    assert_eq!(belief.sample(&mut rng), Err(Error::NoDealFits));
    assert_eq!(belief.deals(3, 1), Err(Error::NoDealFits));
    assert_eq!(belief.marginals(), Err(Error::NoDealFits));
    let weighed = belief.weighted_deals(3, &mut rng, &mut sevenrocks::policy::Random::default());
    assert_eq!(models::refusal(weighed), Error::NoDealFits);
    assert_eq!(belief.all_deals(0).expect("none").len(), 0);
    assert_eq!((belief.hands_at(0), belief.deal_at(0)), (None, None));
    assert_eq!(Error::NoDealFits.kind(), ErrorKind::Setup);
}

#[test]
fn leftovers_that_no_hands_have_allow_no_deal() {
    // Told leftovers are shifted by pips that hands of so many tiles may have, though not with these tiles.
    let mut none = 0;
    for played in common::random_rounds(5, 40).filter(|played| played.now().is_over()) {
        let text = sevenrocks::notation::format_view(&played.view(Seat::ALL[0]));
        let (rest, told) = text.rsplit_once(' ').expect("leftovers");
        let mut told: Vec<i32> = told.split(':').map(|pips| pips.parse().expect("pips")).collect();
        (told[1], told[2]) = (told[1] - 1, told[2] + 1);
        let told = told.iter().map(ToString::to_string).collect::<Vec<_>>().join(":");
        // The scores are those that go with other leftovers, unless rounding hides it.
        let Ok(known) = parse_position(&format!("{rest} {told}")) else { continue };
        let view = known.to_view(Seat::ALL[0]).expect("a hand that is shown");
        none += u32::from(Belief::new(&view.view()).count() == 0);
    }
    assert!(none > 0, "no such view was found");
}

#[test]
fn all_deals_are_refused_above_the_limit() {
    let played = late_positions(3, 20, 12).next().expect("a late position");
    let view = played.view(played.now().seat());
    let belief = Belief::new(&view);
    let count = belief.count();
    assert_eq!(belief.all_deals(count).expect("at the limit").len() as u64, count);
    let refused = belief.all_deals(count - 1).err().expect("above the limit");
    assert_eq!(refused, Error::BeliefTooLarge { count, limit: count - 1 });
    assert_eq!((refused.code(), refused.kind()), ("belief-too-large", ErrorKind::Setup));
    assert_eq!(belief.deals(0, 1), Ok(Vec::new()));
}
