import { expect, test } from "vitest";
import { excerpt, searchQuestions } from "./search-questions";

const questions = [
  { title: "How do I renew a server?", text: "Open Renewal in the row of the server." },
  { title: "Which rate do I need?", text: "Count your terminals; a server can be moved to a larger rate." },
  { title: "Как продлить сервер?", text: "Откройте «Продление». Нужен ещё один сервер?" },
];
const titlesFor = (query: string) => searchQuestions(questions, query).map(({ title }) => title);

test("a match in the title comes before one in the text", () => {
  expect(titlesFor("server")).toEqual(["How do I renew a server?", "Which rate do I need?"]);
});

test("every word must occur, whatever its case and ending", () => {
  expect(titlesFor("SERVERS rates")).toEqual(["Which rate do I need?"]);
  expect(titlesFor("продление серверов")).toEqual(["Как продлить сервер?"]);
  expect(titlesFor("server moon")).toEqual([]);
});

test("ё and е are the same letter", () => {
  expect(titlesFor("еще")).toEqual(["Как продлить сервер?"]);
});

test.each(["", "  ", "?!", "()[]{}\\"])("%j finds nothing", (query) => {
  expect(titlesFor(query)).toEqual([]);
});

test("an excerpt shows the matched word, cut between words", () => {
  const text = `${"alpha beta ".repeat(30)}needle ${"gamma delta ".repeat(30)}`;
  const shown = excerpt(text, "needle");
  expect(shown).toMatch(/^… (alpha|beta) .*needle.* (gamma|delta) …$/);
  expect(excerpt("short", "none")).toBe("short");
});
