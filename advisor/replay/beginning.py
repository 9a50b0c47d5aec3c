"""Of a very long text only the beginning is followed deed by deed on the model of the table: time grows with its length."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from operator import attrgetter

from advisor.read.events import Event
from advisor.read.reading import Reading

_TOKENS, _EVENTS, _CUES, _NOTES, _MENTIONS = 1_000, 60, 240, 120, 600
_FIRST = attrgetter("first")


def beginning(reading: Reading) -> Reading:
    """The reading itself, or that of its first words where it tells more than a story of one deal does; the text stays whole."""
    cut = _cut(reading)
    if cut >= len(reading.tokens):
        return reading
    end = reading.tokens[cut].start
    events = tuple(event for event in reading.story.events if event.last < cut)
    return replace(
        reading,
        text=reading.text[:end],
        folded=reading.folded[:end],
        tokens=reading.tokens[:cut],
        sentences=reading.sentences[:cut],
        stems=reading.stems[:cut],
        mentions=tuple(mention for mention in reading.mentions if mention.last < cut),
        notation=tuple(note for note in reading.notation if note.end <= end),
        story=replace(reading.story, events=tuple(_within(event, len(events)) for event in events)),
        cues=tuple(cue for cue in reading.cues if cue.last < cut),
        reach=tuple(span for span in reading.reach if span[2] < cut),
        voices=tuple(voice for voice in reading.voices if voice[2] < cut),
    )


def _cut(reading: Reading) -> int:
    """The number of the token from which on nothing is followed."""
    cut = min(len(reading.tokens), _TOKENS)
    for every, most in ((reading.story.events, _EVENTS), (reading.cues, _CUES), (reading.mentions, _MENTIONS)):
        if len(every) > most:
            cut = min(cut, sorted(map(_FIRST, every))[most])
    if len(reading.notation) > _NOTES:
        start = sorted(note.start for note in reading.notation)[_NOTES]
        cut = min(cut, bisect_left(reading.tokens, start, key=attrgetter("start")))
    return cut


def _within(event: Event, many: int) -> Event:
    """The event without the time told by one that is not among the first so many."""
    return event if event.to < many else replace(event, when="", to=-1)
