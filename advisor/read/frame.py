"""The frame that a text is read in: a spaCy `Doc` that holds every character, and a draft that each component fills in.

The Doc's tokens are our words, with what stands between them (punctuation, line breaks) as tokens of their own. What the
components find is kept once, in the draft; typed extensions of the Doc show it (`doc._.mentions`), and `bridge_spans` lays it
out as span groups. No object of spaCy leaves this room: `Reading` is what is read off the Doc at last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from spacy.language import Language as Pipeline
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab

from advisor.base.text import fold
from advisor.read.cues import Cue
from advisor.read.language import Language
from advisor.read.match import Mention
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading, sentences
from advisor.read.scope import Cues, Span
from advisor.read.story import Story
from advisor.read.tokens import CLAUSE, Token, cut, tokenize
from advisor.read.walker import Keys

TOKENIZER: Final = "bridge.Tokenizer.v1"
_ENGLISH: Final = Language("en", False)


@dataclass(slots=True)
class Draft:
    """What is known so far of one text. `words` are its words, each with the number of its token in the Doc (`places`); `tokens`
    are the words with each stretch of notation drawn together, `kinds` the keys of such a stretch, `keys` what each token may
    be in the lexicon, `done` the components that have filled it in; the rest as in `Reading`."""

    text: str
    folded: str
    words: Sequence[Token]
    places: list[int]
    language: Language = _ENGLISH
    latin: bool = False
    notation: tuple[Notation, ...] = ()
    tokens: Sequence[Token] = ()
    kinds: Sequence[tuple[str, ...]] = ()
    keys: Sequence[Keys] = ()
    stems: tuple[str, ...] = ()
    told: Cues = ()
    reach: list[Span] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    story: Story = field(default_factory=Story)
    cues: tuple[Cue, ...] = ()
    voices: tuple[tuple[str, int, int], ...] = ()
    done: set[str] = field(default_factory=set)


_DRAFTS: WeakKeyDictionary[Doc, Draft] = WeakKeyDictionary()  # not in `user_data`: a Doc must stay fit to be stored


def draft_of(doc: Doc) -> Draft:
    """The draft of a Doc; for one that another tokenizer has cut, a new draft over its tokens."""
    found = _DRAFTS.get(doc)
    if found is None:
        folded = fold(doc.text)
        words = tokenize(folded)
        covering = [doc.char_span(word.start, word.end, alignment_mode="expand") for word in words]
        found = _DRAFTS[doc] = Draft(doc.text, folded, words, [span.start if span is not None else 0 for span in covering])
    return found


def reading_of(doc: Doc) -> Reading:
    """The last step: the frozen value read off a Doc."""
    draft = draft_of(doc)
    return Reading(
        draft.text,
        draft.folded,
        draft.language,
        tuple(draft.tokens),
        sentences(draft.tokens),
        draft.stems,
        tuple(draft.mentions),
        draft.notation,
        draft.story,
        draft.cues,
        tuple(draft.reach),
        draft.voices,
        tuple(at for at, token in enumerate(draft.tokens) if token.after >= CLAUSE),
    )


class BridgeTokenizer:
    """Cuts a text into a Doc: NFC at the door, the folded twin, our words, and all that stands between them."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """The Doc of a text, with a draft of its words."""
        text, folded, words = cut(text)
        pieces, spaces, places = _pieces(text, words)
        doc = Doc(self.vocab, words=pieces, spaces=spaces)
        _DRAFTS[doc] = Draft(text, folded, words, places)
        return doc

    def to_bytes(self, **_: Any) -> bytes:
        """Nothing: the tokenizer has no data of its own."""
        return b""

    def from_bytes(self, _data: bytes, **_: Any) -> BridgeTokenizer:
        """The tokenizer itself."""
        return self

    def to_disk(self, _path: object, **_: Any) -> None:
        """Writes nothing."""

    def from_disk(self, _path: object, **_: Any) -> BridgeTokenizer:
        """The tokenizer itself."""
        return self


def _pieces(text: str, words: Sequence[Token]) -> tuple[list[str], list[bool], list[int]]:
    """The tokens of the Doc, whether a blank follows each, and which of them are the words."""
    pieces: list[str] = []
    spaces: list[bool] = []
    places: list[int] = []
    at = 0
    for word in words:
        if word.start != at:
            _between(text[at : word.start], pieces, spaces)
        places.append(len(pieces))
        pieces.append(text[word.start : word.end])
        spaces.append(False)
        at = word.end
    if at != len(text):
        _between(text[at:], pieces, spaces)
    return pieces, spaces, places


def _between(gap: str, pieces: list[str], spaces: list[bool]) -> None:
    """What stands between two words: a blank belongs to the token before it, the rest is a token of its own."""
    if gap[0] == " " and pieces:
        spaces[-1] = True
        gap = gap[1:]
    if gap:
        blank = len(gap) > 1 and gap[-1] == " "
        pieces.append(gap[:-1] if blank else gap)
        spaces.append(blank)


@registry.tokenizers(TOKENIZER)  # type: ignore[untyped-decorator]  # spaCy leaves it so
def bridge_tokenizer() -> Any:
    """The maker of the tokenizer, as spaCy's configuration asks for it."""

    def make(nlp: Pipeline) -> BridgeTokenizer:
        return BridgeTokenizer(nlp.vocab)

    return make


def _part(name: str, doc: Doc) -> object:
    return getattr(draft_of(doc), name)


def _show() -> None:
    """The typed extensions of a Doc: what the draft holds of it."""
    shown = ("language", "notation", "mentions", "reach", "story", "cues", "voices")
    for name in shown:
        Doc.set_extension(f"bridge_{name}", getter=partial(_part, name), force=True)
    Doc.set_extension("bridge_reading", getter=reading_of, force=True)


_show()
