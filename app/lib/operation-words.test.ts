import { expect, it } from "vitest";
import { hasWords } from "./operation-words";

it("a word in place of a number is translated, but not a client's name", () => {
  expect(hasWords("trafficGb", "tariffs list")).toBe(true);
  expect(hasWords("freeMemoryMb", "capacity show")).toBe(true);
  for (const column of ["name", "clientName", "comment"])
    expect(hasWords(column, "clients find")).toBe(false);
});
