"""Which encoding a text that is no UTF-8 seems to be in: its marks, else the one in which all its words are words.

A word is one when all its letters are of one alphabet and its capitals stand where capitals stand: at its beginning, or
everywhere. Where that leaves it open (too few words, or more than one encoding), no encoding is named: better none than a wrong
one.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from contextlib import suppress
from functools import lru_cache

# The marks that other encodings begin with, the longer ones first (UTF-32 begins like UTF-16).
MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
HEAD = 200  # bytes that show an encoding
_MUCH = 20_000  # bytes that are looked at
# Those of one alphabet that are hardly told apart stand in the order in which they are likelier.
_KNOWN = {
    "cp1253": ("Windows-1253", "GREEK"),
    "iso8859-7": ("ISO 8859-7", "GREEK"),
    "cp737": ("cp737", "GREEK"),
    "cp869": ("cp869", "GREEK"),
    "koi8-r": ("KOI8-R", "CYRILLIC"),
    "cp1251": ("Windows-1251", "CYRILLIC"),
    "cp866": ("cp866", "CYRILLIC"),
    "cp1252": ("Windows-1252", "LATIN"),
    "cp850": ("cp850", "LATIN"),
    "mac_roman": ("Mac OS Roman", "LATIN"),
}
_ALIKE = frozenset({"cp1253", "iso8859-7"})
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_FINAL = unicodedata.lookup("GREEK SMALL LETTER FINAL SIGMA")
_ENOUGH = 5  # letters of another alphabet
_TOGETHER = 2  # accented letters of the Latin alphabet in a row
_MOST = 0.9  # of the words of a text; few texts have no slip
_SHARE = 0.3  # of the letters of a text are vowels, and more
# As Unicode names them: what is read in a wrong encoding has far fewer.
_VOWELS = {
    "GREEK": frozenset({"ALPHA", "EPSILON", "ETA", "IOTA", "OMICRON", "UPSILON", "OMEGA"}),
    "CYRILLIC": frozenset({"A", "IE", "I", "O", "U", "YERU", "E", "YU", "YA", "IO"}),
}


def seems(told: bytes) -> tuple[str, str]:
    """The encoding of bytes that are no UTF-8, as Python calls it and as a person does; nothing where it cannot be told."""
    marked = next((name for mark, name in MARKS if told.startswith(mark)), "")
    if marked or b"\0" in told[:HEAD]:
        return marked.lower() or "utf-16", marked or "UTF-16"
    read = {name: text for name in _KNOWN if (text := _read(told[:_MUCH], name))}
    small = [name for name, text in read.items() if text == text.lower()]
    fitting = (
        small if small and set(small) <= _ALIKE else list(read)
    )  # what is small in one alphabet may be written large in another
    if not fitting or not (len(fitting) == 1 or set(fitting) <= _ALIKE):
        return "", ""
    return fitting[0], " or ".join(_KNOWN[name][0] for name in fitting)


def _read(told: bytes, name: str) -> str:
    """The words of the bytes in this encoding, when nearly all are words and there are some of its alphabet."""
    with suppress(UnicodeDecodeError):
        text = told.decode(name)
        alphabet = _KNOWN[name][1]
        words = [word for word in _WORD.findall(text) if not word.isascii()]
        if alphabet == "LATIN":
            words = [word for word in words if len(word) > 1]
        if any(not sign.isalpha() and not _is_usual(sign) for part in _FOREIGN.findall(text) for sign in part):
            return ""
        good = sum(_is_word(word, alphabet) for word in words)
        return " ".join(words) if good >= max(1, _MOST * len(words)) and _is_spoken("".join(words), alphabet) else ""
    return ""


def _is_spoken(letters: str, alphabet: str) -> bool:
    """Whether letters are enough to tell, and as many of them vowels as somebody can say."""
    vowels = _VOWELS.get(alphabet)
    if vowels is None:
        return True
    heard = sum(_named(sign) in vowels for sign in letters)
    return len(letters) >= _ENOUGH and heard >= _SHARE * len(letters)


@lru_cache(maxsize=1024)
def _named(sign: str) -> str:
    """A letter by its name alone: without its alphabet, case and accent."""
    return unicodedata.name(unicodedata.normalize("NFD", sign)[0], "").rpartition(" LETTER ")[2].removeprefix("FINAL ")


def _is_usual(sign: str) -> bool:
    """Whether a sign that is no letter stands in ordinary texts: blanks, quotes, dashes, signs of money."""
    return unicodedata.category(sign) in ("Zs", "Pi", "Pf", "Pd", "Sc", "Ps", "Pe") or sign in "\u2026\u00b7\u00b0\u00a7"


def _is_word(word: str, alphabet: str) -> bool:
    """Whether letters make a word of an alphabet."""
    if any(not unicodedata.name(sign, "").startswith(alphabet) for sign in word):
        return False
    if alphabet == "LATIN" and not 0 < max(map(len, _FOREIGN.findall(word))) < min(len(word), _TOGETHER + 1):
        return False
    if not (word.islower() or word.isupper() or (word[0].isupper() and word[1:].islower())):
        return False
    return word.find(_FINAL) in (-1, len(word) - 1)
