"""Who did what, in the order of the telling: the deeds of a text, each with its doer, its object, its scope and its time.

A doer that is not told is found where grammar leaves one choice: a pronoun means the person told last, a dropped subject
the doer of the deed before, "was led by" the person after it. What is not certain stays empty; the law is not known here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from advisor.lexicon.sound import Sounds
from advisor.read.cues import Cue
from advisor.read.events import CARDS, SEAT_OF, TOLD, Event, Narrator, noted
from advisor.read.match import Mention
from advisor.read.names import in_apposition
from advisor.read.notation.reader import Notation
from advisor.read.people import believers, opinion, seated_beside, told_of_oneself
from advisor.read.scope import Span, reached
from advisor.read.small_words import SmallWords
from advisor.read.tokens import CLAUSE, SENTENCE, Token, parted

SPEAKER: Final = "speaker"
DIRECTOR: Final = "director"
PRONOUN, DROPPED, PASSIVE = "pronoun", "dropped", "passive"
_OBJECTS: Final = frozenset({"call", "call_by", "card", "suit", "rank", "holding", "trick", "contract", "auction"})
_PRONOUNS: Final = frozenset({"speaker", "other"})
_NEAR, _FAR, _ASIDE = 3, 8, 14  # tokens; the last of an aside between commas
_PHRASE, _BY, _IN_DUMMY = "deed_", "_by", "in_dummy_hand"  # cues of deeds (lexicon/cues_deeds.yaml)
_DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class Story:
    """The events in the order of the telling.

    `played` are the auctions and tricks told deed by deed, `roles` the seats whose role at the table is told, each with it.
    """

    events: tuple[Event, ...] = ()
    played: tuple[Notation, ...] = ()
    roles: tuple[tuple[str, str], ...] = ()

    def happened(self) -> tuple[int, ...]:
        """The numbers of the events in the order in which they happened, as far as before and after are told."""
        order = list(range(len(self.events)))
        for number, event in enumerate(self.events):
            here, there = order.index(number), order.index(event.to) if event.to >= 0 else -1
            late = event.when == "after" and here < there
            early = event.when == "before" and here > there >= 0
            if late or early:
                order.insert(there, order.pop(here))
        return tuple(order)

    def dump(self) -> list[dict[str, Any]]:
        """The events as plain JSON values, without what is not told; `number` is what `to` points at."""
        found: list[dict[str, Any]] = []
        for number, event in enumerate(self.events):
            told = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(event).items()}
            found.append({"number": number} | {name: v for name, v in told.items() if v not in ("", [], -1)})
        return found


@dataclass(slots=True)
class _Told:
    """What stands at the tokens of one text, while its story is told."""

    tokens: Sequence[Token]
    people: dict[int, Mention]
    places: list[int]
    objects: dict[int, Notation]
    events: list[Event]
    taken: set[int]
    spoken: Collection[int] = ()
    names: Sequence[int] = ()
    last_person: str = ""
    last_player: str = ""
    believers: Mapping[int, str] = field(default_factory=dict)


class Teller:
    """The compiled words of stories. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any], sounds: Sounds) -> None:
        self.words = SmallWords(compiled, sounds)
        self.deeds: dict[str, str] = compiled["deeds"]
        self.actors = frozenset(compiled["actors"])
        self.becomes: dict[str, dict[str, str]] = compiled["becomes"]
        self.beside: dict[str, dict[str, str]] = compiled["beside"]
        self.reporting = frozenset(compiled["reporting"])
        self.narrator = Narrator(compiled["calling"], compiled["playing"])

    def tell(
        self,
        tokens: Sequence[Token],
        senses: Sequence[str],
        mentions: Sequence[Mention],
        notation: Sequence[Notation],
        reach: Sequence[Span] = (),
        greeklish: bool = False,
        spoken: Collection[int] = (),
        cues: Sequence[Cue] = (),
        names: Collection[int] = (),
    ) -> Story:
        """The story of a text. `senses` are those of the tokens (`Reading.stems`), `reach` the spans of the scope words, `spoken`
        the tokens in quotation marks; some of the `cues` tell a deed in several words; `names` are those of nobody known."""
        told = _told(tokens, mentions, notation, self.actors, spoken)
        beside = set(seated_beside(told.places, cues))
        told.places = [place for place in told.places if place not in beside]
        told.names, told.believers = sorted(names), believers(told.people, cues)
        phrases = {cue.first: cue for cue in cues if cue.what.startswith(_PHRASE)}
        dummys = {cue.first for cue in cues if cue.what == _IN_DUMMY} if phrases else set()
        until = -1
        small = [self.words.kind(token.form, greeklish) for token in tokens]
        told.places = sorted([*told.places, *(i for i, word in enumerate(small) if word in _PRONOUNS)])
        for at, sense in enumerate(senses):
            if at <= until:
                continue
            if at in phrases:
                until = self._phrase(told, small, phrases[at], dummys)
            elif at in told.objects:
                self._notated(told, small, at)
            elif sense in self.deeds and not opinion(small, at):
                self._event(told, small, at, self._beside(tokens, senses, at))
        flags = reached(reach)
        events = [replace(event, flags=flags[event.first]) if event.first in flags else event for event in told.events]
        return Story(tuple(events), self.narrator.played(events, tokens, notation), _roles(mentions))

    def _notated(self, told: _Told, small: Sequence[str], at: int) -> None:
        """The deeds of a stretch of notation that no word before it has taken for its object."""
        since = told.events[-1].last if told.events else -1
        if since >= at:
            return
        found = noted(told.objects[at], at)[at in told.taken :] or _laid(told, small, at)
        if found:
            when, to = _time(told, small, at, since)
            told.events += [replace(found[0], when=when, to=to) if when else found[0], *found[1:]]
            told.last_person = told.last_player = found[-1].actor or told.last_person

    def _beside(self, tokens: Sequence[Token], senses: Sequence[str], at: int) -> str:
        """The deed of a token, by the words right after it or before: who takes the trick has won it («τη λεβέ την πήρε»)."""
        deed = self.deeds[senses[at]]
        turned = self.beside.get(deed, {})
        after, before = range(at + 1, min(len(tokens), at + _NEAR + 1)), range(at - 1, max(-1, at - _NEAR), -1)
        for places, edge in ((after, -1), (before, 0)) if turned else ():
            for place in places:
                if tokens[place + edge].after >= CLAUSE:
                    break
                if senses[place] in turned:
                    return turned[senses[place]]
        return deed

    def _phrase(self, told: _Told, small: Sequence[str], cue: Cue, dummys: Collection[int]) -> int:
        """A deed told in several words, and the last of these; nothing (-1) where the doer should stand behind them and does not:
        a player, or a card in dummy."""
        deed, by, _ = cue.what.removeprefix(_PHRASE).partition(_BY)
        if not by:
            doer = cue.first in told.people or small[cue.first] in _PRONOUNS  # "West trumps"
            self._event(told, small, cue.last if doer else cue.first, deed, cue.last)
            return cue.last
        for place in range(cue.last + 1, min(len(told.tokens), cue.last + _NEAR + 3)):
            if told.tokens[place - 1].after >= CLAUSE:
                break
            actor = told.people[place].name if place in told.people else "dummy" if place in dummys else ""
            if actor and actor != DIRECTOR:
                told.events.append(Event(deed, actor, TOLD, "", cue.first, place))
                told.last_person = told.last_player = actor
                return place
        return -1

    def _event(self, told: _Told, small: Sequence[str], at: int, deed: str, end: int = -1) -> None:
        """One deed told by a word, or by the words up to `end`: its doer, its object, its place in time."""
        events = told.events
        since = events[-1].last if events else -1
        actor, by = (SPEAKER, PRONOUN) if told_of_oneself(small, at) else self._doer(told, small, at, since)
        last, thing = _object(told, small, max(at, end))
        if deed == "pass" and thing.startswith("call:") and thing != "call:P":
            last, thing = at, ""  # "next passes and I pull out a double"
        deed = self.becomes.get(deed, {}).get(thing.partition(":")[0], deed)
        if deed == _DRAW:
            return  # trumps are drawn, or a card from the hand: only a call out of the box is a deed of its own
        when, to = _time(told, small, at, since)
        if actor == DIRECTOR and by == PRONOUN and thing and thing != DIRECTOR:
            actor = told.last_player  # "the director let her ... she bid 2S": no director calls or plays a card
        if actor and actor != SPEAKER:
            told.last_person = actor
            told.last_player = actor if actor != DIRECTOR else _spoken_with(told, at) or told.last_player
        events.append(Event(deed, actor, by, thing, at, last, (), when, to))

    def _doer(self, told: _Told, small: Sequence[str], at: int, since: int) -> tuple[str, str]:
        """The doer of the deed at a token, and how it was found."""
        before = _told_of_aside(told, small, at) or self._before(told, small, at, since)
        after = self._after(told, small, at)
        if after is not None and (after[1] == PASSIVE or before is None or self._parted(told, since, at)):
            return after
        by = before or _behind_by(told, small, at)
        if by is not None:
            return by
        if told.events and not _far(told.tokens, since, at):
            if any(since < name < at and not parted(told.tokens, name, at) for name in told.names):
                return "", ""  # "I lead a diamond, Lorraine throws a spade"
            named = self._named_since(told, small, since, at) or told.events[-1].actor
            return named, DROPPED if named else ""
        return "", ""

    def _named_since(self, told: _Told, small: Sequence[str], since: int, at: int) -> str:
        """The subject told since the deed before, in another sentence than the deed ("South drew his cards. Opened 1S", as Greek
        has it)."""
        places = [p for p in told.places if since < p < at and p in told.people and small[p - 1] == "subject"]
        return told.people[places[-1]].name if places else ""

    def _parted(self, told: _Told, since: int, at: int) -> bool:
        """Whether a clause ends between the last person told before a deed and the deed ("it was South's turn, but opened North",
        as Greek has it): then the subject right after the verb is its doer."""
        place = max((p for p in told.places if since < p < at), default=at)
        return any(told.tokens[i].after >= CLAUSE for i in range(place, at))

    def _before(self, told: _Told, small: Sequence[str], at: int, since: int) -> tuple[str, str] | None:
        """The person told before a deed, in its sentence and after the deed before it."""
        index = bisect_left(told.places, at) - 1
        while index >= 0 and told.places[index] > since:
            place = told.places[index]
            if at - place > _FAR or any(told.tokens[i].after >= SENTENCE for i in range(place, at)):
                return None
            if place in told.spoken and at not in told.spoken:
                index -= 1  # "thank you, partner", says North, and puts a card down: whom he speaks to does nothing
                continue
            word = small[place]
            if place and small[place - 1] == "toward":
                index -= 1  # "looked across at me and said"
                continue
            if word == "speaker":
                return SPEAKER, PRONOUN
            if word == "other":
                meant = next((told.believers[i] for i in range(place - 1, since, -1) if i in told.believers), told.last_person)
                return (meant, PRONOUN) if meant else ("", "")
            person = told.people[place]
            if not self._spoken_to(told, small, since, place) or any(small[i] == "to" for i in range(person.last + 1, at)):
                return person.name, TOLD
            index -= 1
        return None

    def _spoken_to(self, told: _Told, small: Sequence[str], since: int, place: int) -> bool:
        """Whether a person stands right after the deed before, as the one it is done to ("called the director and ...")."""
        if (
            since < 0
            or told.events[-1].deed in self.reporting
            or since in told.objects
            or place - since > 2
            or told.tokens[since].after >= CLAUSE
        ):
            return False
        return "and" not in small[since + 1 : place] and told.tokens[place - 1].after < CLAUSE

    def _after(self, told: _Told, small: Sequence[str], at: int) -> tuple[str, str] | None:
        """The person told after a deed: "was led by West", or a verb before its subject as Greek likes it."""
        passive = any(small[i] == "passive" for i in range(max(0, at - 2), at))
        end = min(len(told.tokens), at + _NEAR + 1 + 2 * passive)
        nominative = False
        for place in range(at + 1, end):
            if told.tokens[place - 1].after >= CLAUSE:
                return None
            nominative = nominative or small[place] == "subject"
            person = told.people.get(place)
            if person is None:
                continue
            if passive and any(small[i] == "by" for i in range(at + 1, place)):
                return person.name, PASSIVE
            near = place < at + _NEAR or small[place - 1] == "subject"  # one word more: "passed first the South", as Greek has it
            return (person.name, TOLD) if nominative and near else None
        return None


