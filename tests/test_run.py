"""`./run`: its messages about missing programs, and what it installs.

A fake Python records its calls; that `./run` works with the real one is seen whenever it is used.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from scorekeeper.cli.main import main
from translations import catalogues

ROOT = Path(__file__).parent.parent
# "Makes" a .venv with itself in it; `pip` succeeds unless there is a file `broken`.
PYTHON = """#!/bin/sh
echo "$*" >>"$LOG"
case "$*" in
*version_info*) exit "${OLD:-0}" ;;
*"import ensurepip, venv"*) exit "${NO_VENV:-0}" ;;
*"print("*) echo "${VERSION:-3.11.0}" ;;
"-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip "*) [ ! -e "$BROKEN" ] ;;
esac
"""


def test_every_command_of_the_program_is_one_of_run_and_in_its_help() -> None:
    script = (ROOT / "run").read_text()
    passed_on = next(line for line in script.splitlines() if line.endswith(') scorekeeper "$@" ;;'))
    named = set(passed_on.split(")")[0].split(" | "))
    assert named == {*main.commands} - {"serve"}
    assert all(f"./run {name}" in script for name in named)


class Checkout:
    """A copy of ./run and its lock files, in a path with a space."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "score keeper"
        self.programs = folder / "bin"
        self.log = folder / "log"
        self.broken = folder / "broken"
        self.environ = {"PATH": str(self.programs), "LOG": str(self.log), "BROKEN": str(self.broken)}
        self.folder.mkdir()
        self.programs.mkdir()
        for name in ("run", "requirements.lock", "requirements-test.lock"):
            shutil.copy(ROOT / name, self.folder)
        for name in (
            "sh",
            "awk",
            "dirname",
            "basename",
            "cat",
            "cksum",
            "cp",
            "grep",
            "id",
            "mkdir",
            "mv",
            "rm",
            "uname",
        ):
            (self.programs / name).symlink_to(str(shutil.which(name)))
        self.python = self.programs / "python3"
        self.python.write_text(PYTHON)
        self.python.chmod(0o755)

    def program(self, name: str, script: str) -> None:
        """Add a program to the system, or replace one."""
        program = self.programs / name
        program.unlink(missing_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def run(self, *arguments: str, cwd: Path | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run ./run with a PATH that has only the programs of a small system."""
        self.log.write_text("")
        return subprocess.run(
            [self.folder / "run", *arguments],
            cwd=cwd or self.folder,
            env={**self.environ, **environ},
            capture_output=True,
            text=True,
        )

    def asked(self, what: str) -> list[str]:
        """Return the calls of the fake Python in the last run, of one kind."""
        return [line for line in self.log.read_text().splitlines() if what in line]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A fresh checkout."""
    return Checkout(tmp_path)


def test_the_first_start_installs_and_the_second_does_not(checkout: Checkout, tmp_path: Path) -> None:
    """From any folder."""
    first = checkout.run("--lan")
    assert first.returncode == 0, first.stderr
    assert "Installing what Scorekeeper needs" in first.stderr
    (pip,) = checkout.asked("-m pip")
    assert "--require-hashes" in pip
    assert "--no-deps" in pip
    assert pip.endswith(f"-r {checkout.folder}/requirements.lock")
    assert checkout.asked("scorekeeper") == ["-P -m scorekeeper serve --lan"]
    second = checkout.run(cwd=tmp_path)
    assert second.stderr == ""
    assert not checkout.asked("-m pip")
    assert checkout.asked("-m scorekeeper") == ["-P -m scorekeeper serve"]


@pytest.mark.parametrize("what", ["lock", "python", "place"])
def test_it_installs_anew_when_what_it_stands_on_changes(checkout: Checkout, what: str) -> None:
    """Other locks, another Python, or another path, which scripts in .venv contain."""
    checkout.run()
    environ = {}
    if what == "lock":
        with (checkout.folder / "requirements.lock").open("a") as lock:
            lock.write("# more\n")
    elif what == "python":
        environ = {"VERSION": "3.13.1"}
    else:
        checkout.folder = checkout.folder.rename(checkout.folder.with_name("moved"))
    assert checkout.run(**environ).returncode == 0
    assert checkout.asked("-m venv")
    assert checkout.asked("-m pip")


def test_an_interrupted_installation_is_made_anew(checkout: Checkout) -> None:
    """An incomplete installation is not taken for a complete one."""
    checkout.broken.write_text("")
    failed = checkout.run()
    assert failed.returncode == 1
    assert "could not be installed" in failed.stderr
    (checkout.folder / ".venv" / "half").write_text("")
    checkout.broken.unlink()
    assert checkout.run().returncode == 0
    assert checkout.asked("-m pip")
    assert not (checkout.folder / ".venv" / "half").exists()


@pytest.mark.parametrize("command", ["games", "backup", "restore", "rebuild", "export", "serve"])
def test_the_other_commands_are_passed_on(checkout: Checkout, command: str) -> None:
    """They run with the Python of .venv."""
    checkout.run(command, "an argument")
    assert checkout.asked("-m scorekeeper") == [f"-P -m scorekeeper {command} an argument"]


def test_without_python_it_says_how_to_install_it(checkout: Checkout) -> None:
    """For Debian, Fedora or macOS, or for all if the system is unknown."""
    for said in (checkout.run(OLD="1"), (checkout.python.unlink(), checkout.run())[1]):
        assert said.returncode == 1
        assert "needs Python 3.11 or newer" in said.stderr
        assert "install" in said.stderr
        assert said.stderr.count("\n") == 1


def test_without_venv_it_says_how_to_install_it(checkout: Checkout) -> None:
    """On Debian it is a separate package."""
    said = checkout.run(NO_VENV="1")
    assert said.returncode == 1
    assert said.stderr.startswith("Python’s venv is missing. To install it: ")
    assert not (checkout.folder / ".venv").exists()


def test_without_pango_it_starts_all_the_same_and_says_what_is_missing(checkout: Checkout) -> None:
    """Once at a start; commands that print no sheets do not mention it."""
    for name, script in (("uname", "echo Linux"), ("ldconfig", ":")):
        checkout.program(name, script)
    checkout.run()
    started = checkout.run("--lan")
    assert started.returncode == 0
    assert started.stderr.startswith(
        "Score sheets as PDF need pango, which is missing; all else works. To install it: "
    )
    assert "pango" in started.stderr.split("To install it:")[1]
    assert started.stderr.count("\n") == 1
    assert checkout.asked("-m scorekeeper") == ["-P -m scorekeeper serve --lan"]
    assert checkout.run("games").stderr == ""


@pytest.mark.parametrize(("arguments", "started"), [((), "serve"), (("doctor",), "doctor")])
@pytest.mark.parametrize("works", [True, False])
def test_as_root_on_debian_pango_is_installed(
    checkout: Checkout, arguments: tuple[str, ...], started: str, works: bool
) -> None:
    """If that fails, all else works: the start says what is missing, and `doctor` finds it."""
    for name, script in (("uname", "echo Linux"), ("ldconfig", ":"), ("id", "echo 0")):
        checkout.program(name, script)
    checkout.program("apt-get", f'echo "apt-get $*" >>"$LOG"; {"true" if works else "false"}')
    said = checkout.run(*arguments)
    assert said.returncode == 0
    (installed,) = checkout.asked("apt-get install")
    assert installed.endswith(" libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
    assert ("which is missing" in said.stderr) is (not works and not arguments)
    assert checkout.asked("-m scorekeeper") == [f"-P -m scorekeeper {started}"]


def test_every_file_of_ours_is_free_of_this_machine() -> None:
    """The lock files have no index URL and no path."""
    for name in ("requirements.lock", "requirements-test.lock", "pyproject.toml", "run", ".ci/run"):
        text = (ROOT / name).read_text()
        for sign in ("--index", "--find-links", "file:", "http://", "https://", "/root", "/work"):
            assert sign not in text, f"{sign} in {name}"


def test_the_locks_agree() -> None:
    """The second lock file only adds packages to the first; every package has hashes."""
    names = []
    for name in ("requirements.lock", "requirements-test.lock"):
        packages = [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith(" ")]
        assert all("==" in line and line.endswith("\\") for line in packages)
        names.append({line.partition("==")[0] for line in packages})
    assert not names[0] & names[1]
    assert "flask" in names[0]
    assert "pytest" in names[1]


def test_ci_runs_what_developers_run() -> None:
    """It runs nothing else."""
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("exec ./run test")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert os.access(ROOT / "run", os.X_OK)


def test_the_tests_say_which_programs_they_miss(checkout: Checkout) -> None:
    """All of them in one message; without root nothing is installed."""
    for name, script in (("uname", "echo Linux"), ("id", "echo 1000"), ("ldconfig", ":")):
        checkout.program(name, script)
    said = checkout.run("test")
    assert said.returncode == 1
    assert said.stderr.startswith("The tests need programs that are missing. To install them: ")
    for package in ("chromium", "postgresql", "pango", "webkit2gtk-driver", "xvfb"):
        assert package in said.stderr.casefold()
    assert not checkout.asked("-m pip")


SENTENCES = catalogues.sentences_of_run()


def test_its_sentences_are_such_as_awk_finds() -> None:
    """With nothing that a catalogue escapes, and with one value at most."""
    assert len(SENTENCES) > 15
    assert not [each for each in SENTENCES if "\\" in each or '"' in each or each.count("{") > 1]


def test_nothing_that_players_see_is_only_english(checkout: Checkout) -> None:
    """Every sentence is looked up: with a catalogue that puts each into brackets, nothing stands outside of them."""
    marked = Catalog("xx")
    for sentence in SENTENCES:
        marked.add(sentence, f"[{sentence}]")
    file = checkout.folder / "translations" / "xx" / catalogues.PO
    file.parent.mkdir(parents=True)
    with file.open("wb") as lines:
        write_po(lines, marked)
    for name, script in (("uname", "echo Linux"), ("ldconfig", ":"), ("dnf", ":")):
        checkout.program(name, script)
    checkout.broken.write_text("")
    failures = [checkout.run(LANG="xx_YY.UTF-8", **{cause: "1"}) for cause in ("OLD", "NO_VENV", "NONE")]
    assert [said.returncode for said in failures] == [1, 1, 1]
    for name, script in (("id", "echo 0"), ("apt-get", ":")):
        checkout.program(name, script)
    failures.append(checkout.run(LANG="xx"))
    lines_said = [line for said in failures for line in said.stderr.splitlines()]
    helped = checkout.run("--help", LANG="xx").stdout
    lines_said += [line[27:] if line.startswith("  ") else line for line in helped.splitlines() if line]
    assert [line for line in lines_said if not (line.startswith("[") and line.endswith("]"))] == []
    seen = {line.partition("{")[0] for line in SENTENCES if f"[{line.partition('{')[0]}" in "".join(lines_said)}
    assert {line.partition("{")[0] for line in SENTENCES} - seen == {"Python could not make "}


@pytest.mark.parametrize(
    ("arguments", "environ", "language"),
    [
        (("--lang", "cs"), {"LANG": "de_DE.UTF-8"}, "cs"),
        (("--lang=is",), {}, "is"),
        ((), {"LANG": "da_DK.UTF-8"}, "da"),
        ((), {"LANG": "da_DK.UTF-8", "LC_MESSAGES": "de_AT"}, "de"),
        ((), {"LC_MESSAGES": "de_AT", "LC_ALL": "no_NO.UTF-8"}, "nb"),
        ((), {"LC_ALL": "en_GB.UTF-8", "LANGUAGE": "nn:en"}, "nb"),
        ((), {"LANGUAGE": "xx:fi_FI:da_DK.UTF-8:de"}, "da"),
        ((), {"LANGUAGE": "xx:no"}, "nb"),
        ((), {"LANGUAGE": "en_GB:en:da"}, "en"),
        ((), {"LANG": "C.UTF-8"}, "en"),
        ((), {"LANG": "../de"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment_or_of_lang(
    checkout: Checkout, arguments: tuple[str, ...], environ: dict[str, str], language: str
) -> None:
    """As for the commands, which get it in the environment."""
    shutil.copytree(ROOT / "translations", checkout.folder / "translations", ignore=shutil.ignore_patterns("*.mo"))
    (sentence,) = (each for each in SENTENCES if each.startswith("Installing what"))
    if language == "en":
        wanted = sentence
    else:
        found = catalogues.read(ROOT / "translations" / language / catalogues.PO).get(sentence)
        assert found
        wanted = str(found.string)
        assert wanted != sentence
    assert wanted in checkout.run(*arguments, "games", **environ).stderr
    assert checkout.asked("-m scorekeeper") == ["-P -m scorekeeper games"]


def test_with_an_unknown_system_and_no_awk_it_is_english(checkout: Checkout) -> None:
    (checkout.programs / "awk").unlink()
    assert "Installing what" in checkout.run("--lang", "da").stderr
