//! Plays one short match with two policies and prints how each round ended.
//!
//! `cargo run --example first_match`

use sevenrocks::{Error, Match, PictureStyle, Policy, Score, policy};

fn main() -> Result<(), Error> {
    let mut policies = [policy::build("counting")?, policy::build("greedy")?];
    let mut matchplay = Match::shuffled(7, 0, Score(100))?;
    while !matchplay.is_over() {
        let view = matchplay.view(matchplay.seat());
        let turn = policies[view.seat().side().index()].choose(&view).expect("these have no faults of their own");
        matchplay.play(turn)?;
    }
    for (number, round) in (1..).zip(matchplay.rounds()) {
        let now = round.played.now();
        let ending = now.ending().expect("every round of a match that is over has ended");
        println!(
            "round {number}: {}, leftovers {:?}, scores {:?}",
            ending.reason.name(),
            ending.leftovers.0,
            now.scores().0
        );
    }
    println!("\n{}\n", matchplay.round().layout().picture(PictureStyle::Ascii));
    let winner = matchplay.winner().expect("random deals do not run out");
    println!("{} won with {} points", policies[winner.index()].name(), matchplay.scores()[winner]);
    Ok(())
}