def _told(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    notation: Sequence[Notation],
    actors: frozenset[str],
    spoken: Collection[int],
) -> _Told:
    people: dict[int, Mention] = {}
    for mention in mentions:
        if mention.name in actors and (mention.first not in people or mention.name.startswith("seat_")):
            for place in range(mention.first, mention.last + 1):
                people.setdefault(place, mention)
            people[mention.first] = mention
    people = {place: person for place, person in people.items() if not in_apposition(tokens, people, person)}
    starts = [token.start for token in tokens]
    objects: dict[int, Notation] = {}
    for note in notation:
        if note.kind in _OBJECTS:
            place = bisect_left(starts, note.start)
            if place < len(tokens) and tokens[place].start < note.end:
                objects.setdefault(place, note)
    return _Told(tokens, people, sorted({m.first for m in people.values()}), objects, [], set(), spoken)


def _behind_by(told: _Told, small: Sequence[str], at: int) -> tuple[str, str] | None:
    """The person told with "by" a little behind a deed without one of its own ("a pass out of turn by East")."""
    for place in range(at + 1, min(len(told.tokens), at + _FAR)):
        if told.tokens[place - 1].after >= CLAUSE:
            return None
        if small[place - 1] == "by" and place in told.people:
            return told.people[place].name, TOLD
    return None


