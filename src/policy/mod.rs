//! Policies: whatever chooses turns from views, and the ones that ship.

mod counting;
mod greedy;
mod random;

pub use counting::Counting;
pub use greedy::Greedy;
pub use random::Random;

use crate::arm::Arm;
use crate::bits::{Bits, Portable};
use crate::error::Error;
use crate::rng::Rng;
use crate::tile::Tile;
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

/// What a policy that fails to choose gives back: an error of its own, handed through as it is.
pub type PolicyFault = Box<dyn std::error::Error + Send + Sync>;

/// Chooses turns. It is handed a [`View`], never the hands.
///
/// A policy is asked whenever its seat can place a tile, and must give a legal turn; a forced pass is taken for it.
///
/// ```
/// use sevenrocks::policy::{self, Policy};
/// use sevenrocks::Match;
/// let matchplay = Match::new(7);
/// let mut greedy = policy::build("greedy")?;
/// greedy.reset(1);
/// let turn = greedy.choose(&matchplay.view(matchplay.seat())).unwrap();
/// assert!(matchplay.legal_turns().contains(turn));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub trait Policy: Send {
    /// The text that [`build`] makes this policy from, or a name for a policy of your own.
    fn name(&self) -> String;

    /// Begins a match: forget everything, and draw random choices from `seed`.
    fn reset(&mut self, seed: u64);

    /// The turn to play; or a fault of the policy's own.
    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault>;
}

/// A policy at a seat: a shipped one, played without a detour, or one of your own.
pub enum SeatPolicy {
    /// L0: any legal turn.
    Random(Random),
    /// L1: most points now.
    Greedy(Greedy),
    /// L2: one placement ahead.
    Counting(Counting),
    /// Whatever else chooses turns.
    Own(Box<dyn Policy>),
}

impl Policy for SeatPolicy {
    fn name(&self) -> String {
        match self {
            Self::Random(policy) => policy.name(),
            Self::Greedy(policy) => policy.name(),
            Self::Counting(policy) => policy.name(),
            Self::Own(policy) => policy.name(),
        }
    }

    fn reset(&mut self, seed: u64) {
        match self {
            Self::Random(policy) => policy.reset(seed),
            Self::Greedy(policy) => policy.reset(seed),
            Self::Counting(policy) => policy.reset(seed),
            Self::Own(policy) => policy.reset(seed),
        }
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        let legal = view.legal_turns()?;
        self.choose_by::<Portable>(legal, || *view)
    }
}

impl SeatPolicy {
    /// The turn to play of those that are `legal`, picked by the bits of `B`. `view` is made for those that look.
    #[inline(always)]
    pub(crate) fn choose_by<'a, B: Bits>(
        &mut self,
        legal: LegalTurns,
        view: impl FnOnce() -> View<'a>,
    ) -> Result<Turn, PolicyFault> {
        match self {
            Self::Random(policy) => Ok(policy.pick::<B>(legal)),
            Self::Greedy(policy) => Ok(policy.pick(&view(), legal)),
            Self::Counting(policy) => Ok(policy.pick(&view(), legal)),
            Self::Own(policy) => policy.choose(&view()),
        }
    }

    /// Whether it ships, and so never chooses an illegal turn.
    #[inline(always)]
    pub(crate) const fn ships(&self) -> bool {
        !matches!(self, Self::Own(_))
    }
}

/// A policy that ships: its name, a line on what it does, and how it is made.
pub struct Shipped {
    /// Its name in [`build`].
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    make: fn() -> SeatPolicy,
}

/// Every policy that ships, weakest first.
pub const SHIPPED: [Shipped; 3] = [
    Shipped { name: "random", about: random::ABOUT, make: || SeatPolicy::Random(Random::default()) },
    Shipped { name: "greedy", about: greedy::ABOUT, make: || SeatPolicy::Greedy(Greedy::default()) },
    Shipped { name: "counting", about: counting::ABOUT, make: || SeatPolicy::Counting(Counting::default()) },
];

/// The shipped policy that `text` names, as `name` or `name:option=value,…`.
///
/// Refuses unknown names ([`Error::PolicyUnknown`]) and options ([`Error::PolicyOption`]).
pub fn build(text: &str) -> Result<SeatPolicy, Error> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let Some(shipped) = SHIPPED.iter().find(|shipped| shipped.name == name) else {
        let known = SHIPPED.map(|shipped| shipped.name).join(", ");
        return Err(Error::PolicyUnknown { found: text.into(), known: known.into() });
    };
    match options.split(',').find(|option| !option.is_empty()) {
        // None of the shipped policies has options yet.
        Some(found) => Err(Error::PolicyOption { policy: name.into(), found: found.into() }),
        None => Ok((shipped.make)()),
    }
}

/// The placement with the highest `worth`; equals are drawn from with `rng`, so that no order of tiles or arms
/// decides. The pass if there is no placement.
#[inline(always)]
fn best<W: PartialOrd>(legal: LegalTurns, rng: &mut Rng, mut worth: impl FnMut(Tile, Arm) -> W) -> Turn {
    let mut best: Option<(W, Turn)> = None;
    let mut equals = 1;
    for arm in Arm::ALL {
        for tile in legal.on(arm) {
            let found = worth(tile, arm);
            match &best {
                Some((most, _)) if found < *most => continue,
                Some((most, _)) if found == *most => {
                    equals += 1;
                    if rng.below(equals) > 0 {
                        continue;
                    }
                }
                _ => equals = 1,
            }
            best = Some((found, Turn::place(tile, arm)));
        }
    }
    best.map_or(Turn::PASS, |(_, turn)| turn)
}
