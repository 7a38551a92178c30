//! Whatever text comes, every parser answers without a panic, and what it accepts prints and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sevenrocks::notation::{Record, format_position, format_view, parse_position};
use sevenrocks::{Arm, Half, Layout, Seat, Tile, Turn};

fuzz_target!(|text: &str| {
    reads_back::<Tile>(text);
    reads_back::<Arm>(text);
    reads_back::<Half>(text);
    reads_back::<Turn>(text);
    reads_back::<Layout>(text);
    if let Ok(known) = parse_position(text) {
        if let Ok(played) = known.to_played() {
            assert_eq!(parse_position(&format_position(&played)).unwrap().to_played().unwrap(), played);
        }
        for view in Seat::ALL.into_iter().filter_map(|seat| known.to_view(seat).ok()) {
            let seat = view.view().seat();
            assert_eq!(parse_position(&format_view(&view.view())).unwrap().to_view(seat).unwrap(), view);
        }
    }
    for record in Record::parse_all(text).into_iter().flatten() {
        let canonical = record.to_string();
        assert_eq!(Record::parse(&canonical).unwrap().to_string(), canonical);
        let _ = record.to_match();
    }
});

/// Asserts that `text`, if it is a `T`, prints to something that reads back as the same.
fn reads_back<T: std::str::FromStr + ToString + PartialEq + std::fmt::Debug>(text: &str)
where
    T::Err: std::fmt::Debug,
{
    if let Ok(read) = text.parse::<T>() {
        assert_eq!(read.to_string().parse::<T>().unwrap(), read);
    }
}
