"""What a phone takes along: the lawbook, its tables and texts in one language, and the list of files that it keeps."""

from __future__ import annotations

import base64
import gzip
import json
from functools import lru_cache
from typing import Any

from advisor.doors.web import assets, work
from advisor.doors.web.house import PHASES, Table, Words, laws, lineage, lookup, paths, regulated, row_lines, table, tables
from advisor.doors.web.pages import Site
from advisor.doors.web.texts import LANGUAGES, Lang, Texts

_LISTS = ("meanwhile", "steps", "never_say", "later", "tests", "collect")
_FRAMES = (
    *("law", "judgement", "at_the_table", "tests", "collect", "never_say", "later", "if_wrong", "neighbours", "presumed", "also"),
    *("answer_yes", "answer_no", "answer_only_when", "talk_unknown_then", "edition"),
)
_TEXTS = (
    *("situations", "laws", "rights", "find", "find_label", "find_none", "unknown", "start_over", "answers_so_far"),
    *(
        "change_answer",
        "leads_where",
        "question",
        "offline",
        "offline_lead",
        "kept",
        "sent",
        "neighbours",
        "federation",
        "details",
    ),
    *("what_happened", "ask_button", "law_word", "data", "looks_like", "charts", "chart_presumed", "chart_see"),
)


@work.told
def exported(lang: Lang) -> str:
    """Everything that is said and decided without signal, in one language, as JSON."""
    return _exported(lang)


@work.told
def packed(lang: Lang) -> str:
    """The same, packed once (gzip) and written in letters (base 85): so it is handed over by the readers."""
    return _packed(lang)


@lru_cache(maxsize=2)
def _packed(lang: Lang) -> str:
    return base64.b85encode(gzip.compress(_exported(lang).encode(), 9, mtime=0)).decode()


@lru_cache(maxsize=2)
def _exported(lang: Lang) -> str:
    words, texts = Words(lang), Texts(lang)
    every = {name: found for name in tables(paths.EDITION) if (found := table(paths.EDITION, name)) is not None}
    facts = dict.fromkeys(fact for found in every.values() for fact in found.asks)
    told: dict[str, Any] = {
        "lang": lang,
        "edition": paths.EDITION,
        "data": work.data_key(),
        "tables": {name: exported_table(found, words) for name, found in every.items()},
        "facts": {fact: _fact(fact, every, words) for fact in facts},
        "laws": {number: _law(number, lang) for number in sorted(laws(paths.EDITION), key=int)},
        "phases": {phase: words.frame(f"talk_phase_{phase}") for phase in PHASES},
        "frames": {name: words.frame(name, edition=paths.EDITION) for name in _FRAMES},
        "texts": {name: texts(name) for name in _TEXTS},
        "refs": {ref: words.ref(ref) for ref in sorted(_refs(every))},
        "lines": {line: words.line(line) for line in sorted(_lines(every))},
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def exported_table(found: Table, words: Words) -> dict[str, Any]:
    """A table as the script evaluates it. What an option of the authority decides is settled here, as the Laws leave it."""
    options = regulated(found, words.switches)
    data: dict[str, Any] = {
        "name": words.irregularity(found.irregularity),
        "law": found.law,
        "kind": found.kind,
        "phase": found.phase,
        "asks": {
            fact: ask.model_dump(include={"values", "presume", "otherwise", "until", "unless"})
            for fact, ask in found.asks.items()
        },
        "impossible": found.impossible,
        "rows": [_row(row, words) for row in found.rows],
        "exceptions": [_row(row, words) for row in found.exceptions],
        "see": found.see,
        "decided": dict(options.decided),
        "doubtful": sorted(options.doubtful),
        "neighbours": [[n.not_, words.irregularity(n.not_), n.because] for n in found.neighbours],
    }
    data |= {name: value for name in ("asked", "if_wrong") if (value := getattr(found, name))}
    return data | {name: [_entry(each) for each in getattr(found, name)] for name in _LISTS if getattr(found, name)}


def _entry(entry: Any) -> dict[str, Any]:
    """A line with what it needs and what makes it needless."""
    return {name: value for name in ("line", "when", "unless") if (value := getattr(entry, name))}


def _row(row: Any, words: Words) -> dict[str, Any]:
    data = {"id": row.id, "law": row.law, "when": row.when, "then": row.then, "see": row.see, "answer": row.answer}
    verdict = len(row_lines(row, words)) > len(row.then)
    return {name: value for name, value in data.items() if value} | ({"verdict": True} if verdict else {})


def _fact(fact: str, every: dict[str, Table], words: Words) -> dict[str, Any]:
    values = dict.fromkeys(v for found in every.values() if fact in found.asks for v in found.asks[fact].values)
    return {"ask": words.ask(fact), "values": {value: words.value(fact, value) for value in values}}


def _law(number: str, lang: Lang) -> dict[str, Any]:
    data = lookup.law(number)
    paragraphs = {ref: text[lang] for ref, text in data["paragraphs"].items()}
    return {
        "title": data["title"][lang],
        "from": data["from"],
        "link": data["link"],
        "paragraphs": paragraphs,
        "see": data["see"],
    }


def _refs(every: dict[str, Table]) -> set[str]:
    found = {ref for t in every.values() for row in t.all_rows() for ref in (row.law, *row.see)}
    found |= {ref for t in every.values() for ref in (t.law, *t.see)}
    for number in laws(paths.EDITION):
        data = lookup.law(number)
        found |= {*data["paragraphs"], *data["see"], number}
    return {above for ref in found for above in lineage(ref)}


def _lines(every: dict[str, Table]) -> set[str]:
    found = {line for t in every.values() for row in t.all_rows() for line in row.then}
    for each in every.values():
        found |= {entry.line for name in _LISTS for entry in getattr(each, name)} | {n.because for n in each.neighbours}
        found |= {*each.if_wrong, *filter(None, (each.asked,))}
    return found


def kept(root: str) -> list[str]:
    """The addresses that a phone keeps: the page for no signal, its files, the data, in both languages."""
    sites = [Site(lang, root) for lang in LANGUAGES]
    files = sorted(path.name for path in assets.STATIC.iterdir() if path.suffix in assets.TYPES and path.name != "sw.js")
    pages = [site.url("offline") for site in sites]
    data = [f"{root}/offline/{work.data_key()}/{name}.json" for name in (*LANGUAGES, "guess")]
    return [*pages, *data, *(sites[0].asset(name) for name in files)]


def worker(root: str) -> str:
    """The service worker's script: what it keeps, and under which name."""
    name = f"advisor-{assets.build()}-{work.data_key()}"
    told = json.dumps({"name": name, "root": root, "kept": kept(root)})
    script = (assets.content("sw.js") or b"").decode("utf-8")
    return f"const KEPT = {told};\n{script}"


def manifest(site: Site) -> dict[str, Any]:
    """The web app manifest in a language."""
    name = site.t("name")
    icons = [{"src": site.asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)]
    return {
        "name": name,
        "short_name": name,
        "lang": site.lang,
        "id": f"{site.root}/",
        "start_url": site.url(),
        "scope": f"{site.root}/",
        "display": "standalone",
        "background_color": "#fbfaf6",
        "theme_color": "#1f4d3a",
        "icons": [*icons, {**icons[1], "purpose": "maskable"}],
        "shortcuts": [
            {"name": site.t("situations"), "url": site.url("situations")},
            {"name": site.t("laws"), "url": site.url("laws")},
        ],
    }
