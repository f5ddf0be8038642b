import { describe, expect, it } from "vitest";
import { retiredIn, retiredNames } from "./retired-names";

const names = retiredNames("# a comment\noldName = newName\nrooms/ = layers/\nold-file.ts = new-file.ts\n");
const messagesOf = (content: string, path = "app/x.ts") => retiredIn({ path, content }, names);

describe("retired names", () => {
  it("are rejected as whole identifiers, with their line and replacement", () => {
    expect(messagesOf("const a = 1;\noldName();")).toEqual(["app/x.ts:2: oldName is retired, use newName"]);
  });

  it("are rejected as path segments, in imports and in the file's own path", () => {
    expect(messagesOf('import "#api/rooms/kitchen";')).toHaveLength(1);
    expect(messagesOf("see `old-file.ts`")).toHaveLength(1);
    expect(messagesOf("", "api/rooms/kitchen.ts")).toEqual([
      "api/rooms/kitchen.ts: rooms/ is retired, use layers/",
    ]);
  });

  it("are allowed inside longer names", () => {
    expect(messagesOf("veryoldName; oldNames; mushrooms/ rooms/ and bed-rooms/x; older-old-file.ts")).toEqual(
      [],
    );
  });
});
