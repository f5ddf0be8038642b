/** A question of the FAQ, as plain words. */
export type Searchable = { title: string; text: string };

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ё", "е")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words change their ends (server, servers; сервер, сервера): longer ones are compared without their last letters. */
const stem = (word: string) =>
  word.length > 6 ? word.slice(0, -2) : word.length > 4 ? word.slice(0, -1) : word;

const titleWeight = 5;

/**
 * The questions that hold every word that was asked for, the best first: a word in the title weighs five of the text.
 * Nothing asked for finds nothing.
 */
export function searchQuestions<Q extends Searchable>(questions: readonly Q[], query: string): Q[] {
  const stems = words(query).slice(0, 10).map(stem);
  if (stems.length === 0) return [];
  const scored = questions.map((question) => {
    const [title, text] = [words(question.title), words(question.text)];
    const count = (list: string[], wanted: string) => list.filter((word) => word.startsWith(wanted)).length;
    const scores = stems.map(
      (wanted) => titleWeight * count(title, wanted) + Math.min(titleWeight, count(text, wanted)),
    );
    return { question, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ question }) => question);
}

/** About 160 signs of a text around the first word that was asked for, cut between words. */
export function excerpt(text: string, query: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const folded = flat.toLowerCase().replaceAll("ё", "е");
  const places = words(query)
    .map((word) => folded.indexOf(stem(word)))
    .filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...(places.length ? places : [0])) - 60);
  const start = from === 0 ? 0 : flat.indexOf(" ", from) + 1;
  const end = start + 160 >= flat.length ? flat.length : flat.lastIndexOf(" ", start + 160);
  return `${start > 0 ? "… " : ""}${flat.slice(start, end)}${end < flat.length ? " …" : ""}`;
}
