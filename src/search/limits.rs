//! What a solve may spend, and what stopped it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a solve may spend. A solve that reaches a limit tells what it knows by then: bounds, never a guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions to search, `None` for no limit; kept to within a few thousand.
    pub nodes: Option<u64>,
    /// The most time to take, `None` for no limit; kept to within a few milliseconds.
    pub time: Option<Duration>,
    /// The most memory for the table of positions, in bytes; 32 KiB are taken at least. Less memory means more
    /// nodes, not another answer.
    pub table_bytes: usize,
}

impl Default for Limits {
    /// No limit on nodes and time; 64 MiB, of which a whole deal takes 4.
    fn default() -> Self {
        Self { nodes: None, time: None, table_bytes: 64 << 20 }
    }
}

/// What stopped a solve before its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// [`Limits::nodes`] were searched.
    Nodes,
    /// [`Limits::time`] was over.
    Time,
    /// The caller's poll broke.
    Poll,
}

impl Stop {
    /// The name in one word: `nodes`, `time`, `poll`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Poll => "poll",
        }
    }
}

/// Nodes between two looks at the clock.
const TICK: u64 = 1 << 12;

/// Counts nodes against limits.
pub(super) struct Meter<'a> {
    nodes: u64,
    /// The count at which to look again.
    look: u64,
    most: u64,
    until: Option<Instant>,
    poll: &'a mut dyn FnMut() -> ControlFlow<()>,
    stopped: Option<Stop>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &Limits, poll: &'a mut dyn FnMut() -> ControlFlow<()>) -> Self {
        let most = limits.nodes.unwrap_or(u64::MAX);
        let until = limits.time.and_then(|time| Instant::now().checked_add(time));
        // A first look before the first node: of many short searches none would get to a second.
        Self { nodes: 0, look: 0, most, until, poll, stopped: None }
    }

    /// The nodes so far.
    #[inline(always)]
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What stopped the search, `None` if it may go on.
    #[inline(always)]
    pub(super) const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Counts a node and tells whether the search must stop.
    #[inline(always)]
    pub(super) fn tick(&mut self) -> bool {
        if self.nodes >= self.look {
            self.look_up();
        }
        if self.stopped.is_some() {
            return true;
        }
        self.nodes += 1;
        false
    }

    #[cold]
    fn look_up(&mut self) {
        self.stopped = self.stopped.or_else(|| {
            if self.nodes >= self.most {
                Some(Stop::Nodes)
            } else if self.until.is_some_and(|until| Instant::now() >= until) {
                Some(Stop::Time)
            } else {
                (self.poll)().is_break().then_some(Stop::Poll)
            }
        });
        self.look = self.most.min(self.nodes + TICK);
    }
}
