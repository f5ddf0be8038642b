import { expect, it } from "vitest";
import { isWord } from "./operation-words";

it("a word in place of a number is translated, but not a client's name", () => {
  expect(isWord("unlimited", "trafficGb", "tariffs list")).toBe(true);
  expect(isWord("unknown", "memory", "capacity show")).toBe(true);
  for (const column of ["name", "clientName", "comment"])
    expect(isWord("unlimited", column, "clients find")).toBe(false);
});
