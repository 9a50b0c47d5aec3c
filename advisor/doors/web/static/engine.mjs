// Holds facts against a decision table, as the advisor does: the row that fires, or the fact that is missing and where it leads.
// The same data, the same outcome: the tests hold this file against the advisor itself, table by table and branch by branch.

const fits = (when, facts) => Object.entries(when ?? {}).every(([fact, value]) => facts[fact] === value);
const unique = (list) => [...new Set(list)];
const allRows = (table) => [...table.rows, ...table.exceptions];

function winners(table, facts) {
  const beating = table.exceptions.filter((row) => fits(row.when, facts));
  return beating.length ? beating : table.rows.filter((row) => fits(row.when, facts));
}

function* cases(table, known, names) {
  if (!names.length) {
    yield known;
    return;
  }
  const [name, ...rest] = names;
  for (const value of table.asks[name].values) yield* cases(table, { ...known, [name]: value }, rest);
}

// The rows still possible with what is known, in the table's order, each reached by at least one possible case.
export function openRows(table, facts) {
  const names = Object.keys(table.asks);
  const known = Object.fromEntries(names.filter((name) => name in facts).map((name) => [name, facts[name]]));
  const seen = new Set();
  for (const each of cases(table, known, names.filter((name) => !(name in known)))) {
    if (table.impossible.some((bar) => fits(bar, each))) continue;
    for (const row of winners(table, each)) seen.add(row.id);
  }
  return allRows(table).filter((row) => seen.has(row.id));
}

const says = (row) => JSON.stringify([row.law, row.then ?? [], row.answer ?? null]);
export const agree = (rows) => new Set(rows.map(says)).size === 1;

// The presumed values of facts neither known nor doubtful: together, or, where that cannot be, one by one, each at its presumed
// value or else at its `otherwise` value, if a case is left.
function presumptions(table, facts) {
  const usual = Object.entries(table.asks).filter(([name, ask]) => ask.presume && !(name in facts) && !table.doubtful.includes(name));
  const presumed = usual.map(([name, ask]) => [name, ask.presume]);
  if (!presumed.length || openRows(table, { ...facts, ...Object.fromEntries(presumed) }).length) return presumed;
  const taken = {};
  for (const [name, ask] of usual) {
    const could = [ask.presume, ask.otherwise].find((value) => value && openRows(table, { ...facts, ...taken, [name]: value }).length);
    if (could) taken[name] = could;
  }
  return Object.entries(taken);
}

// What follows from these facts: { row, rows, until, question, branches, presumed }.
export function rule(table, told) {
  const names = Object.keys(table.asks);
  let facts = Object.fromEntries(Object.entries({ ...table.decided, ...told }).filter(([name]) => names.includes(name)));
  const ends = (more) => ({ row: null, rows: [], until: null, question: "", branches: [], presumed: [], taken: facts, ...more });
  let rows = openRows(table, facts);
  if (!rows.length) {
    facts = {};
    rows = openRows(table, facts);
  }
  if (agree(rows)) return ends({ row: rows[0], rows });
  const presumed = presumptions(table, facts);
  if (presumed.length) {
    const withUsual = { ...facts, ...Object.fromEntries(presumed) };
    const assumed = openRows(table, withUsual);
    if (agree(assumed)) return ends({ row: assumed[0], rows: assumed, presumed, taken: withUsual });
    if (assumed.length) {
      facts = withUsual;
      rows = assumed;
    }
  }
  const [question, branches] = next(table, facts);
  return ends({ rows, until: until(table, facts), question, branches, presumed });
}

// The row that governs as long as nobody has answered, if there is one.
function until(table, facts) {
  const open = Object.entries(table.asks).filter(([name, ask]) => {
    const stands = ask.until && !(Object.keys(ask.unless).length && fits(ask.unless, facts));
    return stands && !(name in facts);
  });
  if (!open.length) return null;
  const rows = openRows(table, { ...facts, ...Object.fromEntries(open.map(([name, ask]) => [name, ask.until])) });
  return agree(rows) ? rows[0] : null;
}

// The first unknown fact whose answers lead to different rulings, or else to different rows.
export function next(table, facts) {
  let dividing = ["", []];
  for (const [name, ask] of Object.entries(table.asks)) {
    if (name in facts) continue;
    const branches = ask.values.map((value) => ({ value, rows: openRows(table, { ...facts, [name]: value }) }));
    const real = branches.filter((branch) => branch.rows.length);
    if (new Set(real.map((branch) => unique(branch.rows.map(says)).sort().join("\n"))).size > 1) return [name, real];
    const ids = new Set(real.map((branch) => branch.rows.map((row) => row.id).join(" ")));
    if (ids.size > 1 && !dividing[0]) dividing = [name, real];
  }
  return dividing;
}

