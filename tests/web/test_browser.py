"""The page on a phone: everything that a director does with it, with and without signal. Real Chromium, 360 x 740.

With ADVISOR_SHOTS naming a folder, every screen is kept there as a picture to look at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import chromium, faults, phone, watch_shifts, wide
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright
from served import Served

GREEK = "1♠ πάνω στα 2♣, ο επόμενος δεν έχει μιλήσει"
ASKED = "Ο αμυνόμενος έκανε ρενόνς και έπαιξαν και στην επόμενη λεβέ"  # a story that leaves something to ask
ENGLISH = "1S over 2C, LHO has not called"
LEAD = "Βγήκε η Δύση ανοιχτά, το αντάμ ήταν της Ανατολής"
READY = (
    "() => navigator.serviceWorker.ready.then((it) => it.active.state === 'activated' || new Promise((done) => "
    "it.active.addEventListener('statechange', () => done(true))))"
)
OPENED = """() => {
  const from = performance.now();
  document.querySelector("details#play summary").click();
  document.body.offsetHeight;
  return performance.now() - from;
}"""
ANSWERED = """() => new Promise((done) => {
  const from = performance.now();
  const seen = () => document.querySelector("article.preview") && done(performance.now() - from);
  new MutationObserver(seen).observe(document.body, { childList: true, subtree: true });
  document.querySelector("button[value='#irregularity=insufficient_bid']").click();
})"""
LIKELY = """() => new Promise((done) => {
  const from = performance.now();
  const seen = () => document.querySelector("article.preview .likely") && done(performance.now() - from);
  new MutationObserver(seen).observe(document.body, { childList: true, subtree: true });
  setTimeout(() => done(20000), 20000);
  document.querySelector("#say button.main").click();
})"""
NEVER = """() => {
  window.kept = CacheStorage.prototype.match;
  Object.defineProperty(CacheStorage.prototype, "match", { configurable: true, value: async () => undefined });
}"""
LATE = """() => Object.defineProperty(CacheStorage.prototype, "match", { value: async function (address) {
  await new Promise((done) => setTimeout(done, 3000));
  document.body.dataset.late = "yes";
  return window.kept.call(this, address);
} })"""
SHARING = """window.shared = [];
const share = (what) => { window.shared.push(what); return Promise.resolve(); };
Object.defineProperty(Navigator.prototype, "share", { value: share });"""
SLOW = {"offline": False, "latency": 2000, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
_PATIENCE_MS = 30_000  # on a busy machine; how fast it must be the budgets say
_SHOTS = os.environ.get("ADVISOR_SHOTS")
expect.set_options(timeout=_PATIENCE_MS)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all screens."""
    found = Served("--rate", "off", "--log-texts", book=f"sqlite:///{tmp_path_factory.mktemp('page') / 'book.sqlite3'}")
    yield found.address
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all screens."""
    with sync_playwright() as playwright:
        found = chromium(playwright)
        yield found
        found.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that speaks Greek, with nothing in its store."""
    found = phone(browser)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext, server: str) -> Iterator[Page]:
    """The first screen; whatever the script or the policy complains of fails the test."""
    wrong: list[str] = []
    found = context.new_page()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on(
        "console", lambda told: wrong.append(told.text) if told.type == "error" and "ERR_INTERNET" not in told.text else None
    )
    found.goto(f"{server}/el")
    yield found
    assert wrong == []


