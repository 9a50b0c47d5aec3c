"""Every check of `advisor check` is seen to fail: a sound little house is broken in one place at a time."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import advisor
from advisor.workshop.check import check

LAW = """law: 54
edition: 2017
from: 2017-09-25
checked: 2026-11-21
paragraphs:
  54A: {el: "ο εκτελεστής μπορεί να απλώσει", en: "declarer may spread", see: [54B]}
  54B: {el: "ο εκτελεστής μπορεί να δεχτεί", en: "declarer may accept"}
"""
TABLE = """irregularity: opening_lead
law: 54
kind: incident
phase: play
asks:
  accepted: [yes, no]
  seen: {values: [yes, no], presume: no}
impossible: []
rows:
  - {id: takes, law: 54B, when: {accepted: yes, seen: no}, then: [go_on]}
  - {id: refuses, law: 54A, when: {accepted: no, seen: no}, then: [stay]}
exceptions:
  - {id: saw, law: 54B, when: {seen: yes}, then: [go_on]}
neighbours: [{not: opening_lead, because: stay}]
points: [{id: trumped, heard: [ruff], fact: accepted, to: yes, say: go_on, outweighs: [trumped]}]
switches: [face_up]
checked: 2026-11-21
"""
ASKED = TABLE[TABLE.index("kind: incident") : TABLE.index(", when: {accepted: yes")]
LINES = """go_on: {el: "Συνεχίστε.", en: "Go on."}
stay: {el: "Μείνετε.", en: "Stay."}
"""
FACTS = """accepted:
  ask: {el: "Το δέχτηκε;", en: "Accepted?"}
  values: {yes: {el: "ναι", en: "yes"}, no: {el: "όχι", en: "no"}}
seen:
  ask: {el: "Φάνηκε;", en: "Seen?"}
  values: {yes: {el: "ναι", en: "yes"}, no: {el: "όχι", en: "no"}}
"""
NAMES = """opening_lead: {el: "Αντάμ", en: "Opening lead"}
"""
CONCEPTS = """lead:
  means: to lead to a trick
  never: [follow]
  el: {say: έξοδος, hear: [έξοδος]}
  en: {say: lead, hear: [lead]}
follow:
  means: to follow suit
  never: [lead]
  el: {say: ακολουθώ, hear: [ακολούθησε]}
  en: {say: follow, hear: [follow]}
"""
SWITCHES = """switches:
  face_up: {law: 54A, values: [no, yes], default: no, el: "ανοικτό αντάμ", en: "faced lead",
    says: {yes: {el: "ισχύει", en: "it holds"}}}
values:
  no: {el: "όχι", en: "no"}
  yes: {el: "ναι", en: "yes"}
profiles:
  neutral: {name: {el: "Κώδικας", en: "Code"}, values: {}}
"""
INCIDENT = """- incident: {name}
  source: written for this project
  truth: {{irregularity: opening_lead, accepted: {accepted}, seen: {seen}}}
  precedent: {{el: "Έτσι.", en: "So.", points: [trumped]}}
  tellings:
  - {{lang: el, style: el, text: "βγήκε η Δύση {name}", proof: {{irregularity: "βγήκε η Δύση"}}, open: [mood]}}
  - {{lang: en, style: en, text: "West led {name}", proof: {{irregularity: "West led"}}}}
"""
LINE = (
    '{"incident": "line0", "truth": {"accepted": "no", "seen": "no"}, "lang": "en", "style": "en", '
    '"text": "West led, they say no", "proof": {"irregularity": "West led"}, "open": ["mood"]}\n'
)
FILES = {
    "laws/2017/law_54.yaml": LAW,
    "laws/2017/tables/54_opening_lead.yaml": TABLE,
    "laws/authorities.yaml": SWITCHES,
    "lexicon/lines/law_54.yaml": LINES,
    "lexicon/facts/law_54.yaml": FACTS,
    "lexicon/irregularities/law_54.yaml": NAMES,
    "lexicon/concepts/play.yaml": CONCEPTS,
    "lexicon/concepts/more.yaml": (
        "ruff:\n  means: to trump\n  el: {say: κόβω, hear: [έκοψε]}\n  en: {say: ruff, hear: [ruffed]}\n"
    ),
}
LONE = """irregularity: lonely_lead
law: 54
kind: incident
phase: play
asks: {}
rows: [{id: lonely, law: 54A, when: {}, then: [stay]}]
checked: 2026-11-21
"""
TOGETHER = """pairs:
  lead_and_ruff:
    heard: [[lead], [ruff]]
    handle: [[opening_lead], [closing_lead]]
    how: [stay]
    neighbours: [{not: opening_lead, because: stay}]
