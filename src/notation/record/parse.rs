//! Reading records strictly: every line in its place, every turn, point, deduction and score verified.

use super::write::spaced;
use super::{
    FORMAT, FORMAT_TAG, INDEX_TAG, NO_WINNER, Record, RecordRound, SEED_TAG, TARGET_TAG, Tag, WINNER_TAG, ending_words,
};
use crate::deal::{Drawing, Lot};
use crate::error::{Error, RecordPlace};
use crate::known::KnownRound;
use crate::matchplay::OpenerBy;
use crate::notation::{parse_hand, parse_number, parse_seat};
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat};
use crate::table::{Ending, Reason};
use crate::tile::TileSet;
use crate::turn::Turn;

impl Record {
    /// Reads the one match in `text`; the error names line, round and turn.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut matches = Self::parse_all(text);
        match matches.len() {
            1 => matches.remove(0),
            found => Err(mismatch(&format!("{found} matches"), "one match").at(1, RecordPlace::default())),
        }
    }

    /// Reads every match in `text`: each begins with a `Format` tag. A fault in one does not hide the others.
    pub fn parse_all(text: &str) -> Vec<Result<Self, Error>> {
        let mut matches: Vec<Vec<Line<'_>>> = Vec::new();
        for line in Line::all(text) {
            match matches.last_mut() {
                Some(lines) if !line.begins_match() => lines.push(line),
                _ => matches.push(vec![line]),
            }
        }
        matches.iter().map(|lines| Reader::new(lines).read()).collect()
    }
}

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn all(text: &'a str) -> impl Iterator<Item = Self> {
        (1..)
            .zip(text.lines())
            .map(|(number, text)| Self { number, text: text.trim() })
            .filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
    }

    fn begins_match(self) -> bool {
        self.text.strip_prefix('[').and_then(|tag| tag.strip_prefix(FORMAT_TAG)).is_some_and(|tag| tag.starts_with(' '))
    }

    /// The first word and the rest.
    fn split(self) -> (&'a str, &'a str) {
        self.text.split_once(' ').map_or((self.text, ""), |(word, rest)| (word, rest.trim_start()))
    }
}

/// The fault of finding one thing and expecting another.
fn mismatch(found: &str, expected: &str) -> Error {
    Error::Mismatch { found: found.into(), expected: expected.into() }
}

impl Error {
    /// This fault at its place in a record.
    fn at(self, line: usize, place: RecordPlace) -> Self {
        Self::Record { line, place, fault: Box::new(self) }
    }
}

/// Reads one match, line by line.
struct Reader<'a> {
    lines: &'a [Line<'a>],
    next: usize,
    place: RecordPlace,
    record: Record,
}

/// What a leftovers line claims.
#[derive(Clone, Copy)]
struct Claim {
    line: usize,
    leftovers: BySeat<u8>,
}

/// What the tags claim about the end, to be compared with it.
type Winner<'a> = Option<(usize, &'a str)>;

