// The decision chart of a table for a narrow screen, from the phone's own data: questions, their answers, rulings at the ends.
// The same tree that the printed chart draws, in the order in which a director asks; what is asked twice is drawn once.
import { agree, next, openRows, rowLines } from "./engine.mjs";

const key = (node) => (node.same ??= JSON.stringify(node, (name, value) => (name === "same" || name === "rows" ? undefined : value)));

// { ask, answers: [[values], node] } or { law, ids, rows }; answers that lead to the same stand together.
export function tree(table, facts = {}) {
  const rows = openRows(table, facts);
  const [ask, branches] = agree(rows) ? ["", []] : next(table, facts);
  if (!ask) {
    const first = agree(rows) ? rows.slice(0, 1) : rows;
    return { law: first[0]?.law ?? table.law, ids: first.map((row) => row.id), rows: first };
  }
  const groups = new Map();
  for (const { value } of branches) {
    const below = tree(table, { ...facts, [ask]: value });
    if (!groups.has(key(below))) groups.set(key(below), [[], below]);
    groups.get(key(below))[0].push(value);
  }
  return { ask, answers: [...groups.values()] };
}

function counted(node, counts = new Map()) {
  if (!node.ask) return counts;
  counts.set(key(node), (counts.get(key(node)) ?? 0) + 1);
  node.answers.forEach(([, below]) => counted(below, counts));
  return counts;
}

// The chart as nested lists; `make` makes an element, `link` a link to a law.
export function drawn(table, data, make, link) {
  const whole = tree(table);
  const counts = counted(whole);
  const numbers = new Map();
  const usual = (name, value) => [table.asks[name].presume, table.asks[name].until].includes(value);
  const answer = (name, value) => data.facts[name].values[value] + (usual(name, value) ? ` (${data.texts.chart_presumed})` : "");

  function item(node) {
    if (!node.ask) {
      const lines = [...new Set(node.rows.flatMap((row) => rowLines(row, data)))];
      return make("div", { class: "leaf" }, link(node.law), ...lines.map((line) => make("p", {}, line)));
    }
    const again = numbers.get(key(node));
    if (again) return make("p", { class: "asks" }, data.texts.chart_see.replace("{number}", again));
    if (counts.get(key(node)) > 1) numbers.set(key(node), numbers.size + 1);
    const number = numbers.has(key(node)) ? `${numbers.get(key(node))}. ` : "";
    const below = node.answers.map(([values, child]) =>
      make("li", {}, make("p", { class: "answer" }, values.map((value) => answer(node.ask, value)).join(" / ")), item(child)));
    return make("div", {}, make("p", { class: "asks" }, number + data.facts[node.ask].ask), make("ul", {}, ...below));
  }
  return make("div", { class: "tree" }, item(whole));
}
