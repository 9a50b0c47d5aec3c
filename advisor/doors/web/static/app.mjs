// The page's own script: answers without a reload, texts kept while there is no signal, and what a tap does.
const body = document.body;
const { root, lang } = body.dataset;
const texts = JSON.parse(body.dataset.texts);
const $ = (selector, from = document) => from.querySelector(selector);
const kept = {
  all: () => read("kept"),
  add: (one) => write("kept", [...read("kept"), one]),
  drop: (id) => write("kept", read("kept").filter((each) => each.id !== id)),
};

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) ?? []; } catch { return []; }
}

function write(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* no room: the page works without */ }
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function say(text) {
  const place = $("#waiting");
  if (place) place.textContent = text;
}

// One message to the advisor: the part of the page that answers it. Throws TypeError when there is no signal.
async function sent(action, data) {
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams(data), headers: { "X-Part": "1" } });
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(told.detail ?? texts.failed), { status: answer.status });
  }
  return answer.text();
}

function show(html) {
  const place = $("#answer");
  if (!place) return false;
  place.innerHTML = html;
  const card = $("article.card", place);
  $("#start")?.toggleAttribute("hidden", Boolean(card));
  const field = $("#text");
  const label = $("label[for=text]");
  if (field && label) label.textContent = card ? field.dataset.then : field.dataset.first;
  ready(place);
  remember(card);
  place.scrollIntoView({ block: "start" });
  return true;
}

async function submit(event) {
  const form = event.target;
  const action = form.getAttribute("action") ?? "";
  if (!action.endsWith("/say") || !action.startsWith(`${root}/${lang}/`)) return;
  const data = new FormData(form, event.submitter ?? undefined);
  const ticket = ++asked;
  meanwhile(String(data.get("text") ?? ""), ticket);
  if (!$("#answer")) return;
  event.preventDefault();
  data.set("message", newId());
  say(texts.sending);
  try {
    const html = await sent(action, data);
    answered = Math.max(answered, ticket);
    if (answered === ticket) show(html);
    if (form.id === "say") form.reset();
    say("");
  } catch (error) {
    if (error instanceof TypeError) keep(String(data.get("text") ?? ""), data.get("message"), form);
    else say(error.message);
  }
}

const SOON = 1000;

// Without signal a story is kept; a tap is not, for what it answers may have changed by then.
export function keep(text, id, form) {
  if (!text.trim() || text.startsWith("#")) return say(texts.failed);
  kept.add({ id, text, lang, at: Date.now() });
  form?.reset();
  say(`${texts.kept} ${kept.all().map((each) => each.text).join(" · ")}`);
  $("#signal")?.removeAttribute("hidden");
  if (navigator.onLine) setTimeout(flush, SOON);
  return undefined;
}

// What the phone can say by itself is shown until the advisor's own answer arrives over a slow line: the whole first answer to a
// tap at once, the likely situations of a story a moment later (over a quick line the answer is there before).
const MOMENT = 150;
let mine;
let asked = 0;
let answered = 0;
const awaited = (ticket) => ticket === asked && answered < ticket;  // what is taken along may be there only after the answer
async function takeAlong() {
  const kept = (address) => ("caches" in window ? caches.match(address).catch(() => undefined) : undefined);
  const [data, part] = await Promise.all([kept(body.dataset.data), kept(body.dataset.guess)]);
  if (data && part) mine = { data: await data.json(), part: await part.json(), ...(await import("./preview.mjs")) };
}

async function meanwhile(text, ticket) {
  if (!mine) await takeAlong();
  if (!mine || !awaited(ticket)) return;
  const card = mine.preview(mine.data, text, $("article.card")?.dataset ?? {});
  const place = $("#answer") ?? $("#main");
  if (card) setTimeout(() => { if (awaited(ticket)) { place.replaceChildren(card); scrollTo(0, 0); } });
  else if (!text.startsWith("#") && place.id === "answer" && !$("article.card")) setTimeout(likely, MOMENT, text, place, ticket);
}

// The situations that a story is likely to be, each leading to its questions, which are asked from the phone's own data.
function likely(text, place, ticket) {
  if (!awaited(ticket)) return;
  const card = mine.likely(mine.data, mine.part, text, { head: texts.like, lead: texts.lead, page: `${root}/${lang}/offline` });
  if (card && !$("article.card", place)) place.replaceChildren(card);
}

let flushing = false;
async function flush() {
  if (flushing || !kept.all().length) return;
  flushing = true;
  try {
    let html = "";
    for (const each of kept.all()) {
      html = await sent(`${root}/${each.lang}/say`, { text: each.text, message: each.id });
      kept.drop(each.id);
    }
    if (!show(html)) location.assign(`${root}/${lang}`);
    say(texts.sent);
    $("#signal")?.setAttribute("hidden", "");
  } catch (error) {
    if (refused(error.status) && $("#waiting")) giveUp(error.message);
  } finally {
    flushing = false;
  }
}

