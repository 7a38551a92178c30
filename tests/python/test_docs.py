"""The README and the docs say what the code says: fences, clauses, codes, names, grammar."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import sevenrocks as sr

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
LANGUAGES = {"python", "console", "rust", "text", "toml", "ebnf", "sh"}
CLAUSES = [f"R{number}" for number in range(1, 26)]


def read(path: str) -> str:
    """Read a file of the checkout."""
    return (ROOT / path).read_text(encoding="utf-8")


def fences(page: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, info string and text of each fence."""
    lines = enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
    for number, line in lines:
        if line.lstrip().startswith("```"):
            inside: list[str] = []
            for _, text in lines:
                if text.strip() == "```":
                    break
                inside.append(text)
            else:
                pytest.fail(f"{page.name}:{number}: the fence is not closed")
            yield number, line.strip().removeprefix("```"), "\n".join(inside)


def tables(page: str) -> list[list[list[str]]]:
    """Read the tables of a page, without their heads, as cells."""
    found: list[list[list[str]]] = []
    for block in re.findall(r"(?:^\|.*\n)+", read(page), re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()[2:]]
        found.append([[cell.strip().replace("\\|", "|") for cell in row] for row in rows])
    return found


def cited(text: str) -> set[str]:
    """Find the clauses that a text cites: `R8`, `R14-R16`, `R20, R21`, `r13_…`."""
    found = set()
    for first, last in re.findall(r"(?<![A-Za-z0-9])[Rr](\d+)(?:\s*[-\u2013]\s*R?(\d+))?", text):
        found |= {f"R{number}" for number in range(int(first), int(last or first) + 1)}
    return found


# Fences


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_names_a_language_that_is_run_or_checked(page: Path) -> None:
    for line, info, _ in fences(page):
        language = info.replace(",", " ").split(" ")[0]
        assert language in LANGUAGES, f"{page.name}:{line}: {info!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_fences_run_the_command_line(page: Path) -> None:
    for line, info, text in fences(page):
        if info == "console":
            assert text.startswith("$ sevenrocks"), f"{page.name}:{line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_shell_fences_hold_commands_that_there_are(page: Path) -> None:
    for number, info, text in fences(page):
        for line in text.splitlines() if info == "sh" else []:
            assert is_known(line.split(" #")[0].split()), f"{page.name}:{number}: {line}"


def is_known(words: list[str]) -> bool:
    """Whether a command is one that works in a fresh checkout."""
    match words:
        case ["make"] | ["pip", "install", "."] | ["git", "clone", _]:
            return True
        case ["make", target]:
            return re.search(rf"^{target}:", read("Makefile"), re.MULTILINE) is not None
        case ["cargo", command, *_]:
            return command in {"add", "bench", "doc", "run", "test"}
        case ["sevenrocks", command, *rest]:
            from sevenrocks.cli import cli

            options = {name for option in cli.commands[command].params for name in option.opts}
            return {word for word in rest if word.startswith("--")} <= options
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_rust_fences_are_run_by_rustdoc(page: Path) -> None:
    if any(info.startswith("rust") for _, info, _ in fences(page)):
        assert f'include_str!("../{page.relative_to(ROOT).as_posix()}")' in read("src/lib.rs")


