//! What callers may write where a tile, hand, arm, seat, turn or score is asked for.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};

use super::tile::{Tile, TileSet};
use super::turn::Turn;
use crate::error::Error;
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat};
use crate::{arm, table, tile, turn};

/// The integer in `value`, NumPy's among others, or the error that `refuse` makes of one too large to be right.
pub(super) fn integer(value: &Bound<'_, PyAny>, refuse: impl FnOnce(i128) -> Error) -> PyResult<i64> {
    match value.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let nearest = if value.lt(0)? { i128::MIN } else { i128::MAX };
            Err(refuse(value.extract().unwrap_or(nearest)).into())
        }
        found => found,
    }
}

/// An integer from `least` to `most`.
pub(super) fn bounded(value: &Bound<'_, PyAny>, name: &'static str, least: i64, most: i64) -> PyResult<u64> {
    let refuse = |found| Error::NumberRange { name, found, least, most };
    let found = integer(value, refuse)?;
    if (least..=most).contains(&found) { Ok(found.unsigned_abs()) } else { Err(refuse(found.into()).into()) }
}

/// How many threads: 1 to 1024.
pub(super) fn thread_count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(bounded(value, "the number of threads", 1, 1024)? as usize)
}

/// A seed: 0 to 2^64 − 1.
pub(super) struct SeedLike(pub(super) u64);

impl FromPyObject<'_, '_> for SeedLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match value.extract::<u64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Err(Error::SeedRange { found: value.str()?.to_str()?.into() }.into())
            }
            found => found.map(Self),
        }
    }
}

/// An integer that a constructor of ours checks further.
fn index(value: &Bound<'_, PyAny>, refuse: impl Fn(i128) -> Error) -> PyResult<usize> {
    let number = integer(value, &refuse)?;
    usize::try_from(number).map_err(|_| refuse(number.into()).into())
}

/// Whether `value` is an integer of Python's or NumPy's.
fn is_integer(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() || value.hasattr("__index__").unwrap_or(false)
}

/// Python's own error for an argument that is not what is `expected`.
pub(super) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {name}")),
        Err(error) => error,
    }
}

/// The two items of a tuple or a list.
fn pair<'py>(value: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let [first, second] = match value.cast::<PyList>() {
        Ok(list) if list.len() == 2 => [list.get_item(0).ok()?, list.get_item(1).ok()?],
        Ok(_) => return None,
        Err(_) => value.extract().ok().map(|(first, second)| [first, second])?,
    };
    Some((first, second))
}

/// A tile: a `Tile`, its text, or a pair of pips.
pub(super) struct TileLike(pub(super) tile::Tile);

impl FromPyObject<'_, '_> for TileLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let value = &*value;
        if let Ok(tile) = value.cast::<Tile>() {
            return Ok(Self(tile.get().0));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self(text.to_str()?.parse()?));
        }
        match pair(value) {
            Some((half, other)) => Ok(Self(tile::Tile::new(pip(&half)?, pip(&other)?))),
            None => Err(wrong_type("a Tile, its text or a pair of pips", value)),
        }
    }
}

/// The pips in an integer from 0 to 6.
pub(super) fn pip(value: &Bound<'_, PyAny>) -> PyResult<tile::Pip> {
    let number = integer(value, |found| Error::PipsRange { found })?;
    let pips = u8::try_from(number).map_err(|_| Error::PipsRange { found: number.into() })?;
    Ok(tile::Pip::new(pips)?)
}

/// A set of tiles: a `TileSet`, text with spaces between tiles, or any iterable of tiles.
pub(super) struct TilesLike(pub(super) tile::TileSet);

impl TilesLike {
    /// The hand of `seat`, in which no tile stands twice.
    fn hand(value: &Bound<'_, PyAny>, seat: Seat) -> PyResult<tile::TileSet> {
        if let Ok(set) = value.cast::<TileSet>() {
            return Ok(set.get().0);
        }
        let mut hand = tile::TileSet::EMPTY;
        let mut add = |tile: tile::Tile| {
            if hand.contains(tile) {
                return Err(Error::TileRepeated { tile, seat });
            }
            hand = hand.with(tile);
            Ok(())
        };
        if let Ok(text) = value.cast::<PyString>() {
            text.to_str()?.split_whitespace().try_for_each(|word| add(word.parse()?))?;
        } else {
            for tile in value.try_iter().map_err(|_| wrong_type("a hand of tiles", value))? {
                add(tile?.extract::<TileLike>()?.0)?;
            }
        }
        Ok(hand)
    }
}

