//! House rules as tests: which module may name which, who may name Python, how long a file may be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, lowest first: each may name only those before it.
const ORDER: [&str; 25] = [
    "tile",
    "seat",
    "arm",
    "bits",
    "rng",
    "error",
    "workers",
    "score",
    "deal",
    "turn",
    "layout",
    "table",
    "view",
    "round",
    "known",
    "matchplay",
    "perft",
    "notation",
    "policy",
    "belief",
    "search",
    "simulate",
    "batch",
    "bindings",
    "lib",
];

/// The exceptions: an error carries the plain nouns it is about and these give errors.
const EXCEPTIONS: [(&str, &[&str]); 4] = [
    ("error", &["tile", "seat", "arm", "score", "turn"]),
    ("tile", &["error"]),
    ("seat", &["error"]),
    ("arm", &["error"]),
];

/// The most lines of a file.
const LINES: usize = 500;

/// A file of `src`: its module, where it is, and its text.
struct Source {
    module: String,
    path: PathBuf,
    text: String,
}

impl Source {
    fn read(path: PathBuf) -> Self {
        let inside = path.strip_prefix(root().join("src")).expect("in src");
        let first = inside.iter().next().expect("a file").to_string_lossy();
        let module = first.strip_suffix(".rs").unwrap_or(&first).to_string();
        let text = fs::read_to_string(&path).expect("text");
        Self { module, path, text }
    }

    /// The text without comments.
    fn code(&self) -> String {
        let code = |line: &str| line.split_once("//").map_or(line, |(code, _)| code).to_string();
        self.text.lines().map(code).collect::<Vec<_>>().join("\n")
    }

    /// The modules it names, a name that the front page re-exports traced to where it is from.
    fn named(&self, exports: &[(String, String)]) -> BTreeSet<String> {
        let code = self.code();
        let through_super = paths_after(&code, "super::").into_iter().filter(|name| ORDER.contains(&name.as_str()));
        let named = paths_after(&code, "crate::").into_iter().chain(through_super);
        named
            .map(|name| exports.iter().find(|(item, _)| *item == name).map_or(name, |(_, from)| from.clone()))
            .collect()
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every `.rs` file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn sources() -> Vec<Source> {
    let sources: Vec<Source> = files(&root().join("src")).into_iter().map(Source::read).collect();
    assert!(sources.len() > 10, "src was not found");
    sources
}

/// The first name of every path that goes on after `prefix`, groups in braces opened.
fn paths_after(code: &str, prefix: &str) -> Vec<String> {
    let starts = code.match_indices(prefix).map(|(at, _)| &code[at + prefix.len()..]);
    starts.flat_map(|rest| rest.strip_prefix('{').map_or_else(|| vec![first_name(rest)], group)).collect()
}

fn first_name(path: &str) -> String {
    path.trim_start().chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect()
}

/// The first names of the paths in `{a, b::{c, d}}`, of which `rest` is what follows the first brace.
fn group(rest: &str) -> Vec<String> {
    let (mut depth, mut names, mut begins) = (0, Vec::new(), 0);
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.push(first_name(&rest[begins..at]));
                begins = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

/// What the front page re-exports: the item, and the module it is from.
fn exports() -> Vec<(String, String)> {
    let front = fs::read_to_string(root().join("src/lib.rs")).expect("a front page");
    let uses = front.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    uses.filter_map(|(path, _)| path.split_once("::"))
        .flat_map(|(module, items)| {
            let items = items.strip_prefix('{').map_or_else(|| vec![first_name(items)], group);
            items.into_iter().filter(|item| !ORDER.contains(&item.as_str())).map(move |item| (item, module.to_string()))
        })
        .collect()
}

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|&name| name == module)
}

/// Whether `module` may name `other`.
fn may_name(module: &str, other: &str) -> bool {
    let excepted = EXCEPTIONS.iter().any(|&(name, others)| name == module && others.contains(&other));
    excepted || place(other).is_some_and(|other| place(module).is_some_and(|module| other <= module))
}

/// Imports go one way.
#[test]
fn a_module_names_only_modules_before_it() {
    let exports = exports();
    for source in sources() {
        for other in source.named(&exports) {
            assert!(may_name(&source.module, &other), "{} names {other}", source.path.display());
        }
    }
}

/// Every module has its place in the order.
#[test]
fn every_module_has_its_place() {
    for source in sources() {
        assert!(place(&source.module).is_some(), "{} is not in the order", source.path.display());
    }
}

/// The core builds without an interpreter: the bindings alone know of one.
#[test]
fn the_bindings_alone_name_python() {
    for Source { path, text, .. } in sources().iter().filter(|source| source.module != "bindings") {
        for word in ["pyo3", "numpy"] {
            assert!(!text.contains(word), "{} names {word}", path.display());
        }
    }
}

/// A feature switches the bindings on, and nothing else.
#[test]
fn features_switch_the_bindings_alone() {
    for source in sources().iter().filter(|source| source.module != "bindings") {
        for (_, after) in source.code().split("feature =").skip(1).map(|rest| rest.split_once(']').unwrap_or_default())
        {
            let switched = after.trim_start().lines().next().unwrap_or_default();
            let bindings = ["mod bindings;", "pub mod bindings;"].contains(&switched);
            assert!(bindings && source.module == "lib", "{} switches {switched:?}", source.path.display());
        }
    }
}

/// Unsafe code keeps to the one module that argues for it.
#[test]
fn the_bits_alone_are_unsafe() {
    for source in sources().iter().filter(|source| source.module != "bits") {
        assert!(!source.code().contains("unsafe"), "{} is unsafe", source.path.display());
    }
}

/// Files stay short enough to read.
#[test]
fn no_file_has_more_than_500_lines() {
    for Source { path, text, .. } in sources() {
        assert!(text.lines().count() <= LINES, "{} has {} lines", path.display(), text.lines().count());
    }
}

/// Every clause of the rules has a test named after it.
#[test]
fn every_clause_has_a_test() {
    let read = |path| fs::read_to_string(path).expect("text");
    let rules: String = files(&root().join("tests/rules")).into_iter().map(read).collect();
    for clause in 1..=25 {
        assert!(rules.contains(&format!("#[test]\nfn r{clause}_")), "R{clause} has no test");
    }
}

/// The reading of paths itself: groups, nested groups, re-exports, comments.
#[test]
fn paths_are_read() {
    let code = "use crate::tile::{Pip, Tile};\nuse crate::{seat::{BySeat, Seat}, arm, Deal};\nfn f(_: crate::Turn) {}";
    assert_eq!(paths_after(code, "crate::"), ["tile", "seat", "arm", "Deal", "Turn"]);
    let text = "//! [`crate::Round`]\nuse crate::Tile; // crate::view\n".to_string();
    let source = Source { module: "tile".into(), path: PathBuf::new(), text };
    assert_eq!(source.named(&exports()), BTreeSet::from(["tile".to_string()]));
    assert!(exports().contains(&("TileSet".to_string(), "tile".to_string())));
}

/// The order itself: forward, backward, and the exceptions.
#[test]
fn the_order_goes_one_way() {
    assert!(may_name("layout", "tile") && may_name("round", "view") && !may_name("view", "round"));
    assert!(may_name("error", "turn") && may_name("turn", "error") && may_name("bindings", "simulate"));
    assert!(!may_name("tile", "layout") && !may_name("error", "layout") && !may_name("rng", "error"));
    assert!(!may_name("view", "matchplay") && !may_name("layout", "unknown"));
}
