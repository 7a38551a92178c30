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

/// What ended work in which policies, or models of them, were asked.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The work is refused, or a policy chose an illegal turn.
    #[error(transparent)]
    Refused(#[from] Error),
    /// A policy or a model failed, in its own words.
    #[error("{0}")]
    Policy(PolicyFault),
}

impl Fault {
    /// The fault of `policy`, which chose the illegal `turn` from `view`.
    #[cold]
    pub(crate) fn illegal<P: Policy + ?Sized>(policy: &P, view: &View<'_>, turn: Turn) -> Self {
        let fault = view.check(turn).err().unwrap_or(Error::RoundOver);
        Error::PolicyTurn { policy: policy.name().into(), seat: view.seat(), turn, fault: fault.into() }.into()
    }
}

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
            Self::Random(policy) => Ok(policy.pick::<B>(legal, view)),
            Self::Greedy(policy) => Ok(policy.pick::<B>(legal, view)),
            Self::Counting(policy) => Ok(policy.pick::<B>(legal, view)),
            Self::Own(policy) => policy.choose(&view()),
        }
    }
}

/// What ships: it never fails, and always picks a legal turn.
pub(crate) trait Picks {
    /// The turn to play of those that are `legal`, picked by the bits of `B`. `view` is made for those that look.
    fn pick<'a, B: Bits>(&mut self, legal: LegalTurns, view: impl FnOnce() -> View<'a>) -> Turn;
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

/// The turn with the highest `worth`; equals are drawn from with `rng`, so that no order of tiles or arms decides.
#[inline(always)]
fn best<B: Bits, W: PartialOrd + Copy>(legal: LegalTurns, rng: &mut Rng, worth: impl Fn(Tile, Arm) -> W) -> Turn {
    any::<B>(equals(legal, worth), rng)
}

/// The turns with the highest `worth`.
#[inline(always)]
fn equals<W: PartialOrd + Copy>(legal: LegalTurns, worth: impl Fn(Tile, Arm) -> W) -> LegalTurns {
    let (mut most, mut equals) = (None, LegalTurns::NONE);
    for turn in legal.by_arm() {
        let Some((tile, arm)) = turn.placement() else { break };
        let found = worth(tile, arm);
        if most.is_none_or(|most| found > most) {
            (most, equals) = (Some(found), LegalTurns::NONE.with(turn));
        } else if most == Some(found) {
            equals = equals.with(turn);
        }
    }
    equals
}

/// One of `equals`, each as likely; a draw is taken only where there are several. The pass if there is none.
#[inline(always)]
fn any<B: Bits>(equals: LegalTurns, rng: &mut Rng) -> Turn {
    match equals.len() {
        0 => Turn::PASS,
        1 => equals.select::<B>(0),
        ties => equals.select::<B>(rng.below(ties as u64) as u32),
    }
}
