"""What the chats can take. Sources: the platforms' published interfaces, as read in November 2026; what they do not confirm is
a careful default and marked so."""

from __future__ import annotations

from typing import Final

from advisor.doors.bots.models import Limits

# Telegram Bot API 10.1, sendMessage: 1-4096 characters after entities parsing (the unit is not confirmed: UTF-16 is the
# strictest); InlineKeyboardButton: callback_data 1-64 bytes; python-telegram-bot's constants: 100 buttons. Length of a label
# not confirmed: what a phone shows in one line.
TELEGRAM: Final = Limits(text=4096, above=4096, unit="utf16", buttons=100, label=40, payload=64)
TELEGRAM_NOTE: Final = 200  # answerCallbackQuery, text
TELEGRAM_SECRET: Final = "X-Telegram-Bot-Api-Secret-Token"  # setWebhook, secret_token
TELEGRAM_REPEAT_H: Final = 24  # Getting updates: kept no longer than 24 hours
TELEGRAM_PROBES: Final = 30  # own: how many ids are looked at for a message whose sending was cut off

# Viber REST API 7.3, send_message: text 7000 characters (second-hand), the whole request at most 30 kB; keyboards: Text and
# ActionBody 250 characters, 24 rows (its client's code; its FAQ says 12 in portrait: the lesser one).
VIBER: Final = Limits(text=3500, above=3500, unit="chars", buttons=12, label=60, payload=250)
VIBER_REQUEST: Final = 30_000  # bytes
VIBER_NAME: Final = 28  # sender.name
VIBER_SIGNATURE: Final = "X-Viber-Content-Signature"  # hex HMAC-SHA256 of the raw body, key: the token
VIBER_API: Final = "https://chatapi.viber.com/pa"

# WhatsApp Cloud API, messages: text.body 4096, interactive body 1024; reply buttons 3, title 20, id 256; lists 10 rows in all,
# title 24, description 72, id 200, button 20.
WHATSAPP: Final = Limits(text=4096, above=1024, unit="chars", buttons=10, label=24, payload=200)
WHATSAPP_BUTTONS, WHATSAPP_TITLE, WHATSAPP_ABOUT, WHATSAPP_OPEN = 3, 20, 72, 20
WHATSAPP_COMMANDS, WHATSAPP_COMMAND, WHATSAPP_HINT = 30, 32, 256  # conversational_automation: how many, name, hint; no emoji
WHATSAPP_WINDOW_H: Final = 24  # customer service window: free messages until so long after the user's last one
WHATSAPP_SIGNATURE: Final = "X-Hub-Signature-256"  # sha256=hex HMAC-SHA256 of the raw body, key: the app secret
WHATSAPP_API: Final = "https://graph.facebook.com/v23.0"

# Matrix client-server API: an event at most 65536 bytes, text and its formatted twin together; no buttons: reactions.
MATRIX: Final = Limits(text=7_500, above=7_500, unit="bytes", buttons=9, label=400, payload=64)

BODY: Final = 3_000_000  # bytes of a webhook's body: Meta sends up to 3 MB, the others much less
TEXT: Final = 20_000  # characters of a message that are kept: more is answered as too long
REPEATED_DAYS: Final = 8  # WhatsApp repeats an update for seven days (second-hand), the others for less