def _told_of_aside(told: _Told, small: Sequence[str], at: int) -> tuple[str, str] | None:
    """The person of whom an aside between commas tells something, right before the deed ("South, who was asleep, led")."""
    begins = next((i for i in range(at, max(0, at - _ASIDE), -1) if told.tokens[i - 1].after >= SENTENCE), max(0, at - _ASIDE))
    ends = [i for i in range(begins, at) if told.tokens[i].after >= CLAUSE]
    if not ends or small[ends[-1] + 1] == "and":
        return None
    if any(place > ends[-1] for place in told.places if place < at):
        return None
    who = next((end + 1 for end in reversed(ends[:-1]) if small[end + 1] == "relative"), 0)
    person = told.people.get(who - 1) if who else None
    return (person.name, TOLD) if person is not None and person.last == who - 1 else None


def _spoken_with(told: _Told, at: int) -> str:
    """Whom the deed at a token is done to, right after it ("the director asks partner")."""
    near = (told.people[place].name for place in range(at + 1, at + 3) if place in told.people)
    return next((name for name in near if name != DIRECTOR), "")


def _object(told: _Told, small: Sequence[str], at: int) -> tuple[int, str]:
    """The token where the deed ends, and the call or card it is done with."""
    for place in range(at + 1, min(len(told.tokens), at + _NEAR + 2)):
        if told.tokens[place - 1].after >= CLAUSE:
            break
        note = told.objects.get(place)
        person = told.people.get(place)
        if person is not None and small[place - 1] == "and":  # "North hesitated and South bid 3S": the bid is South's
            break
        if person is not None and person.name == DIRECTOR:
            return at, DIRECTOR
        if note is not None:
            if note.kind == "call_by" or (note.kind == "auction" and ":" in note.value.split()[0]):
                return at, ""
            if note.kind != "auction":
                return place, f"{note.kind}:{note.value}"
            told.taken.add(place)
            return at, f"call:{note.value.split()[0].strip('()')}"
    if any(small[i] == "passive" for i in range(max(0, at - 2), at)):
        for place in range(at - 1, max(-1, at - _NEAR - 2), -1):
            if place in told.objects:
                return at, f"{told.objects[place].kind}:{told.objects[place].value}"
    return at, ""


