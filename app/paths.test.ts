import { describe, expect, it } from "vitest";
import { paths } from "./paths";

const hostile = [
  "..\\evil.example",
  "../../evil.example",
  "/\t/evil.example",
  "a\r\nset-cookie: b",
  "?next=#top",
];

/** Paths with values from the address of a request. */
const withValues = Object.entries(paths).flatMap(([name, path]) =>
  typeof path === "function" ? [[name, path as (...values: unknown[]) => string] as const] : [],
);

describe("paths", () => {
  it.each(withValues)("%s stays on this site, whatever its values", (name, path) => {
    for (const value of hostile) {
      const values = name === "adminInboxItem" ? [{ kind: value, itemId: value }] : [value, value, {}];
      const harmless = values.map((one) =>
        typeof one === "string" ? "a" : name === "adminInboxItem" ? { kind: "a", itemId: "a" } : one,
      );
      const segments = (found: string) => found.split(/[?#]/)[0]?.split("/").length;
      const found = path(...values);
      expect(new URL(found, "https://cabinet.example").origin).toBe("https://cabinet.example");
      expect(found).toMatch(/^[!-~]+$/);
      expect(segments(found), found).toBe(segments(path(...harmless)));
    }
  });
});