"""
for _i, (_accepted, _seen) in enumerate([("yes", "no"), ("no", "no"), ("yes", "yes")] * 2):
    FILES[f"corpus/cases/54/case{_i}.yaml"] = INCIDENT.format(name=f"case{_i}", accepted=_accepted, seen=_seen)
FILES["corpus/tellings/54/opening_lead.jsonl"] = LINE

# One break for each code: the file (or files, by a pattern), what is replaced in it, and by what; nothing replaced is a new file.
BREAKS = {
    "YAML1": ("lexicon/lines/law_54.yaml", "Go on.", 'Go: "on'),
    "YAML2": ("lexicon/lines/law_54.yaml", "stay:", "go_on:"),
    "DATA2": ("lexicon/lines/law_54.yaml", LINES, "- go_on"),
    "DATA1": ("laws/2017/tables/54_opening_lead.yaml", "kind: incident", "kind: accident"),
    "LAW01": ("laws/2017/tables/54_lonely_lead.yaml", "", LONE.replace("lonely_lead", "opening_lead")),
    "LAW10": ("laws/2017/tables/54_opening_lead.yaml", "id: refuses", "id: takes"),
    "LAW11": (
        "laws/2017/tables/54_opening_lead.yaml",
        "{accepted: no, seen: no}, then: [stay]",
        "{accepted: no, seen: yes}, then: [stay]",
    ),
    "LAW12": ("laws/2017/tables/54_opening_lead.yaml", "when: {accepted: no, seen: no}", "when: {seen: no}"),
    "LAW13": ("laws/2017/tables/54_opening_lead.yaml", "impossible: []", "impossible: [{seen: yes}]"),
    "LAW14": ("laws/2017/tables/54_opening_lead.yaml", "asks:", "asks:\n  idle: [yes, no]"),
    "LAW15": ("laws/2017/tables/54_opening_lead.yaml", "exceptions:", "exceptions:\n  - {id: two, law: 54A, when: {seen: yes}}"),
    "LAW17": ("laws/2017/tables/54_opening_lead.yaml", "when: {seen: yes}", "when: {sean: yes}"),
    "LAW18": ("laws/2017/tables/54_opening_lead.yaml", "when: {seen: yes}", "when: {seen: perhaps}"),
    "LAW19": (
        "laws/2017/tables/54_opening_lead.yaml",
        "asks:",
        "asks:" + "".join(f"\n  idle{n}: [yes, no]" for n in range(13)),
    ),
    "LAW20": ("laws/2017/law_54.yaml", "see: [54B]", "see: [54Z]"),
    "LAW21": ("laws/2017/tables/54_opening_lead.yaml", "kind: incident", "kind: rights"),
    "LAW22": ("laws/2017/tables/54_opening_lead.yaml", "not: opening_lead", "not: closing_lead"),
    "LAW24": ("laws/2017/tables/54_opening_lead.yaml", "law: 54\nkind", "law: 53\nkind"),
    "LAW26": ("laws/2017/tables/54_opening_lead.yaml", "presume: no", "presume: perhaps"),
    "LAW27": ("laws/2017/tables/54_opening_lead.yaml", "to: yes", "to: perhaps"),
    "LAW28": ("laws/2017/tables/54_opening_lead.yaml", "outweighs: [trumped]", "outweighs: [rumped]"),
    "LAW30": ("corpus/cases/54/case3.yaml", "accepted: yes, seen: no", "accepted: yes, seen: yes"),
    "LAW31": ("corpus/cases/54/case[14].yaml", "lang: el, style: el", "lang: en, style: en"),
    "LAW32": ("laws/2017/together.yaml", "", TOGETHER),
    "LAW34": ("laws/2017/tables/54_lonely_lead.yaml", "", LONE),
    "LEX01": ("lexicon/concepts/more.yaml", "ruff:", "lead:"),
    "LEX02": ("lexicon/lines/law_54.yaml", "Μείνετε", "Mείνετε"),
    "LEX03": ("lexicon/lines/law_54.yaml", "Μείνετε.", "Stay."),
    "LEX05": ("lexicon/concepts/play.yaml", "hear: [follow]", "hear: []"),
    "LEX06": ("lexicon/concepts/play.yaml", "never: [follow]", "never: [fellow]"),
    "LEX07": ("lexicon/concepts/play.yaml", "never: [lead]", "never: []"),
    "LEX08": ("lexicon/concepts/play.yaml", "hear: [lead]", 'hear: ["(lead"]'),
    "LEX09": ("lexicon/facts/law_54.yaml", "values: {yes: {el", "values: {yes: {over: [maybe], el"),
    "LEX10": ("lexicon/irregularities/law_54.yaml", "opening_lead", "closing_lead"),
    "LEX11": ("laws/2017/tables/54_opening_lead.yaml", "then: [stay]", "then: [sit]"),
    "LEX12": ("lexicon/facts/law_54.yaml", "seen:", "sean:"),
    "LEX13": (
        "lexicon/facts/law_54.yaml",
        'values: {yes: {el: "ναι", en: "yes"}, no',
        'values: {aye: {el: "ναι", en: "yes"}, no',
    ),
    "LEX14": ("laws/2017/tables/54_opening_lead.yaml", "heard: [ruff]", "heard: [rough]"),
    "LEX15": (
        "laws/2017/tables/54_opening_lead.yaml",
        "checked:",
        "steps: [{line: stay, when: {accepted: perhaps}}]\nchecked:",
    ),
    "LEX21": ("lexicon/concepts/play.yaml", "hear: [lead]", f"hear: [lead {'a card ' * 20}]"),
    "LEX22": ("lexicon/lines/law_54.yaml", "stay:", f"# {'word ' * 201}\nstay:"),
    "LEX20": ("lexicon/lines/law_54.yaml", "stay:", 'idle: {el: "Τίποτα.", en: "Nothing."}\nstay:'),
    "AUT01": ("laws/authorities.yaml", "default: no", "default: perhaps"),
    "AUT02": ("laws/authorities.yaml", "values: {}", "values: {face_up: sideways}"),
    "AUT03": ("laws/2017/tables/54_opening_lead.yaml", "switches: [face_up]", "switches: [face_down]"),
    "AUT04": ("laws/authorities.yaml", "law: 54A", "law: 54Q"),
    "AUT05": ("laws/2017/tables/54_opening_lead.yaml", "switches: [face_up]\n", ""),
    "AUT06": ("laws/authorities.yaml", '  yes: {el: "ναι", en: "yes"}\n', ""),
    "AUT07": ("laws/2017/tables/54_opening_lead.yaml", "presume: no}", "presume: no, by: {face_up: {yes: maybe}}}"),
    "AUT08": ("laws/authorities.yaml", ',\n    says: {yes: {el: "ισχύει", en: "it holds"}}', ""),
    "AUT09": ("laws/authorities.yaml", "says: {yes:", 'says: {maybe: {el: "ίσως", en: "perhaps"}, yes:'),
    "LAW35": ("laws/2017/tables/54_opening_lead.yaml", "kind: incident", "kind: rights"),
    "LAW36": (
        "laws/2017/tables/54_opening_lead.yaml",
        ASKED,
        ASKED.replace("incident", "rights").replace("law: 54B", "law: 54B, answer: no"),
    ),
    "LAW29": ("laws/2017/tables/54_opening_lead.yaml", "kind: incident", "kind: judgement"),
    "LAW33": ("laws/2017/tables/54_lonely_lead.yaml", "", LONE.replace("kind: incident", "kind: judgement")),
    "COR01": ("corpus/cases/54/case1.yaml", "incident: case1", "incident: case0"),
    "COR02": ("corpus/cases/54/case1.yaml", "irregularity: opening_lead", "irregularity: closing_lead"),
    "COR03": ("corpus/cases/54/case1.yaml", "accepted: no", "agreed: no"),
    "COR04": ("corpus/cases/54/case1.yaml", 'irregularity: "West led"', 'irregularity: "East led"'),
    "COR05": ("corpus/cases/54/case1.yaml", "open: [mood]", "open: [seen]"),
    "COR06": ("corpus/cases/54/case1.yaml", "  precedent:", "  rulings: {2017: {row: takes}}\n  precedent:"),
    "COR08": ("corpus/cases/54/case1.yaml", "West led case1", "West led case0"),
    "COR09": ("corpus/cases/54/case1.yaml", "  precedent:", "  rulings: {2007: {row: refuses}}\n  precedent:"),
    "COR10": ("corpus/cases/54/case1.yaml", 'proof: {irregularity: "West led"}', 'proof: {mood: "West led"}'),
    "COR11": ("corpus/cases/54/case1.yaml", 'proof: {irregularity: "West led"}', "proof: {}"),
    "COR12": ("laws/2017/tables/54_opening_lead.yaml", "impossible: []", "impossible: [{accepted: no, seen: no}]"),
    "COR14": ("corpus/cases/54/case1.yaml", "  precedent:", "  rulings: {2017: {row: refuses}}\n  precedent:"),
    "COR13": ("corpus/cases/54/case1.yaml", "points: [trumped]", "points: [rumped]"),
}


# Faults of a kind that another break shows as well, in files of their own.
ALSO = {
    "LEX02": ("lexicon/specifics.yaml", "", 'lowest: {el: "Tο χαμηλότερο.", en: "The lowest."}\n'),
    "LEX08": ("lexicon/cues.yaml", "", 'lowest: {el: ["(χαμηλό"], en: [low]}\n'),
    "LEX21": ("lexicon/cues.yaml", "", f'lowest: {{el: ["({"|".join(map(str, range(65)))})"], en: [low]}}\n'),
    "LEX11": ("laws/2017/tables/54_opening_lead.yaml", "checked:", "later: [nap]\nchecked:"),
    "LEX14": ("laws/2017/tables/54_opening_lead.yaml", "heard: [ruff]", "heard: [ruff], with: [rough]"),
    "LAW20": ("laws/2017/tables/54_opening_lead.yaml", "checked:", "see: [54Z]\nchecked:"),
    "LAW30": ("laws/2007/tables/54_opening_lead.yaml", "", TABLE.replace("checked:", "edition: 2007\nchecked:")),
    "LAW34": ("laws/2007/tables/54_lonely_lead.yaml", "", LONE.replace("checked:", "edition: 2007\nchecked:")),
    "DATA1": ("lexicon/cues.yaml", "", "lowest: {el: [low], fr: [bas]}\n"),
    "COR01": ("corpus/tellings/54/opening_lead.jsonl", "line0", "case0"),
    "COR03": ("corpus/tellings/54/opening_lead.jsonl", '"accepted"', '"agreed"'),
    "COR04": ("corpus/tellings/54/opening_lead.jsonl", '"proof": {"irregularity": "West', '"proof": {"irregularity": "East'),
    "COR05": ("corpus/tellings/54/opening_lead.jsonl", '["mood"]', '["seen"]'),
    "COR08": ("corpus/tellings/54/opening_lead.jsonl", "West led, they say no", "West led case0"),
    "DATA2": ("corpus/cases/54/lone.yaml", "", "incident: alone\n"),
    "YAML2": ("lexicon/specifics.yaml", "", 'low: {el: "Το.", en: "It."}\nlow: {el: "Το.", en: "It."}\n'),
}
CODE = re.compile(r'"((?:YAML|DATA|LAW|LEX|AUT|COR)[0-9]{1,2})"')


def build(root: Path, broken: tuple[str, str, str] | None = None) -> list[str]:
    """The codes of the findings of the little house, broken in one place if told."""
    files = dict(FILES)
    if broken:
        place, old, new = broken
        for name in [name for name in files if fnmatch(name, place)] if old else ():
            assert old in files[name], "the break does not occur in the file"
            files[name] = files[name].replace(old, new)
        if not old:
            files[place] = new
        assert files != FILES, "nothing is broken"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    found = check(laws=root / "laws", lexicon_root=root / "lexicon", corpus_root=root / "corpus")
    return [f.code for f in found]


def test_the_sound_house_is_clean(tmp_path: Path) -> None:
    """Nothing is found where nothing is wrong."""
    assert build(tmp_path) == []


@pytest.mark.parametrize("code", BREAKS)
def test_each_check_fails_on_broken_data(code: str, tmp_path: Path) -> None:
    """One break, and the check that is meant to see it sees it."""
    assert code in build(tmp_path, BREAKS[code])


@pytest.mark.parametrize("code", ALSO)
def test_the_same_fault_in_another_file_is_seen(code: str, tmp_path: Path) -> None:
    """Words of computed sentences, cues and further lists of a table are checked like the rest."""
    assert code in build(tmp_path, ALSO[code])


def test_every_code_has_a_break() -> None:
    """A check that nobody has seen to fail proves nothing: the codes in the code are those of the breaks."""
    sources = Path(advisor.__file__).parent.rglob("*.py")
    assert {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))} == set(BREAKS)


def test_a_finding_tells_file_line_and_mend(tmp_path: Path) -> None:
    """A finding is one a person can act on: code, file, line, what, mend."""
    build(tmp_path, BREAKS["LAW12"])
    found = check(laws=tmp_path / "laws", lexicon_root=tmp_path / "lexicon", corpus_root=tmp_path / "corpus")
    finding = next(f for f in found if f.code == "LAW12")

    assert finding.path.endswith("54_opening_lead.yaml")
    assert finding.line > 1
    assert "'takes' and 'refuses'" in finding.what
    assert finding.mend


@pytest.mark.parametrize("broken", [LINE.replace("}", "", 1), LINE.replace('"truth"', '"tale"'), LINE.replace('"en"', '"fr"', 1)])
def test_a_line_that_is_no_telling_is_named(broken: str, tmp_path: Path) -> None:
    """Of a file of tellings the very line is told."""
    build(tmp_path, ("corpus/tellings/54/opening_lead.jsonl", LINE, LINE + broken.replace("line0", "line1")))
    found = check(laws=tmp_path / "laws", lexicon_root=tmp_path / "lexicon", corpus_root=tmp_path / "corpus")

    assert [(finding.code, finding.line) for finding in found] == [("DATA1", 2)]
