// The page without signal: laws, search, situations and the guided interview, from the data that the phone took along.
import { drawn } from "./chart.mjs";
import { laws, rowLines, rule, told } from "./engine.mjs";
import { guess } from "./guess.mjs";
import { find } from "./search.mjs";

let data;
let part;
let site;
const place = document.querySelector("#offline");
const t = (name) => data.texts[name];
const ref = (law) => data.refs[law] ?? law;

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "tap") made.addEventListener("click", value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const go = (where) => { location.hash = where; };
const button = (label, tap, kind = "") => make("button", { type: "button", tap, ...(kind ? { class: kind } : {}) }, label);
const lawLink = (law, label = ref(law)) => make("a", { class: "button", href: `#law/${encodeURIComponent(law)}` }, label);

const chartLink = (id) => make("a", { class: "button", href: `#chart/${id}` }, t("charts"));

function show(...children) {
  place.replaceChildren(...children);
  scrollTo(0, 0);
}

function menu() {
  const search = make("form", { class: "ask", role: "search" },
    make("label", { for: "q" }, t("find_label")),
    make("p", { class: "row" }, make("input", { id: "q", required: "" }), " ", make("button", { class: "main" }, t("find"))));
  search.addEventListener("submit", (event) => { event.preventDefault(); go(`find/${encodeURIComponent(search.elements.q.value)}`); });
  const phases = Object.entries(data.phases).map(([phase, name]) => listed(name, ofPhase((table) => table.phase === phase && table.kind !== "rights")));
  const rights = listed(t("rights"), ofPhase((table) => table.kind === "rights"));
  show(make("h1", {}, t("offline")), make("p", { class: "hint" }, t("offline_lead")), search,
    make("h2", {}, t("situations")), ...phases, rights, make("p", { class: "row" }, make("a", { class: "button", href: "#laws" }, t("laws"))));
}

function ofPhase(belongs) {
  const found = Object.entries(data.tables).filter(([, table]) => belongs(table));
  return found.sort(([, a], [, b]) => parseInt(a.law, 10) - parseInt(b.law, 10) || a.name.localeCompare(b.name, data.lang));
}

function listed(name, found) {
  const buttons = found.map(([id, table]) => make("button", { type: "button", tap: () => go(`ask/${id}`), "data-situation": id },
    make("span", {}, table.name, " ", make("small", {}, String(parseInt(table.law, 10))))));
  return make("details", {}, make("summary", {}, name, " ", make("small", {}, String(found.length))), make("div", { class: "choices" }, ...buttons));
}

const hash = (id, facts) => `ask/${id}?${new URLSearchParams(facts)}`;

// The interview: one question at a time, every answer may be changed, "don't know" shows where each answer leads.
function ask(id, facts) {
  const table = data.tables[id];
  if (!table) return menu();
  const unknown = facts.unknown ?? "";
  const answers = Object.fromEntries(Object.entries(facts).filter(([name]) => name !== "unknown"));
  const ruled = rule(table, answers);
  const said = told(table, ruled, data);
  const [first, ...others] = [...said.lines.slice(0, 1), said.head, ...said.lines.slice(1)];
  const card = make("article", { class: "card" }, make("h2", {}, first));
  if (table.asked && !ruled.row && table.kind === "rights") card.append(make("p", {}, data.lines[table.asked]));
  card.append(...others.map((line) => make("p", {}, line)));
  if (!ruled.row && ruled.question) card.append(...question(id, table, ruled, answers, unknown));
  const supposed = presumed(id, table, ruled, answers);
  for (const part of said.parts) {
    if (supposed && part.head === data.frames.presumed) card.append(supposed);
    else card.append(make("details", {}, make("summary", {}, part.head), ...part.lines.map((line) => make("p", { class: "item" }, line))));
  }
  if (table.neighbours.length) {
    const near = table.neighbours.map(([, name, because]) => make("p", { class: "item" }, `${name}: ${data.lines[because]}`));
    card.append(make("details", {}, make("summary", {}, data.frames.neighbours), ...near));
  }
  card.append(make("p", { class: "row" }, ...said.laws.slice(0, 6).map((law) => lawLink(law)), chartLink(id)));
  show(card, ...soFar(id, answers), make("p", { class: "row" }, button(t("start_over"), () => go(""))));
  return undefined;
}

// What is presumed, such as that nobody has chosen yet, with the other answers to tap; nothing where no other is possible.
function presumed(id, table, ruled, answers) {
  if (!ruled.presumed.length) return undefined;
  const each = ruled.presumed.map(([name, usual]) => {
    const fact = data.facts[name];
    const others = table.asks[name].values.filter((value) => value !== usual && rule(table, { ...answers, [name]: value }).taken[name] === value);
    return make("div", { "data-fact": name }, make("p", { class: "item" }, `${fact.ask} ${fact.values[usual]}`), make("div", { class: "choices" },
      ...others.map((value) => make("button", { type: "button", tap: () => go(hash(id, { ...answers, [name]: value })), "data-value": value }, fact.values[value]))));
  });
  return make("details", { class: "presumed" }, make("summary", {}, data.frames.presumed), ...each);
}

function question(id, table, ruled, answers, unknown) {
  const fact = data.facts[ruled.question];
  const line = make("p", { class: "question" }, fact.ask);
  if (unknown === ruled.question) return [line, make("p", { class: "under" }, t("leads_where")), ...ruled.branches.map((branch) => leads(table, ruled, branch, answers))];
  const buttons = ruled.branches.map((branch) => make("button",
    { type: "button", tap: () => go(hash(id, { ...answers, [ruled.question]: branch.value })), "data-value": branch.value }, fact.values[branch.value]));
  const noIdea = button(t("unknown"), () => go(hash(id, { ...answers, unknown: ruled.question })));
  return [line, make("div", { class: "choices" }, ...buttons, noIdea)];
}

function leads(table, ruled, branch, answers) {
  const there = rule(table, { ...answers, [ruled.question]: branch.value });
  const row = there.row ?? there.until;
  const what = row ? rowLines(row, data).join(" ") : there.question ? data.facts[there.question].ask : "";
  return make("p", { class: "item" }, `${data.facts[ruled.question].values[branch.value]}: ${ref(laws(table, there)[0])}. ${what}`);
}

function soFar(id, answers) {
  const entries = Object.entries(answers).filter(([name]) => data.facts[name]);
  if (!entries.length) return [];
  const without = (name) => Object.fromEntries(Object.entries(answers).filter(([each]) => each !== name));
  return [make("h2", {}, t("answers_so_far")), ...entries.map(([name, value]) => make("p", { class: "row" },
    `${data.facts[name].ask} ${data.facts[name].values[value]} `, button(t("change_answer"), () => go(hash(id, without(name))))))];
}

function law(wanted) {
  const number = wanted.match(/^\d+/)?.[0];
  const found = data.laws[number];
  if (!found) return menu();
  const list = make("dl", { class: "paragraphs" }, ...Object.entries(found.paragraphs).map(([each, text]) =>
    make("div", wanted !== number && each.startsWith(wanted) ? { class: "wanted" } : {}, make("dt", {}, ref(each)), make("dd", {}, text))));
  const decided = ofPhase((table) => String(parseInt(table.law, 10)) === number).map(([id, table]) =>
    make("p", { class: "row" }, make("a", { class: "button", href: `#ask/${id}` }, table.name), chartLink(id)));
  show(make("h1", {}, `${t("law_word")} ${number}. ${found.title}`), list,
    make("p", { class: "row" }, ...found.see.map((each) => lawLink(each))), ...decided,
    make("p", { class: "row" }, button(t("start_over"), () => go(""))));
  return undefined;
}

function chart(id) {
  const table = data.tables[id];
  if (!table) return menu();
  show(make("h1", {}, `${t("charts")}: ${table.name}`), drawn(table, data, make, (each) => lawLink(each, `${t("law_word")} ${ref(each)}`)),
    make("p", { class: "row" }, lawLink(String(parseInt(table.law, 10)), `${t("law_word")} ${parseInt(table.law, 10)}`), make("a", { class: "button", href: `#ask/${id}` }, table.name)));
  return undefined;
}

function allLaws() {
  const items = Object.entries(data.laws).map(([number, each]) => make("li", {}, make("a", { href: `#law/${number}` }, make("b", {}, number), ` ${each.title}`)));
  show(make("h1", {}, t("laws")), make("ul", { class: "found" }, ...items));
}

function search(words) {
  const items = find(words, data).map((each) => make("li", {}, make("a",
    { href: each.kind === "situation" ? `#ask/${each.name}` : `#law/${encodeURIComponent(each.ref)}` }, make("b", {}, ref(each.ref)), ` ${each.text}`)));
  show(make("h1", {}, t("find")), make("ul", { class: "found" }, ...(items.length ? items : [make("li", {}, t("find_none"))])),
    make("p", { class: "row" }, button(t("start_over"), () => go(""))));
}

// What a kept story is likely to be: its questions can be asked before it is sent.
function likely(text) {
  const found = part ? guess(text, part, (name) => String(parseInt(data.tables[name].law, 10))) : [];
  if (!found.length) return;
  show(make("h1", {}, t("looks_like")), make("div", { class: "choices" }, ...found.map((id) =>
    make("button", { type: "button", tap: () => go(`ask/${id}`), "data-situation": id }, `${data.tables[id].name} (${parseInt(data.tables[id].law, 10)})`))),
    make("p", { class: "row" }, button(t("start_over"), () => { go("menu"); })));
}

function keep(text, form) {
  site.keep(text, site.newId(), form);
  likely(text);
}

function route() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [page, ...rest] = path.split("/");
  const what = decodeURIComponent(rest.join("/"));
  if (page === "ask") ask(what, Object.fromEntries(new URLSearchParams(query)));
  else if (page === "law") law(what);
  else if (page === "chart") chart(what);
  else if (page === "laws") allLaws();
  else if (page === "find") search(what);
  else menu();
}

// What was tapped or typed as the signal went: a situation is asked on, a law is opened, a story is given back to be kept.
function arrived() {
  const sent = decodeURIComponent(location.hash.slice(1));
  const situation = sent.match(/^#irregularity=(\w+)$/)?.[1];
  const [, kind, there] = location.pathname.match(/\/(law|chart)\/([^/]+?)(?:\.svg)?$/) ?? [];
  if (situation) history.replaceState(null, "", `#ask/${situation}`);
  else if (sent && !/^(ask|law|laws|chart|find|menu)(\/|$)/.test(sent)) {
    history.replaceState(null, "", location.pathname);
    if (!sent.startsWith("#")) return sent;
  } else if (there && !sent) history.replaceState(null, "", `#${kind}/${there}`);
  return "";
}

export async function open(where) {
  site = where;
  data = await fetch(document.body.dataset.data).then((answer) => answer.json());
  document.querySelector("#kept-data").textContent = ` · ${data.edition}, ${data.data}`;
  part = await fetch(document.body.dataset.guess).then((answer) => answer.json()).catch(() => undefined);
  const story = arrived();
  addEventListener("hashchange", route);
  route();
  if (story) keep(story);
  const form = document.querySelector("#keep");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(form.elements.text.value, form);
  });
}