def _roles(mentions: Sequence[Mention]) -> tuple[tuple[str, str], ...]:
    """The seats whose role the text tells, with the role that stands beside them."""
    seats = {m.first: m.name for m in mentions if m.name in SEAT_OF}
    return tuple(sorted({(seats[m.first], m.name) for m in mentions if m.how == "derived" and m.first in seats}))


def _laid(told: _Told, small: Sequence[str], at: int) -> list[Event]:
    """The card at a token, where it stands right behind the player who plays it, in a list of cards: "... and dummy the ♦4"."""
    note = told.objects[at]
    ends = at - 1 - (small[at - 1] == "article")
    person = told.people.get(ends)
    if note.kind != "card" or person is None or person.name == DIRECTOR or person.last != ends or parted(told.tokens, ends, at):
        return []
    begins = person.first - 1
    listed = begins >= 0 and (told.tokens[begins].after >= CLAUSE or small[begins] == "and")
    before = next((e for e in reversed(told.events) if e.deed in CARDS), None) if listed else None
    if before is None or _far(told.tokens, before.last, at):
        return []
    return [Event("play", person.name, TOLD, f"card:{note.value}", at, at)]


def _time(told: _Told, small: Sequence[str], at: int, since: int) -> tuple[str, int]:
    """`before` or `after` and the number of the event that the deed at a token is joined to by such a word."""
    if since < 0:
        return "", -1
    for place in range(at - 1, max(since, at - _FAR), -1):
        if told.tokens[place].after >= SENTENCE:
            return "", -1
        if small[place] in ("before", "after"):
            # "he led before she played": what follows the word is later than what stands before it
            return ("after" if small[place] == "before" else "before"), len(told.events) - 1
    number, first = len(told.events) - 1, told.events[-1].first
    for place in range(first - 1, max(-1, first - _FAR), -1):
        if told.tokens[place].after >= SENTENCE or (number and place <= told.events[number - 1].last):
            return "", -1
        if small[place] in ("before", "after"):
            # "after he led, she played": the word stands before both
            return small[place], number
    return "", -1


def _far(tokens: Sequence[Token], since: int, at: int) -> bool:
    """Whether two sentence ends lie between two tokens."""
    return sum(token.after >= SENTENCE for token in tokens[since:at]) > 1
