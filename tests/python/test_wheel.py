"""What the wheel holds that `make wheel` builds into `dist`, and that it works where it is unpacked.

`make check` builds one first. Without one, or with one older than the sources, there is nothing to look at.
"""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

import sevenrocks as sr

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "sevenrocks"


def changed(path: Path) -> float:
    """When a file was written last."""
    return path.stat().st_mtime


@pytest.fixture(scope="module")
def path() -> Path:
    wheels = sorted(ROOT.glob("dist/*.whl"), key=changed)
    sources = [ROOT / "Cargo.toml", ROOT / "pyproject.toml", *ROOT.glob("src/**/*.rs"), *PACKAGE.rglob("*.py*")]
    sources = [source for source in sources if source.is_file() and "__pycache__" not in source.parts]
    if not wheels or changed(wheels[-1]) < max(map(changed, sources)):
        pytest.skip("dist has no wheel of these sources: make wheel")
    return wheels[-1]


@pytest.fixture
def wheel(path: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(path) as opened:
        yield opened


@pytest.fixture
def metadata(wheel: zipfile.ZipFile) -> Message:
    return message_from_bytes(wheel.read(f"sevenrocks-{sr.__version__}.dist-info/METADATA"))


def test_it_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    info = f"sevenrocks-{sr.__version__}.dist-info"
    names = set(wheel.namelist())
    extensions = {name for name in names if name.endswith((".so", ".pyd"))}
    assert len(extensions) == 1
    assert next(iter(extensions)).startswith("sevenrocks/_core.")
    texts = {path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyi") or path.name == "py.typed"}
    inside = {f"sevenrocks/{path.relative_to(PACKAGE).as_posix()}" for path in texts}
    assert {"sevenrocks/_core.pyi", "sevenrocks/py.typed"} < inside
    assert {name for name in names - extensions if not name.startswith(info)} == inside
    for path in texts:
        assert wheel.read(f"sevenrocks/{path.relative_to(PACKAGE).as_posix()}") == path.read_bytes()


def test_it_holds_the_licence(wheel: zipfile.ZipFile, metadata: Message) -> None:
    licence = wheel.read(f"sevenrocks-{sr.__version__}.dist-info/licenses/LICENSE")
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert (metadata["License-Expression"], metadata["License-File"]) == ("MIT", "LICENSE")


def test_it_tells_what_it_needs(metadata: Message) -> None:
    assert metadata["Version"] == sr.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    needs = [need.partition(">=")[0].strip() for need in metadata.get_all("Requires-Dist", [])]
    assert sorted(needs) == ["click", "numpy", "rich"]


def test_it_is_for_this_platform(path: Path) -> None:
    tags = path.stem.split("-")[2:]
    assert len(tags) == 3
    assert tags[0].startswith("cp3")
    assert tags[2] != "any"
    if sys.platform == "linux":
        assert tags[2].startswith(("manylinux", "musllinux"))  # else it fits this machine alone


def test_it_works_where_it_is_unpacked(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    program = (
        "import sys; import sevenrocks as sr; from sevenrocks.cli import main\n"
        "print(sr.__file__, len(sr.simulate(['random', 'greedy'], 10)), flush=True)\n"
        "sys.argv[1:] = ['--version']; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env={}, capture_output=True, text=True)
    assert ran.stderr == ""
    first, second = ran.stdout.splitlines()
    assert first == f"{tmp_path / 'sevenrocks' / '__init__.py'} 10"
    assert second.endswith(sr.__version__)
