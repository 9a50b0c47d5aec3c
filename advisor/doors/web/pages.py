"""The pages, made by the readers: plain values in, HTML out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from advisor.doors.web import assets, charts, work
from advisor.doors.web.house import (
    PHASES,
    Reply,
    State,
    Words,
    at_table,
    begin,
    consulted,
    editions,
    find_citations,
    law_number,
    laws,
    lookup,
    paths,
    tables,
)
from advisor.doors.web.texts import LANGUAGES, SIGNS, Lang, Texts
from advisor.doors.web.view import screen

_TEMPLATES = Path(__file__).parent / "templates"
_EXAMPLES = 3
_SUITS = {sign: suit for suit, sign in SIGNS.items()}
_SIGN = re.compile(r"([♠♥♦♣])(?=(\w?))")
_FOUND = 20


@lru_cache(maxsize=1)
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["signs"] = signs
    return made


def signs(text: str, texts: Texts) -> Markup:
    """The text with the suits in their colours, and by name for those who listen."""

    def shown(found: re.Match[str]) -> str:
        suit, room = _SUITS[found[1]], " " if found[2] else ""
        named = f'<span class="said"> {texts(f"suit_{suit}")}{room}</span>'
        return f'<span class="suit suit-{suit.lower()}"><span aria-hidden="true">{found[1]}</span>{named}</span>'

    return Markup(_SIGN.sub(shown, str(Markup.escape(text))))


class Site:
    """What every template knows: its language, its texts, and how addresses are made."""

    def __init__(self, lang: Lang, root: str) -> None:
        self.lang, self.root, self.t, self.words = lang, root, Texts(lang), Words(lang)

    def url(self, *parts: str, lang: str = "") -> str:
        """The address of a page in a language (this one's)."""
        return "/".join([self.root, lang or self.lang, *(quote(part, safe="") for part in parts)])

    def asset(self, name: str) -> str:
        """The address of a static file; it changes with the file."""
        return f"{self.root}/static/{assets.stamp()}/{name}"

    def rich(self, line: str, lang: str = "") -> Markup:
        """A line with its citations as links and its suits in colours."""
        texts = Texts("el" if (lang or self.lang) == "el" else "en")
        out, at = Markup(), 0
        for start, end, ref in find_citations(line):
            link = Markup('<a href="{}">{}</a>').format(self.url("law", ref), line[start:end])
            out, at = out + signs(line[at:start], texts) + link, end
        return out + signs(line[at:], texts)

    def page(self, template: str, **values: Any) -> str:
        """A template filled."""
        other = next(lang for lang in LANGUAGES if lang != self.lang)
        shared = {"site": self, "t": self.t, "words": self.words, "lang": self.lang, "other": other, "about": _about()}
        return _templates().get_template(template).render(**shared, **values)


@lru_cache(maxsize=1)
def _about() -> Mapping[str, str]:
    return {"edition": paths.EDITION, "data": work.data_key(), "version": assets.version(), "build": assets.build()}


@work.told
def home(url: str, lang: Lang, root: str, conversation: str) -> str:
    """The first screen, or the conversation as it stands."""
    state, reply = _stands(url, conversation)
    return _home(Site(lang, root), state, reply)


def _stands(url: str, conversation: str) -> tuple[State, Reply | None]:
    """Where a conversation stands, with its last reply."""
    here = work.book(url)
    state = here.state(conversation) if work.ours(conversation) else None
    turns = here.turns(conversation) if state is not None else ()
    if state is None or not turns:
        return begin(), None
    return state, here.turn(conversation, turns[-1].text, turns[-1].id)


def _home(site: Site, state: State, reply: Reply | None, **more: Any) -> str:
    examples = [site.words.frame(f"talk_example_{number}") for number in range(1, _EXAMPLES + 1)]
    return site.page("home.html", shown=screen(state, reply), examples=examples, state=state, **more)


@work.told
def say(url: str, lang: Lang, root: str, conversation: str, said: tuple[str, ...], message: str, part: bool) -> str:
    """Take one message (or several, one after the other); the answer alone when only a part of the page is wanted."""
    here = work.book(url)
    reply: Reply | None = None
    for number, text in enumerate(said):
        reply = here.turn(conversation, text, f"{message}.{number}" if message and number else message)
    state = here.state(conversation) or begin()
    site = Site(lang, root)
    return site.page("answer.html", shown=screen(state, reply), state=state) if part else _home(site, state, reply)


@work.told
def table_view(url: str, lang: Lang, root: str, conversation: str) -> str:
    """What may be laid before the players."""
    state, _ = _stands(url, conversation)
    found = consulted(state) if state.irregularity else None
    lines = at_table.players_view(state, found).text.splitlines() if found is not None and found.ruled is not None else []
    return Site(lang, root).page("table.html", lines=lines, speaks=state.speaks)


@work.told
def situations(lang: Lang, root: str) -> str:
    """Every situation that has a table, by phase."""
    site = Site(lang, root)
    listed = [(phase, site.words.frame(f"talk_phase_{phase}"), _of_phase(site, phase)) for phase in PHASES]
    return site.page("situations.html", phases=listed)


def _of_phase(site: Site, phase: str) -> list[tuple[int, str, str, bool]]:
    """(law, id, name, whether it is a right) of each situation of a phase, in the order of the laws."""
    every = tables(paths.EDITION).items()
    return sorted(
        (int(law_number(str(data["law"]))), name, site.words.irregularity(name), data["kind"] == "rights")
        for name, data in every
        if data["phase"] == phase
    )


@work.told
def law_list(lang: Lang, root: str) -> str:
    """All laws by number."""
    site = Site(lang, root)
    return site.page("laws.html", laws=[(number, site.words.title(number)) for number in _numbers()], found=None, sought="")


@work.told
def found(lang: Lang, root: str, sought: str) -> str:
    """What fits the words looked for."""
    site = Site(lang, root)
    told = lookup.find(sought, paths.EDITION, _FOUND) if sought.strip() else []
    listed = [(ref, greek if lang == "el" else english) for ref, english, greek in told]
    return site.page("laws.html", laws=[], found=listed, sought=sought)


def _numbers() -> list[str]:
    return sorted(laws(paths.EDITION), key=int)


@work.told
def law(lang: Lang, root: str, ref: str) -> str:
    """A law with the paragraph that was meant marked, its neighbours and its charts."""
    site = Site(lang, root)
    wanted = lookup.reference(ref)
    lookup.law(wanted)
    number = law_number(wanted)
    data, numbers = lookup.law(number), _numbers()
    at = numbers.index(number)
    near = lookup.law(wanted)["see"]
    return site.page(
        "law.html",
        wanted=wanted,
        number=number,
        data=data,
        near=near,
        before=numbers[at - 1] if at else "",
        after=numbers[at + 1] if at + 1 < len(numbers) else "",
        charted=[(name, site.words.irregularity(name)) for name in data["tables"]],
    )


@work.told
def chart(lang: Lang, root: str, name: str, alone: bool) -> str:
    """The decision chart of a table: a page to print, or (`alone`) the picture itself."""
    found = charts.held(name)
    picture = charts.chart(found, lang, alone=alone)
    if alone:
        return picture
    site = Site(lang, root)
    return site.page("chart.html", name=name, title=site.words.irregularity(name), law=found.law, picture=Markup(picture))


@work.told
def failed(lang: Lang, root: str, title: str, detail: str) -> str:
    """A page that says what went wrong."""
    return Site(lang, root).page("failed.html", title=title, detail=detail)


@work.told
def offline(lang: Lang, root: str) -> str:
    """The page that is shown without signal; the script fills it."""
    return Site(lang, root).page("offline.html", editions=editions())
