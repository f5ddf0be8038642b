/** An FAQ question in plain text. */
export type Searchable = { title: string; text: string };

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ё", "е")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Word endings vary (server, servers; сервер, сервера), so longer words are compared without their last letters. */
const stem = (word: string) =>
  word.length > 6 ? word.slice(0, -2) : word.length > 4 ? word.slice(0, -1) : word;

const titleWeight = 5;

/**
 * Returns the questions that contain every search word, best first; a match in the title weighs as much as five in
 * the text. An empty query returns none.
 */
export function searchQuestions<Q extends Searchable>(questions: readonly Q[], query: string): Q[] {
  const stems = splitWords(query).slice(0, 10).map(stem);
  if (stems.length === 0) return [];
  const scored = questions.map((question) => {
    const [title, text] = [splitWords(question.title), splitWords(question.text)];
    const count = (list: string[], prefix: string) => list.filter((word) => word.startsWith(prefix)).length;
    const scores = stems.map(
      (prefix) => titleWeight * count(title, prefix) + Math.min(titleWeight, count(text, prefix)),
    );
    return { question, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ question }) => question);
}

/** Returns an excerpt of about 160 characters around the first match, cut between words. */
export function excerpt(text: string, query: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const folded = flat.toLowerCase().replaceAll("ё", "е");
  const places = splitWords(query)
    .map((word) => folded.indexOf(stem(word)))
    .filter((index) => index >= 0);
  const from = Math.max(0, Math.min(...(places.length ? places : [0])) - 60);
  const start = from === 0 ? 0 : flat.indexOf(" ", from) + 1;
  const end = start + 160 >= flat.length ? flat.length : flat.lastIndexOf(" ", start + 160);
  return `${start > 0 ? "… " : ""}${flat.slice(start, end)}${end < flat.length ? " …" : ""}`;
}
