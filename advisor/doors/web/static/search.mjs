// Finds laws, paragraphs and situations by their words, without accents and without regard to endings.
const ENDING = 6;
const SMALL = 3;

export const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/ς/g, "σ");
const stems = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2).map((word) => word.slice(0, ENDING));

function entries(data) {
  const found = [];
  for (const [name, table] of Object.entries(data.tables)) found.push({ kind: "situation", name, ref: table.law, text: table.name, weight: 1.5 });
  for (const [number, law] of Object.entries(data.laws)) {
    found.push({ kind: "law", ref: number, text: law.title, weight: 1.3 });
    for (const [ref, text] of Object.entries(law.paragraphs)) found.push({ kind: "law", ref, text, weight: 1 });
  }
  return found.map((entry) => ({ ...entry, stems: stems(entry.text) }));
}

// What fits the words, best first: rare words count more, short texts before long ones.
export function find(words, data, most = 20) {
  const cited = reference(words, data);
  const all = (data.index ??= entries(data));
  const wanted = stems(words);
  const has = (entry, stem) => entry.stems.some((each) => each === stem || (stem.length > SMALL + 1 && each.startsWith(stem)));
  const rare = wanted.map((stem) => 1 / Math.sqrt(1 + all.filter((entry) => has(entry, stem)).length));
  const whole = rare.reduce((sum, each) => sum + each, 0) || 1;
  const scored = all.map((entry) => {
    const hit = wanted.reduce((sum, stem, at) => sum + (has(entry, stem) ? rare[at] : 0), 0);
    return { entry, score: hit ? (entry.weight * hit) / whole - entry.stems.length / 4000 : 0 };
  });
  const found = scored.filter((each) => each.score > 0).sort((a, b) => b.score - a.score).slice(0, most).map((each) => each.entry);
  return cited ? [{ kind: "law", ref: cited, text: textOf(cited, data) }, ...found] : found;
}

// The canonical reference that a text is, in either script, or nothing.
export function reference(text, data) {
  const plain = (ref) => ref.replace(/[\s.]/g, "").toLocaleUpperCase();
  const wanted = plain(text);
  return [...Object.keys(data.refs)].find((ref) => plain(ref) === wanted || plain(data.refs[ref]) === wanted) ?? "";
}

function textOf(ref, data) {
  const law = data.laws[ref.match(/^\d+/)[0]];
  return law?.paragraphs[ref] ?? law?.title ?? "";
}
