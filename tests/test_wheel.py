"""`pip install .`: the wheel contains templates, static files and migrations, which are outside the package."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from translations import catalogues

ROOT = Path(__file__).parent.parent
PACKED = ("scorekeeper", "templates", "static", "migrations")
CATALOGUES = ("catalogues.py", "hatch_build.py", "words.toml")
# Templates, migrations and static files must come from the wheel, and the packages that we need from here.
ASK = """
import re, os
from pathlib import Path
import scorekeeper
from scorekeeper.config.paths import MIGRATIONS, STATIC, TEMPLATES
from scorekeeper.config.settings import read_settings
from scorekeeper.store.migrate import upgrade

package = Path(scorekeeper.__file__).parent
assert [MIGRATIONS, STATIC, TEMPLATES] == [package / "migrations", package / "static", package / "templates"]
assert read_settings({}).data_dir == Path(os.environ["XDG_DATA_HOME"], "scorekeeper")
settings = read_settings(os.environ)
settings.data_dir.mkdir()
upgrade(settings.database_url, folder=settings.data_dir)
app = scorekeeper.create_app(settings)
client = app.test_client()
page = client.get("/")
assert "Finnish title" in client.get("/", headers={"Accept-Language": "fi"}).text
for link in re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text):
    assert client.get(link).status_code == 200, link
sheet = client.get("/rules/da-500/blank.pdf?players=2")  # with the fonts and templates of the wheel, by its press
assert sheet.data.startswith(b"%PDF"), sheet.text
app.extensions["press"].stop()
print(package, page.status_code)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network with installed packages."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in PACKED:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", *(f"translations/{name}" for name in CATALOGUES)):
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    for language, title in {"fi": "Finnish title", "sv": ""}.items():
        begun = Catalog(language)
        begun.add("Keep the score of your rummy game", title)
        catalogue = source / "translations" / language / catalogues.PO
        catalogue.parent.mkdir(parents=True)
        with catalogue.open("wb") as file:
            write_po(file, begun)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_every_file(wheel: Path) -> None:
    """And no other file; of the catalogues only compiled ones, and none with a missing sentence."""
    in_repository = {
        str(file.relative_to(ROOT) if name == "scorekeeper" else Path("scorekeeper") / file.relative_to(ROOT))
        for name in PACKED
        for file in (ROOT / name).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    with ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert names == in_repository | {f"scorekeeper/translations/fi/{catalogues.MO}"}


def test_an_installed_wheel_answers(wheel: Path, tmp_path: Path) -> None:
    """In an empty folder, without the repository."""
    target, empty = tmp_path / "target", tmp_path / "empty"
    empty.mkdir()
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(target)]
    subprocess.run([*command, str(wheel)], check=True, cwd=empty)
    environ = {
        "PYTHONPATH": os.pathsep.join([str(target), sysconfig.get_path("purelib")]),
        "SCOREKEEPER_DATA_DIR": str(tmp_path / "data"),
        "XDG_DATA_HOME": str(tmp_path / "share"),
    }
    asked = subprocess.run([sys.executable, "-c", ASK], cwd=empty, env=environ, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout == f"{target / 'scorekeeper'} 200\n"
    version = subprocess.run(
        [sys.executable, str(target / "bin" / "scorekeeper"), "--version"],
        cwd=empty,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert version.stdout.startswith("scorekeeper, version ")
