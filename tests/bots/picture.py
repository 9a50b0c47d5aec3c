"""Draws how a reply lies in each chat, from the real payloads: `python tests/bots/picture.py` writes the pages' pictures."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from advisor.doors.bots.house import PAGES
from advisor.doors.bots.matrix import Matrix
from advisor.doors.bots.models import Answer, Incoming
from advisor.doors.bots.showing import to_all, to_director
from advisor.doors.bots.telegram import Telegram
from advisor.doors.bots.viber import Viber
from advisor.doors.bots.whatsapp import WhatsApp
from advisor.talk.conversation import Conversation

GREEK, ENGLISH = (
    "Η Ανατολή έκανε ρενόνς στα καρό και μετά παίχτηκε κι άλλη λεβέ",
    "West led, but it was East's lead; dummy saw ♥K",
)
WIDTH, EDGE, LINE = 520, 14, 24
INK, PAPER, RED = "#111111", "#ffffff", "#cc0000"
LOOKS = {  # chat: (background, bubble, the user's bubble, button, its ink)
    "telegram": ("#8fb3a5", PAPER, "#e3ffd2", "#6c8f82", PAPER),
    "viber": ("#f4f3f8", "#ffffff", "#e5dcff", "#7360f2", PAPER),
    "whatsapp": ("#ece5dd", PAPER, "#dcf8c6", PAPER, "#00a5f4"),
    "matrix": ("#ffffff", "#f3f8fd", "#eef0f3", "#f3f8fd", INK),
}


def font(size: int, *, bold: bool = False) -> FreeTypeFont:
    """A font with Greek and the suits."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(name, size)


class Sheet:
    """A tall sheet, cut to what was drawn."""

    def __init__(self, chat: str) -> None:
        self.back, self.bubble, self.mine, self.button, self.button_ink = LOOKS[chat]
        self.image = Image.new("RGB", (WIDTH, 4000), self.back)
        self.draw = ImageDraw.Draw(self.image)
        self.at = EDGE

    def said(self, text: str) -> None:
        """What the director wrote, on the right."""
        rows = self._rows([[(word, False, INK) for word in text.split()]], WIDTH - 140)
        self._paint(rows, 120, WIDTH - EDGE, self.mine)

    def answered(self, runs: list[list[tuple[str, bool, str]]]) -> None:
        """A message of ours, on the left: lines of words, each plain or bold, in a colour."""
        self._paint(self._rows(runs, WIDTH - 110), EDGE, WIDTH - 80, self.bubble)

    def _rows(self, runs: list[list[tuple[str, bool, str]]], room: int) -> list[list[tuple[str, bool, str]]]:
        rows = []
        for line in runs:
            row: list[tuple[str, bool, str]] = []
            used = 0.0
            for word, bold, ink in line:
                wide = font(16, bold=bold).getlength(f"{word} ")
                if row and used + wide > room:
                    rows.append(row)
                    row, used = [], 0.0
                row.append((word, bold, ink))
                used += wide
            rows.append(row)
        return rows

    def _paint(self, rows: list[list[tuple[str, bool, str]]], left: int, right: int, colour: str) -> None:
        high = LINE * len(rows) + 16
        self.draw.rounded_rectangle((left, self.at, right, self.at + high), 12, fill=colour)
        for number, row in enumerate(rows):
            x = left + 12.0
            for word, bold, ink in row:
                face = font(16, bold=bold)
                self.draw.text((x, self.at + 8 + LINE * number), word, font=face, fill=ink)
                x += face.getlength(f"{word} ")
        self.at += high + 8

    def keys(self, rows: list[list[str]], left: int = EDGE, right: int = WIDTH - 80) -> None:
        """Rows of buttons."""
        for row in rows:
            wide = (right - left - 6 * (len(row) - 1)) / len(row)
            for number, title in enumerate(row):
                x = left + number * (wide + 6)
                self.draw.rounded_rectangle((x, self.at, x + wide, self.at + 34), 8, fill=self.button, outline="#cccccc")
                face = font(15)
                self.draw.text((x + (wide - face.getlength(title)) / 2, self.at + 7), title, font=face, fill=self.button_ink)
            self.at += 40
        self.at += 6

    def kept(self, path: Path) -> None:
        """Write the picture."""
        self.image.crop((0, 0, WIDTH, self.at + EDGE)).quantize(64).save(path, optimize=True)