def kept(page: Page, name: str) -> None:
    """Keep a picture of the whole page, where pictures are wanted."""
    if _SHOTS:
        Path(_SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{_SHOTS}/{name}.png", full_page=True)


def ask(page: Page, text: str) -> None:
    """Type a text and send it; the answer is there afterwards."""
    page.fill("#text", text)
    page.click("#say button.main")
    expect(page.locator("#waiting")).to_have_text("")
    page.wait_for_selector("article.card:not(.preview)")


def test_a_director_asks_answers_corrects_and_refuses(page: Page) -> None:
    """In Greek: a story, the answer to the question by a tap, a fact corrected, the situation refused and another picked."""
    ask(page, ASKED)
    expect(page.locator("article .ruling")).to_contain_text("Νόμος 64")
    expect(page.locator("article .question")).to_be_visible()
    page.click("article > form.choices button[value='#revoke_trick_won_by=partner']")
    expect(page.locator("article .ruling")).to_contain_text("64Α2")
    fact = page.locator("details[data-fact=revoke_trick_won_by]")
    expect(fact).to_be_attached()
    page.click("text=Τι κατάλαβα")
    expect(fact).to_contain_text("απάντηση")
    kept(page, "understood-el")
    fact.locator("summary").click()
    fact.locator("button").first.click()
    expect(page.locator("article .ruling")).to_contain_text("64Α1")
    page.click("button:has-text('Δεν είναι αυτό')")
    other = page.locator(".aside button").first
    name = other.inner_text()
    other.click()
    expect(page.locator("article .ruling")).to_contain_text(name.split("(")[0].strip())


def test_what_the_phone_says_by_itself_never_replaces_an_answer(page: Page) -> None:
    """What is taken along may be there only after the advisor's own answer: then it is not shown any more."""
    page.evaluate(READY)
    page.evaluate(NEVER)
    ask(page, ASKED)
    page.evaluate(LATE)
    page.click("article > form.choices button[value='#revoke_trick_won_by=partner']")
    expect(page.locator("details[data-fact=revoke_trick_won_by]")).to_be_attached()
    expect(page.locator("body[data-late]")).to_be_attached()
    page.wait_for_timeout(300)

    expect(page.locator("article.preview")).not_to_be_attached()
    expect(page.locator("details[data-fact=revoke_trick_won_by]")).to_be_attached()


def test_a_paragraph_and_its_chart(page: Page) -> None:
    """From the citation to the paragraph, to the chart, to a larger chart."""
    ask(page, GREEK)
    page.click("article .ruling a[href*='/law/27'] >> nth=0")
    expect(page.locator("h1")).to_contain_text("Νόμος 27")
    expect(page.locator("a[rel*=external]")).to_have_attribute("href", "https://laws.hellasbridge.org/law_27")
    kept(page, "law-el")
    page.click("a.chart-link >> nth=0")
    chart = page.locator(".sheet svg")
    before = chart.bounding_box()
    page.click("[data-do=larger]")
    after = chart.bounding_box()
    kept(page, "chart-el")

    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]
    assert chart.get_attribute("role") == "img"


def test_the_chart_is_one_sheet_of_paper(page: Page, server: str) -> None:
    """Printed, even the largest is one page of A4."""
    for name in ("bid_out_of_rotation", "opening_lead_out_of_turn"):
        page.goto(f"{server}/el/chart/{name}")
        printed = page.pdf(prefer_css_page_size=True)

        assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") + printed.count(b"/Type/Page/") in (0, 1)
        assert b"/Count 1" in printed


def test_the_table_view_turns_round(page: Page) -> None:
    """Large type for the players, upside down for the other side with a tap."""
    ask(page, LEAD)
    page.click("text=Για το τραπέζι")
    view = page.locator("#table-view")
    expect(view).to_contain_text("Νόμος 54")
    kept(page, "table-el")
    page.click("[data-do=turn]")
    expect(view).to_have_css("transform", "matrix(-1, 0, 0, -1, 0, 0)")
    size = float(page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('#table-view p')).fontSize)"))

    assert size >= 24


def test_the_language_is_switched_at_any_time(page: Page) -> None:
    """The incident in hand is said in English, and in Greek again."""
    ask(page, LEAD)
    page.click("text=English")
    expect(page.locator("article .ruling")).to_contain_text("Law 54")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    kept(page, "answer-en")
    page.click("text=Ελληνικά")
    expect(page.locator("article .ruling")).to_contain_text("Νόμος 54")


def test_without_signal_the_interview_goes_on_and_the_story_is_sent_later(
    page: Page, context: BrowserContext, server: str
) -> None:
    """Offline a typed story is kept, a situation asked to its end, a law read, words found; online the story is sent."""
    page.evaluate(READY)
    context.set_offline(True)
    page.fill("#text", LEAD)
    page.click("#say button.main")
    expect(page.locator("#waiting")).to_contain_text(LEAD)
    expect(page.locator("article.preview .likely").first).to_contain_text("Αντάμ")
    kept(page, "kept-el")
    page.goto(f"{server}/el/situations")
    expect(page.locator("#offline h1")).to_have_text("Χωρίς σήμα")
    kept(page, "offline-el")
    page.click("details:has([data-situation=insufficient_bid]) summary")
    page.click("[data-situation=insufficient_bid]")
    expect(page.locator("#offline article")).to_contain_text("27Α1")
    page.click("#offline details.presumed summary")
    page.click("[data-fact=accepted] [data-value=no]")
    page.click("#offline details.presumed summary")
    kept(page, "interview-el")
    page.click("[data-fact=ib_replacement] [data-value=lowest_same]")
    expect(page.locator("#offline article h2")).to_be_visible()
    expect(page.locator("#offline article")).to_contain_text("27Β1")
    page.goto(f"{server}/el/situations")
    page.click("details:has([data-situation=wrong_hand_cards]) summary")
    page.click("[data-situation=wrong_hand_cards]")
    page.click("#offline .question + .choices [data-value=called]")
    page.click("#offline .question + .choices [data-value=yes]")
    expect(page.locator("#offline article")).to_contain_text("15Α2(α)")
    page.click("button:has-text('άλλαξέ το') >> nth=0")
    expect(page.locator("#offline .question")).to_be_visible()
    page.goto(f"{server}/el/law/64A")
    expect(page.locator("#offline h1")).to_contain_text("Νόμος 64")
    page.goto(f"{server}/el/laws")
    page.fill("#q", "τιμωρημένο")
    page.click("#offline form button")
    expect(page.locator("#offline .found li").first).to_contain_text("ιμωρημέν")
    later = "() => void setTimeout(() => dispatchEvent(new Event('online')), 1000)"
    page.evaluate(later)  # for a browser that does not tell it itself: one that does has left this page by then
    context.set_offline(False)
    page.wait_for_url(f"{server}/el")
    expect(page.locator("article .ruling")).to_contain_text("Νόμος 54")


