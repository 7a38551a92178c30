//! The worked positions of the rules: `tests/data/worked_positions.json`, and the one row it lacks.

mod common;

use serde_json::{Value, json};
use sevenrocks::{Half, Layout, OpenEnd, Points, Tile};

use common::tile;

/// Every row of the data file.
#[test]
fn worked_positions() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("data/worked_positions.json")).expect("JSON");
    assert_eq!(rows.len(), 12);
    rows.iter().for_each(check);
}

/// The last row of the table in the rules: both straight sides of the spinner filled, outer ends 3 and 2.
#[test]
fn the_row_with_both_branches_open() {
    check(&json!({
        "placements": [
            {"tile": "3|6", "join": null},
            {"tile": "6|6", "join": {"tile": "3|6", "at": "high"}},
            {"tile": "2|6", "join": {"tile": "6|6", "at": "track B"}},
        ],
        "spinner": "6|6",
        "count": 5,
        "points": 5,
        "counted_ends": [{"tile": "3|6", "value": 3}, {"tile": "2|6", "value": 2}],
        "open_ends": [
            {"tile": "3|6", "at": "low", "pips": 3},
            {"tile": "2|6", "at": "low", "pips": 2},
            {"tile": "6|6", "at": "branch A", "pips": 6},
            {"tile": "6|6", "at": "branch B", "pips": 6},
        ],
    }));
}

/// Builds the position of `row` and compares all that the row says of it.
fn check(row: &Value) {
    let (layout, points) = build(row);
    assert_eq!(layout.spinner(), row["spinner"].as_str().map(tile), "spinner of {layout}");
    assert_eq!(u64::from(layout.count()), number(&row["count"]), "count of {layout}");
    assert_eq!(u64::from(points.get()), number(&row["points"]), "points of {layout}");
    check_joins(&layout, row);
    let counted = layout.counted_ends().map(|end| (end.tile, u64::from(end.value)));
    assert_eq!(sorted(counted), sorted(list(&row["counted_ends"]).map(|end| (tile_of(end), number(&end["value"])))));
    let open = layout.open_ends().map(|end| (end.tile, end.half, u64::from(end.pips.get())));
    let expected = list(&row["open_ends"]).map(|end| (tile_of(end), half_of(end), number(&end["pips"])));
    assert_eq!(sorted(open), sorted(expected), "open ends of {layout}");
}

/// The layout of the row's placements, and the points of the last.
fn build(row: &Value) -> (Layout, Points) {
    let mut layout = Layout::new();
    let mut points = Points::ZERO;
    for placement in list(&row["placements"]) {
        let arm = match &placement["join"] {
            Value::Null => sevenrocks::Arm::Left,
            join => end_at(&layout, tile_of(join), half_of(join)).arm,
        };
        points = layout.place(tile_of(placement), arm).expect("a placement");
    }
    (layout, points)
}

fn end_at(layout: &Layout, tile: Tile, half: Half) -> OpenEnd {
    let end = layout.open_ends().find(|end| (end.tile, end.half) == (tile, half));
    end.unwrap_or_else(|| panic!("[{tile}] {half} is not open in {layout}"))
}

/// Every tile is joined where the row says, by a half that shows the same pips.
fn check_joins(layout: &Layout, row: &Value) {
    let expected: Vec<&Value> = list(&row["placements"]).collect();
    assert_eq!(layout.placements().len(), expected.len());
    for (placement, expected) in layout.placements().iter().zip(expected) {
        let join = &expected["join"];
        assert_eq!(placement.tile, tile_of(expected));
        assert_eq!(placement.join.is_none(), join.is_null());
        if let Some(found) = placement.join {
            assert_eq!((found.at.tile, found.at.half), (tile_of(join), half_of(join)), "in {layout}");
            assert_eq!(found.by.tile, placement.tile);
            assert_eq!(pips(found.at.tile, found.at.half), pips(found.by.tile, found.by.half));
        }
    }
}

fn pips(tile: Tile, half: Half) -> u8 {
    if half == Half::High { tile.high().get() } else { tile.low().get() }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn tile_of(value: &Value) -> Tile {
    tile(value["tile"].as_str().expect("a tile"))
}

fn half_of(value: &Value) -> Half {
    common::read(value["at"].as_str().expect("a half"))
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort();
    items
}
