import { createTwoFilesPatch } from "diff";
import { describe, expect, it } from "vitest";
import { diffGroups } from "./diff-lines";

const groupsOf = (before: string, after: string) =>
  diffGroups(createTwoFilesPatch("1", "2", before, after, undefined, undefined, { context: 1 }));

describe("diffGroups", () => {
  it("returns what was added and removed, with the lines around it and without headers", () => {
    expect(groupsOf("# Offer\n\nOld\nEnd\n", "# Offer\n\nNew\nEnd\n")).toEqual([
      [
        { kind: "same", text: "" },
        { kind: "removed", text: "Old" },
        { kind: "added", text: "New" },
        { kind: "same", text: "End" },
      ],
    ]);
  });

  it("keeps lines that look like marks and headers", () => {
    const lines = groupsOf("- one\n@@ two\n", "- one\n--- two\n+++ three").flat();
    expect(lines).toEqual([
      { kind: "same", text: "- one" },
      { kind: "removed", text: "@@ two" },
      { kind: "added", text: "--- two" },
      { kind: "added", text: "+++ three" },
    ]);
  });

  it("separates changes that are apart", () => {
    const text = Array.from({ length: 20 }, (_, line) => `${line}`);
    const changed = text.map((line, index) => (index === 1 || index === 18 ? `${line}!` : line));
    expect(groupsOf(text.join("\n"), changed.join("\n"))).toHaveLength(2);
  });

  it("returns nothing of a text that is no diff", () => {
    expect(diffGroups("Nothing differs.")).toEqual([]);
    expect(diffGroups("+ one")).toEqual([]);
  });
});
