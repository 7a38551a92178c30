//! Seats, sides, and containers indexed by them (R1).

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::error::Error;

/// A seat at the table: 0 to 3, clockwise (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The four seats, clockwise from 0.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// Seat `seat`, or [`Error::SeatRange`] above 3.
    pub const fn new(seat: usize) -> Result<Self, Error> {
        if seat < 4 { Ok(Self(seat as u8)) } else { Err(Error::SeatRange { found: seat as i128 }) }
    }

    /// The seat's number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The seat as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side this seat plays for: seat % 2 (R1).
    pub const fn side(self) -> Side {
        Side(self.0 % 2)
    }

    /// The seat `steps` further clockwise.
    #[must_use]
    pub const fn clockwise(self, steps: usize) -> Self {
        Self((self.0 as usize + steps) as u8 % 4)
    }

    /// The next seat in turn, clockwise (R6).
    #[must_use]
    pub const fn next(self) -> Self {
        self.clockwise(1)
    }

    /// The partner, opposite (R1).
    #[must_use]
    pub const fn partner(self) -> Self {
        self.clockwise(2)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A side: seats 0 and 2 are side 0, seats 1 and 3 are side 1 (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self(0), Self(1)];

    /// Side `side`, or [`Error::SideRange`] above 1.
    pub const fn new(side: usize) -> Result<Self, Error> {
        if side < 2 { Ok(Self(side as u8)) } else { Err(Error::SideRange { found: side as i128 }) }
    }

    /// The side's number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The side as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponents' side.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(1 - self.0)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each seat, indexed by [`Seat`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// The value of each seat, made by `make`.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(&mut make))
    }

    /// The values with their seats, clockwise from seat 0.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Every value mapped by `change`.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index() & 3]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index() & 3]
    }
}

/// One value for each side, indexed by [`Side`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// The values with their sides.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side.index() & 1]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index() & 1]
    }
}