impl FromPyObject<'_, '_> for TilesLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let value = &*value;
        if let Ok(set) = value.cast::<TileSet>() {
            return Ok(Self(set.get().0));
        }
        if let Ok(text) = value.cast::<PyString>() {
            let tiles: Result<_, Error> = text.to_str()?.split_whitespace().map(str::parse::<tile::Tile>).collect();
            return Ok(Self(tiles?));
        }
        let tiles = value.try_iter().map_err(|_| wrong_type("tiles", value))?;
        tiles.map(|tile| Ok(tile?.extract::<TileLike>()?.0)).collect::<PyResult<_>>().map(Self)
    }
}

/// Four hands, by seat.
pub(super) struct HandsLike(pub(super) BySeat<tile::TileSet>);

impl FromPyObject<'_, '_> for HandsLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let hands = value.try_iter().map_err(|_| wrong_type("four hands", &value))?.collect::<PyResult<Vec<_>>>()?;
        if hands.len() != 4 {
            return Err(Error::HandCount { found: hands.len() }.into());
        }
        let mut by_seat = BySeat::default();
        for seat in Seat::ALL {
            by_seat[seat] = TilesLike::hand(&hands[seat.index()], seat)?;
        }
        Ok(Self(by_seat))
    }
}

/// An arm: an `Arm`, its number, or its text.
pub(super) struct ArmLike(pub(super) arm::Arm);

impl FromPyObject<'_, '_> for ArmLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let value = &*value;
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self(text.to_str()?.parse()?));
        }
        if !is_integer(value) {
            return Err(wrong_type("an Arm, its number or its text", value));
        }
        Ok(Self(arm::Arm::new(index(value, |found| Error::ArmRange { found })?)?))
    }
}

/// A seat: 0 to 3.
pub(super) struct SeatLike(pub(super) Seat);

impl FromPyObject<'_, '_> for SeatLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(Seat::new(index(&value, |found| Error::SeatRange { found })?)?))
    }
}

/// A turn: a `Turn`, its index, or its text.
pub(super) struct TurnLike(pub(super) turn::Turn);

impl FromPyObject<'_, '_> for TurnLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let value = &*value;
        if value.is_instance_of::<PyInt>() {
            return Ok(Self(turn::Turn::from_index(index(value, |found| Error::TurnRange { found })?)?));
        }
        if let Ok(turn) = value.cast::<Turn>() {
            return Ok(Self(turn.get().0));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self(text.to_str()?.parse()?));
        }
        if !is_integer(value) {
            return Err(wrong_type("a Turn, its index or its text", value));
        }
        Ok(Self(turn::Turn::from_index(index(value, |found| Error::TurnRange { found })?)?))
    }
}

/// A score within ± 1,000,000.
fn score(value: &Bound<'_, PyAny>) -> PyResult<Score> {
    let number = integer(value, |found| Error::ScoreRange { found })?;
    Ok(Score(i32::try_from(number).map_err(|_| Error::ScoreRange { found: number.into() })?))
}

/// The scores of both sides.
pub(super) struct ScoresLike(pub(super) BySide<Score>);

impl FromPyObject<'_, '_> for ScoresLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let Some((first, second)) = pair(&value) else {
            return Err(wrong_type("a pair of scores", &value));
        };
        Ok(Self(BySide([score(&first)?, score(&second)?])))
    }
}

/// The score that wins.
pub(super) struct TargetLike(pub(super) Score);

impl FromPyObject<'_, '_> for TargetLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = integer(&value, |found| Error::TargetRange { found })?;
        Ok(Self(Score(i32::try_from(number).map_err(|_| Error::TargetRange { found: number.into() })?)))
    }
}

/// How `mine` compares with `theirs` by a Python operator; `NotImplemented` if the other is of another type.
pub(super) fn compared<T: Ord>(py: Python<'_>, operator: CompareOp, mine: T, theirs: Option<T>) -> PyResult<Py<PyAny>> {
    match theirs {
        Some(theirs) => Ok(operator.matches(mine.cmp(&theirs)).into_pyobject(py)?.to_owned().into_any().unbind()),
        None => Ok(py.NotImplemented()),
    }
}

/// What `turn`, which is legal at `table`, would earn.
pub(super) fn points_of(table: &table::Table, turn: turn::Turn) -> u8 {
    turn.placement().map_or(0, |(tile, arm)| table.arms().points_of(tile, arm).get())
}

/// Both sides' scores as a pair.
pub(super) fn score_pair(scores: BySide<Score>) -> (i32, i32) {
    let [first, second] = scores.0;
    (first.0, second.0)
}

/// A hash of `value` that is the same in every process.
pub(super) fn stable_hash(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The choice that `found` names among `choices`.
pub(super) fn choice<T: Copy>(name: &'static str, found: &str, choices: &[(&str, T)]) -> Result<T, Error> {
    choices.iter().find(|(text, _)| *text == found).map(|&(_, choice)| choice).ok_or_else(|| Error::ChoiceUnknown {
        name,
        found: found.into(),
        known: choices.iter().map(|(text, _)| *text).collect::<Vec<_>>().join(", ").into(),
    })
}