impl<'a> Reader<'a> {
    fn new(lines: &'a [Line<'a>]) -> Self {
        Self { lines, next: 0, place: RecordPlace::default(), record: Record::default() }
    }

    fn read(mut self) -> Result<Record, Error> {
        self.read_match().map_err(|fault| match fault {
            Error::Record { .. } => fault,
            fault => fault.at(self.line_number(), self.place),
        })?;
        Ok(self.record)
    }

    /// The number of the line read last.
    fn line_number(&self) -> usize {
        self.lines[..self.next].last().or(self.lines.first()).map_or(1, |line| line.number)
    }

    fn peek(&self) -> Option<Line<'a>> {
        self.lines.get(self.next).copied()
    }

    /// Takes the next line if its first word is `word`, and gives the rest of it.
    fn take(&mut self, word: &str) -> Option<&'a str> {
        let (first, rest) = self.peek()?.split();
        (first == word).then(|| {
            self.next += 1;
            rest
        })
    }

    /// Takes the next line, whose first word must be `word`, and gives the rest of it.
    fn expect(&mut self, word: &str) -> Result<&'a str, Error> {
        if let Some(rest) = self.take(word) {
            return Ok(rest);
        }
        let found = self.peek().map_or("the end of the match", |line| line.text);
        self.next = self.lines.len().min(self.next + 1);
        Err(mismatch(found, &format!("a line that begins with «{word}»")))
    }

    /// Takes the next line, which must be `word` and then what `expected` says.
    fn verify(&mut self, word: &str, expected: &str) -> Result<(), Error> {
        let found = self.expect(word)?;
        let found: Vec<&str> = found.split_ascii_whitespace().collect();
        let found = found.join(" ");
        if found == expected {
            Ok(())
        } else {
            Err(mismatch(&format!("{word} {found}"), &format!("{word} {expected}")))
        }
    }

    fn read_match(&mut self) -> Result<(), Error> {
        let winner = self.read_tags()?;
        while self.peek().is_some() {
            if self.record.rounds.last().is_some_and(|round| !round.known.now().is_over()) {
                self.next += 1;
                return Err(mismatch(
                    self.lines[self.next - 1].text,
                    "turns, or the end of the match: the round is not over",
                ));
            }
            let number = self.record.rounds.len() + 1;
            self.place = RecordPlace { round: Some(number), turn: None };
            self.verify("round", &number.to_string())?;
            if self.record.winner().is_some() {
                return Err(Error::MatchOver);
            }
            let round = self.read_round()?;
            self.record.rounds.push(round);
        }
        let won = self.record.winner().map_or_else(|| NO_WINNER.into(), |side| side.to_string());
        match winner {
            Some((line, found)) if found != won => {
                Err(mismatch(&format!("winner {found}"), &format!("winner {won}")).at(line, RecordPlace::default()))
            }
            _ => Ok(()),
        }
    }

    fn read_tags(&mut self) -> Result<Winner<'a>, Error> {
        let (mut seed, mut index, mut winner) = (None, None, None);
        let mut seen: Vec<String> = Vec::new();
        while let Some(line) = self.peek().filter(|line| line.text.starts_with('[')) {
            self.next += 1;
            let Tag { name, value } = parse_tag(line.text)?;
            if seen.contains(&name) {
                return Err(mismatch(&format!("a second tag {name}"), "each tag once"));
            }
            if seen.is_empty() && (name.as_str(), value.as_str()) != (FORMAT_TAG, FORMAT) {
                return Err(mismatch(line.text, &format!("[{FORMAT_TAG} \"{FORMAT}\"]")));
            }
            let number = || parse_number(&value).ok_or_else(|| mismatch(line.text, "a whole number below 2^64"));
            match name.as_str() {
                FORMAT_TAG => {}
                TARGET_TAG => {
                    let target = parse_number(&value).ok_or_else(|| mismatch(line.text, "a score such as 250"))?;
                    self.record.target = Score(target).check_target()?;
                }
                SEED_TAG => seed = Some(number()?),
                INDEX_TAG => index = Some(number()?),
                WINNER_TAG => winner = split_tag(line.text).map(|(_, found)| (line.number, found)),
                _ => {
                    let tag = Tag { name: name.clone(), value };
                    tag.check()?;
                    self.record.tags.push(tag);
                }
            }
            seen.push(name);
        }
        if seen.is_empty() {
            self.next = 1;
            return Err(mismatch(self.lines[0].text, &format!("[{FORMAT_TAG} \"{FORMAT}\"]")));
        }
        self.record.shuffle = match (seed, index) {
            (Some(seed), index) => Some((seed, index.unwrap_or(0))),
            (None, Some(_)) => return Err(mismatch("the tag Index alone", "a tag Seed beside it")),
            (None, None) => None,
        };
        Ok(winner)
    }

    fn read_round(&mut self) -> Result<RecordRound, Error> {
        let lot = self.read_lot()?;
        let (opener, opener_by) = self.read_opener(lot)?;
        let mut dealt = BySeat::default();
        for seat in Seat::ALL {
            dealt[seat] = parse_dealt(self.expect("hand")?, seat)?;
        }
        let scores = self.record.rounds.last().map_or(BySide::default(), |round| round.known.now().scores());
        let mut known = KnownRound::new(dealt, opener, scores, Some(self.record.target))?;
        let claimed = self.claimed_leftovers()?;
        while let Some(rest) = self.take("turn") {
            self.play_line(&mut known, rest, claimed)?;
        }
        if let Some(ending) = known.now().ending() {
            self.read_ending(&known, ending)?;
        }
        Ok(RecordRound { opener_by, known })
    }

    fn read_lot(&mut self) -> Result<Option<Lot>, Error> {
        let mut drawings = Vec::new();
        while let Some(rest) = self.take("lot") {
            drawings.push(parse_drawing(rest)?);
        }
        if drawings.is_empty() { Ok(None) } else { Lot::new(drawings).map(Some) }
    }

    /// The opener, which must be the seat that went out in the round before, else the one a lot gave (R5, R7).
    fn read_opener(&mut self, lot: Option<Lot>) -> Result<(Seat, OpenerBy), Error> {
        let rest = self.expect("opener")?;
        let finisher = self.record.rounds.last().and_then(|round| round.known.now().ending()?.finisher);
        let words = rest.split_once(' ').map(|(seat, how)| (parse_seat(seat), how.trim()));
        let expected = match (words, finisher, lot) {
            (Some((Some(seat), "out")), Some(finisher), None) if seat == finisher => return Ok((seat, OpenerBy::Out)),
            (Some((Some(seat), "lot")), None, Some(lot)) if seat == lot.opener() => {
                return Ok((seat, OpenerBy::Lot(lot)));
            }
            (Some((Some(seat), "given")), None, None) => return Ok((seat, OpenerBy::Given)),
            (_, Some(finisher), _) => format!("opener {finisher} out, and no lot"),
            (_, None, Some(lot)) => format!("opener {} lot", lot.opener()),
            (_, None, None) => "lines of a lot, or an opener given, such as opener 2 given".into(),
        };
        Err(mismatch(&format!("opener {rest}"), &expected))
    }

    /// Plays a line of turns, which begins with the number and the seat of its first turn.
    fn play_line(&mut self, known: &mut KnownRound, rest: &str, claimed: Option<Claim>) -> Result<(), Error> {
        let head = format!("{} seat {}", known.turns().len() + 1, known.now().seat());
        let (found, words) = rest.split_once(':').unwrap_or((rest, ""));
        if found != head {
            return Err(mismatch(&format!("turn {found}"), &format!("turn {head}:")));
        }
        for word in words.split_ascii_whitespace() {
            self.place.turn = Some(known.turns().len() + 1);
            play_told(known, word, claimed.map(|claim| claim.leftovers)).map_err(|fault| match (&fault, claimed) {
                // What the leftovers line claims is at fault, not the turn that made them count.
                (
                    Error::LeftoversWrong { .. } | Error::LeftoversRange { .. } | Error::LeftoversSum { .. },
                    Some(claim),
                ) => fault.at(claim.line, RecordPlace { turn: None, ..self.place }),
                _ => fault,
            })?;
        }
        self.place.turn = None;
        Ok(())
    }

    /// What the leftovers line of this round claims, if there is one: hidden hands cannot be settled without.
    fn claimed_leftovers(&self) -> Result<Option<Claim>, Error> {
        let mut round = self.lines[self.next..].iter().take_while(|line| line.split().0 != "round");
        let Some(line) = round.find(|line| line.split().0 == "leftovers") else {
            return Ok(None);
        };
        let numbers: Option<Vec<u8>> = line.split().1.split_ascii_whitespace().map(parse_number).collect();
        match numbers.and_then(|numbers| <[u8; 4]>::try_from(numbers).ok()) {
            Some(numbers) => Ok(Some(Claim { line: line.number, leftovers: BySeat(numbers) })),
            None => Err(mismatch(line.text, "the pips left in each hand").at(line.number, self.place)),
        }
    }

    /// The lines after the last turn of a round that is over.
    fn read_ending(&mut self, known: &KnownRound, ending: Ending) -> Result<(), Error> {
        self.verify("end", &ending_words(ending))?;
        if ending.reason != Reason::Target {
            self.verify("leftovers", &spaced(&ending.leftovers.0))?;
            self.verify("deductions", &spaced(&ending.deductions().0))?;
        }
        self.verify("scores", &spaced(&known.now().scores().0))
    }
}