def tagged(text: str) -> list[list[tuple[str, bool, str]]]:
    """Lines of words from the HTML of Telegram and Matrix."""
    out = []
    for line in re.split(r"<br>|\n", text):
        bold = "<b>" in line or "<strong>" in line
        words = []
        for word in re.sub(r'<font data-mx-color="#cc0000">(.*?)</font>', "\x01\\1", re.sub(r"</?(b|strong)>", "", line)).split():
            words.append((html.unescape(word.replace("\x01", "")).replace("\ufe0e", ""), bold, RED if "\x01" in word else INK))
        out.append(words)
    return out


def starred(text: str) -> list[list[tuple[str, bool, str]]]:
    """Lines of words from the stars of Viber and WhatsApp."""
    out = []
    for line in text.split("\n"):
        bold = line.startswith("*") and line.endswith("*")
        out.append([(word.replace("\ufe0e", ""), bold, INK) for word in line.strip("*").split()])
    return out


def draw(sheet: Sheet, chat: str, bodies: list[Any]) -> None:
    """Draw messages as a chat shows them."""
    for body in json.loads(json.dumps(bodies)):
        if chat == "telegram" and body["call"] == "send":
            sheet.answered(tagged(body["text"]))
            sheet.keys([[key["text"] for key in row] for row in body["rows"]])
        elif chat == "viber":
            sheet.answered(starred(body["text"]))
            keys = body.get("keyboard", {}).get("Buttons", [])
            rows: list[list[str]] = []
            room = 0
            for key in keys:
                if not rows or room + key["Columns"] > 6:
                    rows.append([])
                    room = 0
                rows[-1].append(html.unescape(key["Text"]))
                room += key["Columns"]
            sheet.keys(rows, right=WIDTH - EDGE)
        elif chat == "whatsapp":
            inner = body.get("interactive", {})
            sheet.answered(starred(inner["body"]["text"] if inner else body["text"]["body"]))
            if inner.get("type") == "button":
                sheet.keys([[key["reply"]["title"]] for key in inner["action"]["buttons"]])
            elif inner:
                sheet.keys([[f"≡ {inner['action']['button']}"]])
                rows = [[f"{row['title']}"] for section in inner["action"]["sections"] for row in section["rows"]]
                sheet.keys(rows, left=60, right=WIDTH - 60)
        elif chat == "matrix" and body["type"] == "m.room.message":
            sheet.answered(tagged(body["content"]["formatted_body"]))


class _Named:
    username, user_id = "club_td_bot", "@td:club.example"


def main() -> None:
    """A Greek story in private, an English one in a group where the chat has groups."""
    doors: dict[str, Any] = {
        "telegram": Telegram(_Named()),  # type: ignore[arg-type]
        "viber": Viber(None, "", "Bridge"),  # type: ignore[arg-type]
        "whatsapp": WhatsApp(None, "", ""),  # type: ignore[arg-type]
        "matrix": Matrix(_Named()),
    }
    for chat, door in doors.items():
        sheet = Sheet(chat)
        for story, private in ((GREEK, True), (ENGLISH, chat == "viber")):
            talk = Conversation()
            reply = talk.turn(story)
            answer: Answer = to_director(reply, "5f0a71c2")
            if not private:
                answer = to_all(reply, talk.state, "5f0a71c2", door.rest(reply.lang))
            incoming = Incoming(chat="1", person="1", message="1", private=private)
            sheet.said(story)
            draw(sheet, chat, list(door.dress(answer, incoming)))
        sheet.kept(PAGES / f"{chat}.png")


if __name__ == "__main__":
    main()