// A story is given up only when it would be refused again, and only where that can be said; a server that is busy, broken or
// away is asked once more later.
const LATER = [408, 425, 429];
const refused = (status) => status >= 400 && status < 500 && !LATER.includes(status);

function giveUp(why) {
  const [first] = kept.all();
  kept.drop(first.id);
  say(`${texts.refused} ${why} ${first.text}`);
  signal();
}

function remember(card) {
  const { law, situation, number } = card?.dataset ?? {};
  if (!law) return;
  const others = read("last").filter((each) => each.number !== number || each.situation !== situation);
  write("last", [{ law, situation, number, at: Date.now() }, ...others].slice(0, 5));
}

function last() {
  const place = $("#last");
  const told = read("last");
  if (!place || !told.length) return;
  const list = document.createElement("ul");
  list.className = "found";
  for (const each of told) {
    const item = list.appendChild(document.createElement("li"));
    const link = item.appendChild(document.createElement("a"));
    link.href = `${root}/${lang}/law/${encodeURIComponent(each.law)}`;
    const number = link.appendChild(document.createElement("b"));
    number.textContent = each.law;
    link.append(` ${each.situation}`);
  }
  const head = document.createElement("h2");
  head.textContent = texts.last;
  place.replaceChildren(head, list);
}

// The ruling as a clean text: each line as it is read, the suits as signs only, the answers to the question with where they lead.
function plain(line) {
  const copy = line.cloneNode(true);
  for (const name of copy.querySelectorAll(".said")) name.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function told() {
  const card = $("article.card");
  const lines = [...(card?.querySelectorAll(".ruling > *") ?? [])].map((line) => (line.matches(".item, .deeper") ? `- ${plain(line)}` : plain(line)));
  const choices = [...(card?.querySelectorAll(":scope > .choices button") ?? [])].filter((each) => $("small", each))
    .map((each) => `- ${plain($("b", each))}: ${plain($("small", each))}`);
  return [...lines.filter(Boolean), ...choices, texts.name].join("\n");
}

const chosen = (name, value) => {
  try { if (value) localStorage.setItem(name, value); else localStorage.removeItem(name); } catch { /* kept for now only */ }
};
const DOES = {
  theme() {
    const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
    chosen("theme", document.documentElement.dataset.theme);
  },
  suits(button) {
    const named = document.documentElement.dataset.suits !== "named";
    if (named) document.documentElement.dataset.suits = "named"; else delete document.documentElement.dataset.suits;
    button.setAttribute("aria-pressed", String(named));
    chosen("suits", named ? "named" : "");
  },
  forget(button) {
    for (const name of ["kept", "last", "theme", "suits"]) chosen(name, "");
    for (const name of ["theme", "suits"]) delete document.documentElement.dataset[name];
    $("#last")?.replaceChildren();
    say("");
    button.textContent = texts.forgotten;
  },
  print: () => window.print(),
  share: () => navigator.share({ text: told() }).catch(() => undefined),
  copy: async (button) => { await navigator.clipboard.writeText(told()); button.textContent = texts.copied; },
  turn: () => $("#table-view").classList.toggle("turned"),
  larger: () => zoom(1.25),
  smaller: () => zoom(0.8),
};

function zoom(by) {
  const picture = $(".sheet svg");
  const width = Math.max(picture.parentElement.clientWidth, picture.getBoundingClientRect().width * by);
  Object.assign(picture.style, { width: `${width}px`, minWidth: "0" });
}

const CAN = { share: () => "share" in navigator, copy: () => "clipboard" in navigator };

function ready(from) {
  for (const button of from.querySelectorAll("[data-do][hidden]")) {
    if ((CAN[button.dataset.do] ?? (() => true))()) button.removeAttribute("hidden");
  }
}

function signal() {
  $("#signal")?.toggleAttribute("hidden", navigator.onLine && !kept.all().length);
  if (navigator.onLine) flush();
}

document.addEventListener("submit", submit);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (button) DOES[button.dataset.do]?.(button);
});
addEventListener("online", signal);
addEventListener("offline", signal);
setInterval(flush, 15000);
ready(document);
remember($("article.card"));
last();
signal();
if ("serviceWorker" in navigator) navigator.serviceWorker.register(`${root}/sw.js`, { scope: `${root}/` }).catch(() => undefined);
(window.requestIdleCallback ?? setTimeout)(takeAlong);
if ($("#offline")) import("./offline.mjs").then((page) => page.open({ root, lang, keep, newId }));
