"""Every step from words to ruling, shown: what was heard, what was left, which facts, which row, and why not the neighbour."""

from __future__ import annotations

import json
from collections.abc import Mapping

from advisor.advising import checked, consult
from advisor.base import paths
from advisor.diagnose.evidence import ear
from advisor.diagnose.net import net
from advisor.diagnose.signs import sign
from advisor.diagnose.weigh import scales
from advisor.lawbook.cases import may_fit
from advisor.lawbook.shelf import table
from advisor.read.reading import Reading
from advisor.rule.deciding import asks_in_hand
from advisor.rule.ruling import rule

_MOST = 5


def explain(text: str, *, lang: str = "auto", edition: str = paths.EDITION, answers: Mapping[str, str] | None = None) -> str:
    """The trace of one text as a person reads it. Raises UsageError as `advise` does."""
    found = consult(checked(text), lang=lang, edition=edition, answers=answers)
    reading, derived, diagnosis, facts = found.reading, found.understood.played.derived, found.diagnosis, found.facts
    asks = asks_in_hand(diagnosis, found.given)
    out = [
        "1. text",
        f"   language {reading.language.code}{' (greeklish)' if reading.language.greeklish else ''}, {len(reading.tokens)} words",
    ]
    out += [
        "2. notation",
        *(f"   {n.kind:10} {n.value:16} “{reading.text[n.start : n.end]}”" for n in reading.notation),
    ]
    out += [
        "3. mentions",
        *(f"   {sign(m):34} “{reading.quote(m)}”{' (typo)' if m.how == 'typo' else ''}" for m in reading.mentions),
    ]
    out += [f"   ignored: {' '.join(ignored(reading))}"]
    out += ["4. story", *(f"   {json.dumps(event)}" for event in reading.story.dump())]
    out += [f"   in the order of events: {' '.join(map(str, reading.story.happened()))}"] if reading.story.events else []
    out += ["5. derived", *(f"   {name} = {value}" for name, value in derived.items())]
    out += ["6. facts", *(f"   {name} = {k.value} ({k.how}) {', '.join(k.quotes)}" for name, k in facts.known.items())]
    out += [
        f"   weighed: {name} = {h.value} leads by {h.lead:.2f}{'' if h.sure else ', not enough'} “{h.quote}”"
        for name, h in ear().hear(reading, dict.fromkeys(asks)).items()
    ]
    out += [f"   told both ways: {', '.join(facts.conflicting)}"] if facts.conflicting else []
    out += ["7. diagnosis"]
    for weighed in diagnosis.weighed[:_MOST]:
        out.append(f"   {weighed.share:5.0%}  Law {weighed.law:3} {weighed.irregularity}")
    winner = diagnosis.first
    rival = next((w for w in diagnosis.weighed if w.law != winner.law), None)
    if rival is not None:
        out.append(f"   {winner.irregularity} rather than {rival.irregularity}:")
        out += [
            f"   {weight:+.2f} {name}"
            for name, weight in (
                *scales().speaking(diagnosis.signs, winner.irregularity, rival.irregularity),
                *scales().speaking_raw(reading.folded, winner.irregularity, rival.irregularity),
                *((f"net: {word}", w) for word, w in net().speaking(reading, winner.irregularity, rival.irregularity)),
            )
        ]
    out += _rows(winner.irregularity, edition, facts.values())
    out += ["9. computed", *(f"   {name} = {value}" for name, value in found.values.items())]
    out += ["10. answer", found.advice.answer, found.advice.details]
    return "\n".join(out)


def ignored(reading: Reading) -> list[str]:
    """The words that no mention and no notation covers."""
    used = {i for m in reading.mentions for i in range(m.first, m.last + 1)}
    spans = [(n.start, n.end) for n in reading.notation]
    return [
        reading.text[t.start : t.end]
        for i, t in enumerate(reading.tokens)
        if i not in used and not any(a <= t.start < b for a, b in spans)
    ]


def _rows(irregularity: str, edition: str, known: Mapping[str, str]) -> list[str]:
    found = table(edition, irregularity)
    if found is None:
        return ["8. rows: none"]
    ruled = rule(found, known)
    out = [f"8. rows of {irregularity}"]
    for row in found.all_rows():
        mark = "fires" if row == ruled.row else ("open" if row in ruled.rows else "does not fit")
        against = ", ".join(f"{k} is {known[k]}" for k, v in row.when.items() if known.get(k, v) != v)
        reason = "" if may_fit(row.when, known) else f" ({against})"
        out.append(f"   {mark:12} {row.id} {row.law}{reason}")
    return out
