// The first answer to a tap, from the phone's own data, while the advisor's is on its way.
import { rule, told } from "./engine.mjs";
import { guess } from "./guess.mjs";

const p = (text, kind) => {
  const made = document.createElement("p");
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
};

function waiting() {
  const card = document.createElement("article");
  card.className = "card preview";
  card.setAttribute("aria-busy", "true");
  return card;
}

// A card with the situations that a story is likely to be, each a link to its questions; nothing where too little is known of it.
export function likely(data, part, text, { head, lead, page }) {
  const found = guess(text, part, (name) => String(parseInt(data.tables[name].law, 10)));
  if (!found.length) return null;
  const card = waiting();
  card.append(p(head, "kicker"));
  for (const name of found) {
    const link = document.createElement("a");
    link.className = "button likely";
    link.href = `${page}#ask/${name}`;
    link.textContent = `${data.tables[name].name} (${parseInt(data.tables[name].law, 10)})`;
    card.append(link);
  }
  card.append(p(lead, "hint"));
  return card;
}

// A card for a tap on a situation or on the answer to a question; nothing for anything else.
export function preview(data, text, { irregularity = "", known = "{}" }) {
  const [, name, value] = text.match(/^#(\w+)=(\w+)$/) ?? [];
  const picked = name === "irregularity";
  const table = data.tables[picked ? value : irregularity];
  if (!table || !name || !(picked || table.asks[name]?.values.includes(value))) return null;
  const ruled = rule(table, picked ? {} : { ...JSON.parse(known), [name]: value });
  const said = told(table, ruled, data);
  const card = waiting();
  const head = document.createElement("h2");
  const [first, ...others] = [...said.lines.slice(0, 1), said.head, ...said.lines.slice(1)];
  head.textContent = first;
  card.append(head, ...others.map((line) => p(line)));
  if (!ruled.row && ruled.question) card.append(p(data.facts[ruled.question].ask, "question"));
  for (const part of said.parts.slice(0, 1)) card.append(p(`${part.head}:`, "under"), ...part.lines.map((line) => p(line, "item")));
  return card;
}
