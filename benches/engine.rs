//! The engine by noun, and whole matches against the bare loop: `cargo bench --bench engine`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sevenrocks::belief;
use sevenrocks::notation::{Record, format_position, parse_position};
use sevenrocks::policy::{self, Policy};
use sevenrocks::simulate::{SeatPolicies, play_match, seat_policies};
use sevenrocks::{Belief, BySide, Deal, Match, PlayedRound, Rng, Round, Score, Seat, perft};

#[path = "bare_loop.rs"]
mod bare_loop;

/// A round part of the way through: the layout has its spinner and branches.
fn middle_game() -> PlayedRound {
    let deal = Deal::random(&mut Rng::new(7));
    let start = Round::new(deal, Seat::ALL[0], BySide::default(), Some(Score(250))).expect("a round");
    let mut played = PlayedRound::new(start).expect("a fresh round");
    let mut rng = Rng::new(8);
    for _ in 0..14 {
        let legal = played.now().legal_turns();
        let position = rng.below(legal.len() as u64) as usize;
        played.play_unchecked(legal.nth_by_arm(position).expect("a legal turn"));
    }
    played
}

fn rounds(criterion: &mut Criterion) {
    let played = middle_game();
    let round = *played.now();
    let turn = round.legal_turns().iter().next().expect("a legal turn");
    let mut group = criterion.benchmark_group("round");
    group.bench_function("legal_turns", |bench| bench.iter(|| black_box(&round).legal_turns().len()));
    group.bench_function("play", |bench| bench.iter(|| black_box(&round).play(black_box(turn))));
    group.bench_function("play_unchecked", |bench| {
        bench.iter(|| {
            let mut next = *black_box(&round);
            next.play_unchecked(black_box(turn));
            next
        });
    });
    group.bench_function("canonical_key", |bench| bench.iter(|| black_box(&round).canonical_key()));
    group.bench_function("deal", |bench| {
        let mut rng = Rng::new(1);
        bench.iter(|| Deal::random(&mut rng));
    });
    group.finish();
}

fn perfts(criterion: &mut Criterion) {
    let deal = Deal::random(&mut Rng::new(7));
    let round = Round::new(deal, Seat::ALL[0], BySide::default(), None).expect("a round");
    let leaves = perft(&round, 9);
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(leaves)).sample_size(10);
    group.bench_function("depth 9, leaves", |bench| bench.iter(|| perft(black_box(&round), 9)));
    group.finish();
}

fn policies(criterion: &mut Criterion) {
    let played = middle_game();
    let view = played.view(played.now().seat());
    let mut group = criterion.benchmark_group("choose");
    for shipped in policy::SHIPPED {
        let mut policy = policy::build(shipped.name).expect("a shipped policy");
        policy.reset(1);
        group.bench_function(shipped.name, |bench| bench.iter(|| policy.choose(black_box(&view)).expect("a turn")));
    }
    group.finish();
}

/// Before the first turn, where a belief is largest, and in the middle of a round.
fn beliefs(criterion: &mut Criterion) {
    const DEALS: usize = 1_000;
    let middle = middle_game();
    let first = PlayedRound::new(*middle.start()).expect("a fresh round");
    for (when, played) in [("first turn", &first), ("middle game", &middle)] {
        let view = played.view(played.now().seat());
        let belief = Belief::new(&view);
        let mut group = criterion.benchmark_group(format!("belief, {when}"));
        group.bench_function("new and count", |bench| bench.iter(|| Belief::new(black_box(&view)).count()));
        group.bench_function("new and marginals", |bench| bench.iter(|| Belief::new(black_box(&view)).marginals()));
        group.bench_function("marginals", |bench| bench.iter(|| black_box(&belief).marginals()));
        group.throughput(Throughput::Elements(DEALS as u64));
        let mut rng = Rng::new(1);
        group.bench_function("sample_hands, 1000 deals", |bench| {
            bench
                .iter(|| (0..DEALS).fold(0, |all, _| all ^ belief.sample_hands(&mut rng).expect("a deal").0[1].mask()));
        });
        group.bench_function("sample, 1000 deals", |bench| {
            bench.iter(|| (0..DEALS).for_each(|_| drop(black_box(belief.sample(&mut rng)))));
        });
        for shipped in policy::SHIPPED {
            let mut model = belief::build(shipped.name).expect("a shipped policy");
            group.bench_function(format!("weighted_deals by {}, 1000 deals", shipped.name), |bench| {
                bench.iter(|| belief.weighted_deals(DEALS, &mut rng, &mut *model).expect("weights"));
            });
        }
        group.finish();
    }
}

fn texts(criterion: &mut Criterion) {
    let played = middle_game();
    let position = format_position(&played);
    let mut matchplay = Match::new(7);
    while !matchplay.is_over() {
        let turn = matchplay.legal_turns().iter().next().expect("a legal turn");
        matchplay.play(turn).expect("a legal turn");
    }
    let record = Record::of_match(&matchplay, |_| true).to_string();
    let mut group = criterion.benchmark_group("text");
    group.bench_function("position", |bench| bench.iter(|| parse_position(black_box(&position)).expect("a position")));
    group.bench_function("record", |bench| bench.iter(|| Record::parse(black_box(&record)).expect("a record")));
    group.finish();
}

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("matches");
    group.throughput(Throughput::Elements(100)).sample_size(10);
    group.bench_function("bare loop", |bench| bench.iter(|| bare_loop::play(black_box(1), 100)));
    for (name, pairing) in
        [("random", ["random"; 2]), ("greedy", ["greedy"; 2]), ("counting v greedy", ["counting", "greedy"])]
    {
        let mut seats = seat_policies(&pairing).expect("shipped policies");
        group.bench_function(name, |bench| bench.iter(|| play(&mut seats, 100)));
    }
    group.finish();
    compare_with_bare_loop();
}

/// Plays matches 0 to `matches` − 1 and gives their turns.
fn play(seats: &mut SeatPolicies, matches: u64) -> u64 {
    (0..matches)
        .map(|index| u64::from(play_match(seats, 1, index, Score(250), None).expect("shipped policies play").turns))
        .sum()
}

/// Prints how many times as many matches the engine plays as the bare loop does: both in turn, pair by pair, so
/// that a machine whose speed drifts does not decide.
fn compare_with_bare_loop() {
    let pairs = if std::env::args().any(|argument| argument == "--bench") { 21 } else { 1 };
    let mut seats = seat_policies(&["random"; 2]).expect("shipped policies");
    let mut ratios: Vec<f64> = (0..pairs)
        .map(|_| {
            let bare = time(|| bare_loop::play(black_box(1), 2_000).1);
            let engine = time(|| play(&mut seats, 2_000));
            bare.as_secs_f64() / engine.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let (least, median, most) = (ratios[0], ratios[pairs / 2], ratios[pairs - 1]);
    println!("matches a second, engine / bare loop: median {median:.2} of {pairs} pairs ({least:.2} to {most:.2})");
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

criterion_group!(benches, rounds, perfts, policies, beliefs, texts, matches);
criterion_main!(benches);
