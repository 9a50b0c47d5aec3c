// Which situations a story is likely to be: a part of the advisor's own judge of raw text, small enough for a phone. A guess only.
const SAME = { "ς": "σ", "µ": "μ", "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϲ": "σ", "ϵ": "ε" };
const WORD = /[^\s.,;:!?«»"“”()[\]]+/gu;
const LENGTHS = [4, 5];
const COLUMN = 256;
const VALUE = 80;
const FINE = 100;
const FEWEST = 8; // runs that must be known before anything is guessed

const fold = (text) => text.normalize("NFC").normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().replace(/[ςµϐϑϕϖϰϱϲϵ]/gu, (each) => SAME[each]);

// The runs of four and five letters of the words of a text, the two ends of a word marked by a blank.
export function runsOf(text) {
  const found = new Set();
  for (const word of new Set(fold(text).match(WORD) ?? [])) {
    const whole = [..." ", ...word, " "];
    for (const length of LENGTHS) {
      for (let at = 0; at + length <= whole.length; at += 1) found.add(whole.slice(at, at + length).join(""));
    }
  }
  return found;
}

// The likeliest situations by id, best first, of different laws; none where too little is known of the text.
export function guess(text, part, lawOf, most = 3) {
  part.index ??= new Map(part.runs.split("\n").map((run, at) => [run, at]));
  const known = [...runsOf(text)].map((run) => part.index.get(run)).filter((at) => at !== undefined);
  if (known.length < FEWEST) return [];
  const norm = Math.hypot(...known.map((at) => part.idf[at]));
  const scores = part.bias.map((each) => each / FINE);
  for (const at of known) {
    const row = part.rows[at];
    const there = (part.idf[at] / norm) * part.step;
    for (let i = 0; i < row.length; i += 2) scores[row.charCodeAt(i) - COLUMN] += there * (row.charCodeAt(i + 1) - VALUE);
  }
  const found = [];
  const laws = new Set();
  for (const at of scores.map((_, each) => each).sort((a, b) => scores[b] - scores[a])) {
    const law = lawOf(part.names[at]);
    if (!laws.has(law)) found.push(part.names[at]);
    laws.add(law);
    if (found.length === most) break;
  }
  return found;
}