KEPT = """(text) => {
  const told = [{ id: "k1", text, lang: "el", at: 1 }, { id: "k2", text: "νόμος 64", lang: "el", at: 2 }];
  localStorage.setItem("kept", JSON.stringify(told));
  dispatchEvent(new Event("online"));
}"""
STORE = "() => JSON.parse(localStorage.getItem('kept')).map((each) => each.id)"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503])
def test_a_kept_story_outlasts_a_server_that_is_busy_or_away(context: BrowserContext, server: str, status: int) -> None:
    """It is tried again, and taken when the server takes it: in its order, each once."""
    page = context.new_page()
    page.goto(f"{server}/el")
    busy, sent = [status], list[str]()

    def answered(route: Route) -> None:
        sent.append(str(route.request.post_data)[-2:])
        if busy:
            busy.pop()
            route.fulfill(status=status, json={"detail": "later"})
        else:
            route.continue_()

    page.route("**/say", answered)
    with page.expect_response("**/say") as first:
        page.evaluate(KEPT, LEAD)
    assert first.value.status == status
    assert page.evaluate(STORE) == ["k1", "k2"]
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting")).to_contain_text("στάλθηκε")
    assert page.evaluate(STORE) == []
    assert sent == ["k1", "k1", "k2"]


@pytest.mark.parametrize("status", [403, 413, 422])
def test_a_kept_story_that_is_refused_is_given_up_aloud(context: BrowserContext, server: str, status: int) -> None:
    """What would be refused again is kept no longer: that is said with its reason and its words, and the next one is sent."""
    page = context.new_page()
    page.goto(f"{server}/el")
    page.route("**/say", lambda route: route.fulfill(status=status, json={"detail": "Πολύ μεγάλο."}))
    page.evaluate(KEPT, LEAD)
    for told in ("Δεν έγινε δεκτό", "Πολύ μεγάλο.", LEAD):
        expect(page.locator("#waiting")).to_contain_text(told)
    assert page.evaluate(STORE) == ["k2"]
    kept(page, f"refused-{status}-el")
    page.unroute("**/say")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("article.card")).to_contain_text("64")


def test_what_the_phone_keeps_is_cleared_by_a_tap(page: Page, server: str) -> None:
    """The last rulings, what waits to be sent, the theme: nothing of it is left in the phone's store, nor on the page."""
    ask(page, LEAD)
    page.goto(f"{server}/el/laws")
    page.click("details.settings summary")
    page.click("[data-do=theme]")
    assert page.evaluate("() => Object.keys(localStorage).sort()") == ["last", "theme"]
    kept(page, "settings-el")
    page.click("[data-do=forget]")
    expect(page.locator("[data-do=forget]")).to_have_text("Σβήστηκε")
    kept(page, "forgotten-el")
    assert page.evaluate("() => localStorage.length") == 0
    assert page.evaluate("() => document.documentElement.dataset.theme") is None


