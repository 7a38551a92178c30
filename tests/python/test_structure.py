"""House rules as tests: who may import whom, what an import loads, and that every public name is documented."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from importlinter.cli import lint_imports

import sevenrocks as sr
from sevenrocks import _core

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "sevenrocks"
KNOWS_THE_EXTENSION = {"__init__.py", "batch.py", "simulation.py", "solving.py"}
"""The only modules that may name `sevenrocks._core`: all else uses the package's public names."""
WRAPPED = {"Batch", "analyze_round", "pick_masked", "puzzles", "simulate", "solve", "solve_many"}
"""What the package has only behind functions and classes of its own."""

# --- imports -------------------------------------------------------------------------------------


def test_imports_go_one_way(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filenames=("pyproject.toml",), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_wrapper_names_the_extension(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names_it = any(re.search(r"\b_core\b", text) for text in imports)
    assert names_it == (str(path.relative_to(PACKAGE)) in KNOWS_THE_EXTENSION)


def loaded_by(code: str) -> set[str]:
    """The top modules a fresh interpreter has loaded after some code, beyond its own."""
    loaded = "{name.split('.')[0] for name in set(sys.modules) - before}"
    program = f"import sys; before = set(sys.modules)\n{code}\nprint(*{loaded})"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_what_an_import_loads() -> None:
    assert {"numpy", "rich", "click", "asyncio", "typing_extensions"}.isdisjoint(loaded_by("import sevenrocks"))
    playing = (
        "import sevenrocks as sr; m = sr.Match(1); m.play(m.legal_turns()[0]); sr.Match.from_record(m.to_record())"
    )
    assert {"numpy", "rich", "click"}.isdisjoint(loaded_by(playing))
    batch = "import sevenrocks as sr; sr.simulate(['random', 'random'], 1)"
    assert "numpy" in loaded_by(batch)
    assert {"rich", "click"}.isdisjoint(loaded_by(batch))


# --- the extension -------------------------------------------------------------------------------


def test_every_pyclass_is_frozen() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "src" / "bindings").rglob("*.rs")}
    declared = [(name, found) for name, text in sources.items() for found in re.findall(r"#\[pyclass(.*?)\]", text)]
    assert len(declared) >= 9
    assert [(name, found) for name, found in declared if "frozen" not in found] == []


def instances() -> list[object]:
    match = sr.Match(1)
    record = sr.Record.parse(match.to_record())
    return [
        sr.Tile(1, 2), sr.TileSet(), sr.Turn.PASS, match.round, match.round.layout, match.view(), match, record,
        record.rounds[0], sr.policy("random"),
    ]  # fmt: skip


@pytest.mark.parametrize("thing", instances(), ids=lambda thing: type(thing).__name__)
def test_things_cannot_be_changed_or_extended(thing: Any) -> None:
    public = next(name for name in dir(thing) if not name.startswith("_"))
    for name in (public, "brand_new"):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (type(thing),), {})


def test_no_pyo3_outside_the_bindings() -> None:
    outside = [path for path in (ROOT / "src").rglob("*.rs") if "bindings" not in path.parts]
    assert [path.name for path in outside if re.search(r"\b(pyo3|numpy)\b", path.read_text(encoding="utf-8"))] == []


# --- public names --------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [sr, _core], ids=lambda module: module.__name__)
def test_all_is_sorted_and_complete(module: Any) -> None:
    names = set(vars(module)) - {
        "batch",
        "solving",
        "simulation",
        "signature",
        "cli",
    }  # submodules come when they are imported
    public = {name for name in names if not name.startswith("_")} | {"__version__"}
    assert public == set(module.__all__)
    assert len(module.__all__) == len(public)
    if module is sr:
        assert sr.__all__ == sorted(sr.__all__)


def test_the_package_has_all_of_the_extension() -> None:
    assert set(_core.__all__) - WRAPPED <= set(sr.__all__)
    for name in set(_core.__all__) - WRAPPED:
        assert getattr(sr, name) is getattr(_core, name)
        if inspect.isclass(getattr(sr, name)):
            assert getattr(sr, name).__module__ == "sevenrocks"


def test_the_version_stands_in_one_place() -> None:
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)
    assert version is not None
    assert sr.__version__ == version[1]
    assert (
        "version" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project]")[1].split("dynamic")[0]
    )


def public_things() -> Iterator[tuple[str, Any]]:
    """Every public name of the package, and every public attribute of its classes that they define themselves."""
    for name in sr.__all__:
        thing = getattr(sr, name)
        if name == "__version__":
            continue
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, (Exception, int)):
            fields = getattr(thing, "_fields", ()) or getattr(thing, "__slots__", ())  # told by the class
            for attribute in vars(thing):
                if not attribute.startswith("_") and attribute not in fields:
                    yield f"{name}.{attribute}", getattr(thing, attribute)


@pytest.mark.parametrize(
    ("name", "thing"), list(public_things()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_public_name_is_documented(name: str, thing: Any) -> None:
    text = inspect.getdoc(thing)
    assert text, name
    assert len(text) > 10
    assert text[0].isupper()


@pytest.mark.parametrize(
    "noun", [sr.CountedEnd, sr.Ending, sr.MatchRound, sr.OpenEnd, sr.Step, sr.TileHalf], ids=lambda noun: noun.__name__
)
def test_the_fields_of_the_named_tuples_are_documented(noun: Any) -> None:
    for field in noun._fields:
        assert not getattr(noun, field).__doc__.startswith("Alias for field number")


def test_the_stub_is_the_extension() -> None:
    run = [sys.executable, "-m", "mypy.stubtest", "sevenrocks._core"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert (PACKAGE / "_core.pyi").exists()