/// The name of a tag, and what stands between its quotes, quotes and backslashes still escaped.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.strip_prefix('[')?.split_once(' ')?;
    Some((name, value.strip_prefix('"')?.strip_suffix("\"]")?))
}

/// Reads `[Name "value"]`, in which `\"` and `\\` stand for a quote and a backslash.
fn parse_tag(text: &str) -> Result<Tag, Error> {
    let fault = || mismatch(text, "a tag such as [Event \"An evening\"]");
    let (name, value) = split_tag(text).ok_or_else(fault)?;
    let (mut plain, mut letters) = (String::new(), value.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain.push(letters.next().filter(|escaped| matches!(escaped, '\\' | '"')).ok_or_else(fault)?),
            '"' => return Err(fault()),
            _ => plain.push(letter),
        }
    }
    Ok(Tag { name: name.into(), value: plain })
}

fn parse_dealt(rest: &str, seat: Seat) -> Result<Option<TileSet>, Error> {
    let (found, hand) = rest.split_once(' ').unwrap_or((rest, ""));
    if found != seat.to_string() {
        return Err(mismatch(&format!("hand {found}"), &format!("hand {seat}")));
    }
    if hand.trim() == "?" { Ok(None) } else { parse_hand(hand.split_ascii_whitespace(), seat).map(Some) }
}

fn parse_drawing(rest: &str) -> Result<Drawing, Error> {
    let tiles = rest.split_ascii_whitespace().map(|word| (word != "-").then(|| word.parse()).transpose());
    let tiles: Vec<_> = tiles.collect::<Result<_, _>>()?;
    let tiles: [_; 4] = tiles.try_into().map_err(|_| mismatch(rest, "the tile each seat drew, - for none"))?;
    Ok(BySeat(tiles))
}

/// Plays the turn that `word` tells, and verifies the points behind its plus sign.
fn play_told(known: &mut KnownRound, word: &str, claimed: Option<BySeat<u8>>) -> Result<(), Error> {
    let turn: Turn = word.split('+').next().unwrap_or(word).parse()?;
    known.play(turn, claimed)?;
    let expected = match known.now().points().get() {
        0 => turn.to_string(),
        points => format!("{turn}+{points}"),
    };
    // Halves may stand in either order and between brackets; the points may not differ.
    if word.split_once('+').map(|(_, points)| points) == expected.split_once('+').map(|(_, points)| points) {
        Ok(())
    } else {
        Err(mismatch(word, &expected))
    }
}