const above = (upper, lower) => lower.startsWith(upper) && !(/\d$/.test(upper) && /^\d/.test(lower.slice(upper.length)));

function parent(ref) {
  if (ref.endsWith(")")) return ref.slice(0, ref.lastIndexOf("("));
  if (/\d$/.test(ref) && !/^\d+$/.test(ref)) return ref.replace(/\d+$/, "");
  return /[A-Za-z]$/.test(ref) ? ref.slice(0, -1) : "";
}

function common(laws, usual) {
  let head = laws[0] ?? usual;
  for (const law of laws) {
    while (!above(head, law)) {
      head = parent(head);
      if (!head) return usual;
    }
  }
  return above(usual, head) ? head : usual;
}

// A reference down to its section letter: 27B1(a) gives 27B.
const section = (ref) => ref.match(/^\d+[A-Z]?/)[0];

// The deepest paragraph above all rows still open; where that is a bare number, the section in which most of them lie.
function governing(rows, usual) {
  const whole = common(rows.map((row) => row.law), usual);
  if (!/^\d+$/.test(whole)) return whole;
  const share = new Map();
  for (const row of rows) share.set(section(row.law), (share.get(section(row.law)) ?? 0) + 1);
  const best = [...share.keys()].reduce((first, each) => (share.get(each) > share.get(first) ? each : first));
  return common(rows.filter((row) => section(row.law) === best).map((row) => row.law), best);
}

// The governing paragraph first, as deep as what is known allows, then the others that apply.
export function laws(table, ruled) {
  const found = ruled.row
    ? [ruled.row.law, ...ruled.rows.flatMap((row) => row.see ?? [])]
    : [...(ruled.until ? [ruled.until.law] : []), governing(ruled.rows, table.law),
       ...ruled.rows.map((row) => row.law), ...ruled.rows.flatMap((row) => row.see ?? [])];
  return unique([...found, ...table.see]);
}

// The facts held against the table that are known: what is only presumed is not.
export function known(ruled) {
  const presumed = new Set(ruled.presumed.map(([name]) => name));
  return Object.fromEntries(Object.entries(ruled.taken).filter(([name]) => !presumed.has(name)));
}

// The lines of one of the table's lists that are still to be said: what one needs is not denied, and nothing makes it needless.
export function said(table, group, facts) {
  const holds = ([fact, values]) => fact in facts && (values.includes("any") || values.includes(facts[fact]));
  const denied = (when) => Object.entries(when).some((cell) => cell[0] in facts && !holds(cell));
  const fit = (entry) => !(entry.when?.length && entry.when.every(denied)) && !Object.entries(entry.unless ?? {}).some(holds);
  return (table[group] ?? []).filter(fit).map((entry) => entry.line);
}

// What follows when a row holds, a sentence each; the verdict first when the row answers a question without saying it.
export function rowLines(row, data) {
  const lines = (row.then ?? []).map((line) => data.lines[line]);
  return row.verdict ? [data.frames[`answer_${row.answer}`], ...lines] : lines;
}

// All of a ruling in words: its head, what follows, and the further parts under their headings, as the page shows them.
export function told(table, ruled, data) {
  const governing = ruled.row ?? ruled.until;
  const ref = (law) => data.refs[law] ?? law;
  const meanwhile = said(table, "meanwhile", known(ruled)).slice(0, 1).map((line) => data.lines[line]);
  const lines = governing ? rowLines(governing, data) : meanwhile;
  if (table.kind === "judgement") lines.push(data.frames.judgement);
  const parts = [];
  for (const name of ["steps", "tests", "collect", "never_say", "later"]) {
    const lines = said(table, name, known(ruled)).map((line) => data.lines[line]);
    if (lines.length) parts.push({ head: data.frames[name === "steps" ? "at_the_table" : name], lines });
  }
  if (table.kind === "rights" && table.if_wrong) parts.push({ head: data.frames.if_wrong, lines: table.if_wrong.map((line) => data.lines[line]) });
  const presumed = ruled.presumed.map(([fact, value]) => data.facts[fact].values[value]);
  if (presumed.length) parts.push({ head: data.frames.presumed, lines: presumed });
  const refs = laws(table, ruled);
  return { head: `${data.frames.law} ${ref(refs[0])}: ${table.name}`, laws: refs, lines, parts };
}