def test_the_ruling_is_copied_as_a_clean_text(page: Page, context: BrowserContext) -> None:
    """The lines as they are read, the suits as signs, the answers to tap with where each leads; no button, no second name."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask(page, GREEK)
    page.click("[data-do=copy]")
    expect(page.locator("[data-do=copy]")).to_have_text("Αντιγράφηκε")
    told = page.evaluate("() => navigator.clipboard.readText()").splitlines()

    assert "Νόμος 27: Ανεπαρκής αγορά." in told
    assert any("2♠. " in line for line in told)
    assert [line for line in told if line.startswith("- ο ΑΣΑ το δέχτηκε: ")]
    assert told[-1] == "Σύμβουλος Διαιτητή"


def test_the_ruling_is_shared_as_a_clean_text(context: BrowserContext, server: str) -> None:
    """What another program is handed: the ruling, the question and where each answer leads, no button and no folded part."""
    context.add_init_script(SHARING)
    page = context.new_page()
    page.goto(f"{server}/el")
    ask(page, ASKED)
    page.click("[data-do=share]")
    (shared,) = page.evaluate("() => window.shared")
    lines = shared["text"].splitlines()

    assert lines[0].startswith("Νόμος 64")
    assert sum(line.startswith("- ") and ":" in line for line in lines) == page.locator("article > .choices small").count()
    assert not {"Γιατί", "Λεπτομέρειες", "Εκτύπωση"} & set(lines)


def test_the_answer_is_printed_with_its_branches(page: Page) -> None:
    """On paper: the ruling, the question and where each answer leads; no button to press, nothing folded up."""
    ask(page, ASKED)
    page.emulate_media(media="print")

    expect(page.locator("article > .choices button small").first).to_be_visible()
    expect(page.locator("article .question")).to_be_visible()
    for unwanted in ("article > details:not([open]) >> nth=0", "#say", "[data-do=print]"):
        expect(page.locator(unwanted)).to_be_hidden()
    assert b"/Count 1" in page.pdf(prefer_css_page_size=True)


def test_the_charts_are_there_without_signal(page: Page, context: BrowserContext, server: str) -> None:
    """Each law's decision chart, drawn for the phone: from the law, from a chart's own address, from the interview; and what a
    story typed there is likely to be."""
    page.evaluate(READY)
    context.set_offline(True)
    page.goto(f"{server}/el/law/27")
    page.click("#offline a[href='#chart/insufficient_bid']")
    chart = page.locator("#offline .tree")
    expect(chart).to_contain_text("27Α1")
    expect(chart).to_contain_text("Το δέχτηκε ο ΑΣΑ του υπαίτιου;")
    expect(chart).to_contain_text("27Β4")
    kept(page, "chart-offline-el")
    assert wide(page) == 0
    assert faults(page) == []
    page.goto(f"{server}/el/chart/bid_out_of_rotation")
    expect(chart).to_contain_text("31Α1")
    kept(page, "chart-long-offline-el")
    page.goto(f"{server}/el/offline#ask/revoke_established")
    page.click("#offline a[href^='#chart/']")
    expect(chart).to_contain_text("64")
    page.goto(f"{server}/el/offline#menu")
    page.fill("#text", LEAD)
    page.click("#keep button.main")
    page.click("#offline [data-situation=opening_lead_out_of_turn]")
    expect(page.locator("#offline article")).to_contain_text("54")
    context.set_offline(False)


def test_a_tap_that_the_signal_swallowed_is_asked_on_the_phone(page: Page, context: BrowserContext, server: str) -> None:
    """A situation tapped as the signal goes begins the interview without it."""
    page.evaluate(READY)
    page.goto(f"{server}/el/situations")
    context.set_offline(True)
    page.click("details#play summary")
    page.click("button[value='#irregularity=revoke_established']")
    expect(page.locator("#offline article")).to_contain_text("ρενόνς")


def test_a_new_version_takes_over_and_the_conversation_stays(page: Page, context: BrowserContext, server: str) -> None:
    """The store of an older make goes; what was said and what waits to be sent stay."""
    page.evaluate("() => caches.open('advisor-old').then((cache) => cache.put('/el/offline', new Response('old')))")
    page.evaluate("() => localStorage.setItem('last', JSON.stringify([{ law: '54', situation: 'x', number: '9', at: 1 }]))")
    ask(page, GREEK)
    page.evaluate(READY)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((it) => it.unregister())")
    page.reload()
    page.evaluate(READY)
    names = page.evaluate("() => caches.keys()")
    page.reload()

    assert [name for name in names if name == "advisor-old"] == []
    assert len([name for name in names if name.startswith("advisor-")]) == 1
    expect(page.locator("article .ruling")).to_contain_text("Νόμος 27")
    assert page.evaluate("() => JSON.parse(localStorage.getItem('last')).length") == 2
    expect(page.locator("footer .about")).to_contain_text("Κώδικας 2017")


@pytest.mark.parametrize("lang", ["el", "en"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_screen_has_a_serious_fault(browser: Browser, server: str, lang: str, theme: str) -> None:
    """axe-core on every screen, in both languages and both themes; nothing wider than the phone; nothing moves by itself."""
    context = phone(browser, lang, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{server}/{lang}")
    page.wait_for_load_state("networkidle")
    watch_shifts(page)
    found: list[object] = [("first", each) for each in faults(page)]
    kept(page, f"first-{lang}-{theme}")
    ask(page, GREEK if lang == "el" else ENGLISH)
    for summary in page.locator("article details > summary").all():
        if summary.is_visible():
            summary.click()
    found += [("answer", each) for each in faults(page)]
    kept(page, f"answer-{lang}-{theme}")
    shifted = page.evaluate("() => window.shifted")
    for path in ("situations", "laws", "law/27", "chart/insufficient_bid", "table", "offline", "laws?q=revoke", "law/99"):
        page.goto(f"{server}/{lang}/{path}")
        page.wait_for_load_state("networkidle")
        found += [(path, each) for each in faults(page)] + [(path, "wide")] * (wide(page) > 0)
        kept(page, f"{path.split('?')[0].replace('/', '-')}-{lang}-{theme}")
    context.close()

    assert found == []
    assert shifted < 0.01


@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (360, 2)])
def test_it_is_readable_when_narrow_or_large(browser: Browser, server: str, width: int, zoom: int) -> None:
    """At 320 pixels, and at 200 %: all of it is reached by scrolling down only, and no tap target is small."""
    context = phone(browser, viewport={"width": width // zoom, "height": 740 // zoom}, device_scale_factor=zoom)
    page = context.new_page()
    page.goto(f"{server}/el")
    ask(page, GREEK)
    for summary in page.locator("article details > summary").all():
        if summary.is_visible():
            summary.click()
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, .button, summary, input:not([type=hidden])')].filter((it) =>"
        " it.offsetHeight && it.getBoundingClientRect().height < 44).map((it) => it.outerHTML.slice(0, 80))"
    )
    kept(page, f"narrow-{width}-{zoom}")
    told = [wide(page)]
    for path in ("situations", "law/27", "table", "offline"):
        page.goto(f"{server}/el/{path}")
        told.append(wide(page))
    context.close()

    assert small == []
    assert told == [0] * 5


def test_it_is_used_by_keyboard_and_heard(page: Page) -> None:
    """The field, the button, the answer: reached by Tab alone, named, and told by a live region."""
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.focus("#text")
    page.keyboard.type(GREEK)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("article.card:not(.preview)")

    assert page.locator("#answer").get_attribute("aria-live") == "polite"
    assert page.locator("main, header, footer, nav").count() == 4
    expect(page.get_by_label("Πείτε κι άλλα, ρωτήστε, διορθώστε")).to_be_visible()
    spoken = page.locator("svg.auction").get_attribute("aria-label") or ""
    assert "2 σπαθιά, 1 πίκες (ανεπαρκής)" in spoken


def test_the_budgets_hold(browser: Browser, server: str, record_property: Callable[[str, object], None]) -> None:
    """First load under 150 KB; a tap answered within 100 ms on a processor slowed four times, and within 300 ms over slow 3G."""
    context = phone(browser)
    page = context.new_page()
    bytes_sent: list[int] = []
    page.on(
        "requestfinished",
        lambda request: bytes_sent.append(sum(v for k, v in request.sizes().items() if k.startswith("response"))),
    )
    page.goto(f"{server}/el")
    page.wait_for_load_state("load")
    first_load = sum(bytes_sent)
    page.evaluate(READY)
    page.goto(f"{server}/el/situations")
    page.wait_for_timeout(600)
    slow = context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    opened = page.evaluate(OPENED)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", SLOW)
    answered = page.evaluate(ANSWERED)
    slow.send("Network.emulateNetworkConditions", {**SLOW, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    page.wait_for_selector("article.card:not(.preview)")  # else the answer under way comes into what follows
    context.clear_cookies()
    page.goto(f"{server}/el")
    page.wait_for_load_state("networkidle")  # "after load": the phone has what it takes along
    page.wait_for_timeout(1500)
    slow.send("Network.emulateNetworkConditions", SLOW)
    page.fill("#text", LEAD)
    guessed = page.evaluate(LIKELY)
    kept(page, "likely-el")
    likely = page.locator("article.preview .likely").all_inner_texts()
    page.wait_for_selector("article.card:not(.preview)")
    context.close()
    figures = f"tap {opened:.0f} ms, over slow 3G a situation {answered:.0f} ms, a story {guessed:.0f} ms"
    record_property("budgets", f"first load {first_load} bytes, {figures}")

    assert first_load < 150_000
    assert opened < 100
    assert answered < 300
    assert guessed < 300
    assert any("(54)" in each for each in likely)
