"""The options that the Laws leave to a Regulating Authority: named switches with the Laws' own default, and profiles."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from advisor.base.datafile import model, read
from advisor.base.errors import DataError, Finding
from advisor.lawbook.models import Part


class Name(Part):
    """A name in both languages."""

    el: str
    en: str


class Switch(Part):
    """One option: the paragraph that gives it, its values, the Laws' default, and its name in both languages.

    `says` tells of a value what it changes in the ruling; a value that decides a fact of a table needs none."""

    law: str
    values: tuple[str, ...] = Field(min_length=2)
    default: str
    el: str
    en: str
    says: dict[str, Name] = {}


class Profile(Part):
    """One authority: the switches that a source establishes, and the source."""

    name: Name
    source: str = ""
    values: dict[str, str] = {}


class Authorities(Part):
    """All switches, the names of their values, and all profiles."""

    switches: dict[str, Switch]
    values: dict[str, Name] = {}
    profiles: dict[str, Profile]


def load(path: Path) -> tuple[Authorities | None, list[Finding]]:
    """The authorities, and every fault met while reading them."""
    try:
        doc = read(path)
        found = model(doc, Authorities)
    except DataError as error:
        return None, list(error.findings)
    faults = []
    for name, switch in found.switches.items():
        if switch.default not in switch.values:
            faults.append(
                Finding(
                    "AUT01",
                    str(path),
                    doc.line("switches", name),
                    f"the default of '{name}' is not among its values",
                    "Use one of its values.",
                )
            )
    for name, profile in found.profiles.items():
        for switch_name, value in profile.values.items():
            known = found.switches.get(switch_name)
            if known is None or value not in known.values:
                faults.append(
                    Finding(
                        "AUT02",
                        str(path),
                        doc.line("profiles", name),
                        f"'{switch_name}: {value}' is no value of any switch",
                        "Mend the profile.",
                    )
                )
    return found, faults