# Links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_named_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / link).exists(), link
    for path in re.findall(r"`((?:src|python|tests|docs|benches|examples|\.ci)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), path


# Rules


def test_rules_page_has_every_clause_in_order() -> None:
    assert re.findall(r"^- \*\*(R\d+)\*\* ", read("docs/rules.md"), re.MULTILINE) == CLAUSES


def test_every_clause_is_where_the_rules_page_says() -> None:
    rows = next(table for table in tables("docs/rules.md") if table[0][0] == "R1")
    assert [row[0] for row in rows] == CLAUSES
    for clause, link, names in rows:
        path = re.findall(r"`(.*)`", link)[0]
        assert clause in cited(read(path)), f"{path} does not cite {clause}"
        for name in re.findall(r"`(?:\w+::)?(\w+)`", names):
            assert re.search(rf"\b(fn|struct|enum|const|static) {name}\b|^    {name},", read(path), re.MULTILINE), name


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_cited_by_a_test(clause: str) -> None:
    tests = {*ROOT.glob("tests/**/*.rs"), *ROOT.glob("tests/python/*.py")} - {Path(__file__)}
    assert any(clause in cited(path.read_text(encoding="utf-8")) for path in tests)


def test_worked_positions_of_the_rules_page_are_the_engines() -> None:
    rows = next(table for table in tables("docs/rules.md") if table[0][0] == "[1|4]")
    layout = sr.Layout()
    for placed, spinner, count, points, counted, opened in rows:
        layout = layout if placed.startswith("+") else sr.Layout()
        for step in placed.removeprefix("+ ").split(", "):
            tile, _, at = step.partition(" at ")
            ends = {f"[{end.tile}] {end.half}": end.arm for end in layout.open_ends}
            layout = layout.place(tile, ends[at] if at else "L")
        assert f"[{layout.spinner}]" == spinner.replace("none", "[None]")
        assert (layout.count, layout.points) == (int(count), int(points))
        assert sorted(f"[{end.tile}] {end.value}" for end in layout.counted_ends) == sorted(counted.split("; "))
        # «[1|1] branch A 1, branch B 1» is two ends of one tile.
        told = [end if "[" in end else f"{first[:5]} {end}" for first, end in with_first(opened)]
        assert sorted(f"[{end.tile}] {end.half} {end.pips}" for end in layout.open_ends) == sorted(told)


def with_first(opened: str) -> Iterator[tuple[str, str]]:
    """Split open ends, each with the first that names the same tile."""
    for ends in opened.split("; "):
        for end in ends.split(", "):
            yield ends, end


# Errors


def test_errors_page_lists_every_code_with_its_kind_and_text() -> None:
    source = read("src/error.rs")
    enum = source[source.index("pub enum Error {") : source.index("/// Where in a record")]
    variants = re.findall(r'#\[error\(\s*"((?:[^"\\]|\\.)*)"\s*\)\]\s*(\w+)', enum)
    kinds: dict[str, str] = {}
    for arm, kind in re.findall(r"((?:Self::\w+[^=]*?)+)=> ErrorKind::(\w+)", source[source.index("fn kind") :]):
        kinds |= dict.fromkeys(re.findall(r"Self::(\w+)", arm), f"`{kind}Error`")
    expected = [
        [f"`{re.sub(r'(?<!^)(?=[A-Z])', '-', name).lower()}`", kinds[name], re.sub(r"{(\w+):\?}", r'"{\1}"', text)]
        for text, name in variants
    ]
    assert [row[:3] for row in tables("docs/errors.md")[-1]] == expected
    assert all(row[3] for row in tables("docs/errors.md")[-1])


# The observation


def test_observation_page_lists_every_column() -> None:
    rows = tables("docs/observation.md")[0]
    assert [row[:3] for row in rows] == [
        [f"`{field.name}`", f"{field.columns.start}:{field.columns.stop}", field.about]
        for field in sr.observation_fields()
    ]
    assert f"version {sr.BatchEnv(1).observation_version};" in read("docs/observation.md").replace("\n", " ")


@pytest.mark.parametrize("unit", ["round", "match"])
def test_observation_page_tells_the_range_of_every_column(unit: Literal["round", "match"]) -> None:
    env, rng = sr.BatchEnv(1000, 5, unit=unit, forced_passes="offered"), np.random.default_rng(5)
    found: dict[str, set[int]] = {field.name: set() for field in sr.observation_fields()}
    for _ in range(100):
        for field in sr.observation_fields():
            found[field.name] |= set(np.unique(env.observation[:, field.columns]).tolist())
        env.step(sr.masked_random(env.action_mask, rng))
    for name, _, _, extent in tables("docs/observation.md")[0]:
        least, most = map(int, extent.split(" to "))
        assert found[name.strip("`")] <= set(range(least, most + 1)), name


# Names


@pytest.mark.parametrize("name", sr.__all__)
def test_python_page_has_every_public_name(name: str) -> None:
    assert re.search(rf"\b{name}\b", read("docs/python.md"))


def test_changelog_begins_with_the_version_there_is() -> None:
    assert re.findall(r"^## (?:\[)?([\d.]+)", read("CHANGELOG.md"), re.MULTILINE)[0] == sr.__version__


# Grammar


SPECIAL = {
    "line feed": r"\n",
    "a letter from A to Z or a to z": "[A-Za-z]",
    "a character that is no control character, quote or backslash": r'[^"\\\x00-\x1f\x7f-\x9f]',
}
SIGNS = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", ",": ""}


def grammar() -> dict[str, str]:
    """Read the grammar of the notation page as regular expressions: no rule names itself or a later one twice over."""
    text = re.sub(
        r"\(\*.*?\*\)", "", next(text for _, info, text in fences(ROOT / "docs/notation.md") if info == "ebnf")
    )
    token = re.compile(r"""\s*("[^"]*"|'[^']*'|\?[^?]*\?|\d+ \*|\w+|[][{}(),|])""")
    rules = dict(re.findall(r"(\w+)\s*=((?:\"[^\"]*\"|'[^']*'|[^;\"'])*);", text))

    def expand(name: str) -> str:
        words = token.findall(rules[name])
        return f"(?:{''.join(repeated(words))})"

    def repeated(words: list[str]) -> Iterator[str]:
        times = ""
        depth = 0
        for word, following in pairwise([*words, ""]):
            if word.endswith(" *"):
                times, depth = f"{{{word[:-2]}}}", 0
                continue
            depth += (word == "(") - (word == ")")
            yield translate(word)
            if times and depth == 0 and following != "(":
                yield times
                times = ""

    def translate(word: str) -> str:
        if word[0] in "\"'":
            return re.escape(word[1:-1])
        if word[0] == "?":
            return SPECIAL[word.strip("? ")]
        return SIGNS.get(word) or ("" if word == "," else expand(word))

    return {name: expand(name) for name in rules}


def assert_reads(rule: str, text: str) -> None:
    """Check that a text is what a rule of the grammar says."""
    assert re.fullmatch(GRAMMAR[rule], text), f"{rule}: {text}"


GRAMMAR = grammar()


@pytest.mark.parametrize("seed", range(20))
def test_grammar_reads_what_is_printed(seed: int) -> None:
    policy = sr.policy("random")
    policy.reset(seed)
    match = sr.Match(seed=seed, target=60)
    while not match.is_over:
        match.play(policy.choose(match.view()))
        for position in (match.round.position, match.view(seed % 4).position):
            assert_reads("position", position)
        for tag in ("Event", 'a "quoted" \\ name'):
            assert_reads("record", match.to_record({"Event": tag}, hands=[seed % 4] if seed % 3 else None))
    for ended in match.rounds:
        assert_reads("position", ended.view(seed % 4).position)
        assert_reads("layout", ended.layout.notation)
    assert_reads("file", match.to_record() + match.to_record(hands=[]))


def test_grammar_does_not_read_everything() -> None:
    for rule, text in [("tile", "7|1"), ("turn", "1|2"), ("integer", "-0"), ("position", "?/?/? - 0 0:0 250")]:
        assert not re.fullmatch(GRAMMAR[rule], text)
