"""The wheel is whole: installed in an empty environment it answers from its own compiled data and never looks back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
# Budgets (design, section 6), in bytes: the wheel, the package as it is installed, and all it needs together.
MOST_WHEEL, MOST_PACKAGE, MOST_ALL = 20_000_000, 50_000_000, 400_000_000
# Answers one text while every opened file is noted, and prints the files of the checkout among them.
SPY = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from advisor import advise
from advisor.base import paths
assert advise("West led out of turn").laws
print(paths.PACKAGE)
print(*[name for name in opened if name.startswith(sys.argv[1])], sep="\\n")
"""


def run(*command: str | Path, at: Path, text: str = "", more: tuple[str, ...] = ()) -> str:
    """Standard output of a command run in the folder `at`, with nothing of this test's environment but the path (and `more`)."""
    home = at / "home"
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name == "PATH" or "PROXY" in name.upper() or "CERT" in name}
    kept |= {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name in ("LANG", *more)}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=at,
        env=kept | {"HOME": str(home), "TMPDIR": str(at), "PYTHONUTF8": "1"},
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout with the tools of this environment (and its compiled data, where it has a cache)."""
    target = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        target,
        CHECKOUT,
        at=target,
        more=("ADVISOR_CACHE",),
    )
    return next(target.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel and what it needs, and nothing else."""
    root = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", root / "venv", at=root)  # this environment's pip installs there
    pip = (sys.executable, "-m", "pip", "--python", root / "venv/bin/python", "install", "--quiet")
    run(*pip, "--disable-pip-version-check", "-c", CHECKOUT / "constraints.txt", wheel, at=root)
    return root / "venv"


@pytest.mark.parametrize(
    "part",
    [
        "advisor/laws/2017/law_27",
        "advisor/laws/authorities",
        "advisor/_data/lexicon/say",
        "advisor/_data/lexicon/concepts/people/dummy",
        "advisor/_data/compiled/reading",
        "advisor/_data/compiled/web",
        "advisor/_data/lexicon/web/page",
        "advisor/doors/web/static/app",
        "advisor/doors/web/templates/base",
        "advisor/_data/compiled/tables_2017",
        "advisor/_data/compiled/judge_signs",
        "advisor/_data/compiled/judge_raw",
        "advisor/_data/compiled/evidence",
        "advisor/_data/compiled/calibration",
        "advisor/_data/compiled/precedents",
        "advisor/_data/compiled/coverage",
    ],
)
def test_the_wheel_holds_words_laws_and_compiled_data(wheel: Path, part: str) -> None:
    """Lexicon, lawbook, and what is compiled of them, of the weights and of the precedents are inside."""
    with zipfile.ZipFile(wheel) as archive:
        names = {str(Path(name).with_suffix("")) for name in archive.namelist()}

    assert part in names


def test_what_answering_does_not_need_stays_behind(wheel: Path) -> None:
    """No telling of the corpus, no packed weights (they are inside unpacked), no tests."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        precedents = archive.read("advisor/_data/compiled/precedents.bin")

    assert [name for name in names if name.endswith((".jsonl", ".npz")) or "corpus/cases" in name or "tests/" in name] == []
    assert len(precedents) > 10_000


def test_every_data_file_of_the_checkout_is_inside(wheel: Path) -> None:
    """No law or word is left behind."""
    with zipfile.ZipFile(wheel) as archive:
        names = {Path(name).name for name in archive.namelist()}
    files = {path.name for root in ("lexicon", "advisor/laws") for path in (CHECKOUT / root).rglob("*.yaml")}

    assert files - names == set()


@pytest.mark.parametrize(
    ("told", "law"),
    [
        ("West led face up but it was East's opening lead. Dummy has not come down.", "Law 54"),
        ("Βγήκε η Δύση ανοιχτά, το αντάμ ήταν της Ανατολής, ο μορ δεν έχει κατέβει.", "Νόμος 54"),
    ],
)
def test_it_answers_in_both_languages(installed: Path, tmp_path: Path, told: str, law: str) -> None:
    """`advisor ask`, from another folder."""
    answer = run(installed / "bin/advisor", "ask", told, at=tmp_path)

    assert any(line.startswith(law) for line in answer.splitlines()[:2])


def test_it_shows_a_law(installed: Path, tmp_path: Path) -> None:
    """`advisor law 27B`, both languages."""
    shown = run(installed / "bin/advisor", "law", "27B", at=tmp_path)

    assert "Νόμος 27." in shown
    assert "27B1(a)" in shown


def test_it_answers_a_batch(installed: Path, tmp_path: Path) -> None:
    """`advisor batch -`: one line out for one line in."""
    lines = [json.dumps({"id": i, "text": text}) for i, text in enumerate(["East revoked", "ρενόνς", ""])]

    told = run(installed / "bin/advisor", "batch", "-", at=tmp_path, text="\n".join(lines))
    out = [json.loads(line) for line in told.splitlines()]

    assert [line["id"] for line in out] == [0, 1, 2]
    assert ["error" in line for line in out] == [False, False, True]


def test_nothing_of_the_checkout_is_read(installed: Path, tmp_path: Path) -> None:
    """Code and data come from the environment: no file of the checkout is opened, and nothing is compiled anew."""
    package, *strange = run(installed / "bin/python", "-c", SPY, CHECKOUT, at=tmp_path).split()

    assert Path(package).is_relative_to(installed.resolve())
    assert strange == []
    assert list((tmp_path / "home").rglob("bridge-ruling-advisor")) == []


@pytest.mark.parametrize(
    ("command", "told"), [(("coverage",), "total"), (("--version",), "advisor"), (("forms", "revoke"), "revoke")]
)
def test_what_needs_no_corpus_works(installed: Path, tmp_path: Path, command: tuple[str, ...], told: str) -> None:
    """What was counted when the data were compiled is there without what it was counted in."""
    assert told in run(installed / "bin/advisor", *command, at=tmp_path)


def test_it_does_not_fit(installed: Path, tmp_path: Path) -> None:
    """The maintainer's command says where it works."""
    done = subprocess.run([installed / "bin/advisor", "fit"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "clone" in done.stderr


def test_it_is_not_too_big(wheel: Path, installed: Path) -> None:
    """The wheel, the package with its bytecode, and the core with all it needs (the bytecode apart) stay within their budgets."""

    def size(root: Path, but: str = "") -> int:
        files = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
        return sum(path.stat().st_size for path in files if path.suffix != but)

    [package] = installed.glob("lib/python*/site-packages/advisor")

    assert wheel.stat().st_size <= MOST_WHEEL
    assert size(package) <= MOST_PACKAGE
    assert list(package.rglob("*.pyc"))
    assert size(installed, ".pyc") <= MOST_ALL
