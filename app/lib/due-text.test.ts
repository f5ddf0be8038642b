import { describe, expect, it } from "vitest";
import { dueText } from "./due-text";

const viewer = { language: "en", zone: "Europe/Berlin" } as const;

describe("dueText", () => {
  it("names the day of a withdrawal that its client is told", () => {
    expect(dueText({ kind: "withdrawal" }, "2026-12-05T00:00:00.000Z", viewer)).toBe("4 Dec 2026");
  });

  it("names the moment of everything else", () => {
    expect(dueText({ kind: "testServer" }, "2026-12-05T00:00:00.000Z", viewer)).toMatch(/^5 Dec 2026, 01:00/);
  });
});
