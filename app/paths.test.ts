import { describe, expect, it } from "vitest";
import { paths } from "./paths";

const hostile = [
  "..\\evil.example",
  "../../evil.example",
  "/\t/evil.example",
  "a\r\nset-cookie: b",
  "?next=#top",
];

/** Paths with values from the address of a request; the sections of the console are known by their type. */
const withValues = Object.entries(paths).flatMap(([name, path]) =>
  typeof path === "function" && name !== "adminSection"
    ? [[name, path as (...values: unknown[]) => string] as const]
    : [],
);

describe("paths", () => {
  it("has the slash in the address of a section", () => {
    expect(paths.adminSection("money/deposits", { after: "a" })).toBe("/admin/money/deposits?after=a");
  });

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
