import { expect, test } from "vitest";
import { readBrand } from "#contract/look/brand";
import { seal, unseal } from "./seal";

const parts = { settings: { publicOrigin: "", dataDir: "", brand: readBrand({}), secret: "a secret" } };

test("a sealed password opens for its server only, and only under the same secret", () => {
  const sealed = seal(parts, "server-1", "пароль-1");
  expect(sealed).not.toContain("пароль-1");
  expect(unseal(parts, "server-1", sealed)).toBe("пароль-1");
  expect(() => unseal(parts, "server-2", sealed)).toThrow();
  expect(() => unseal({ settings: { ...parts.settings, secret: "another" } }, "server-1", sealed)).toThrow();
});

test("the same password is sealed differently each time", () => {
  expect(seal(parts, "server-1", "x")).not.toBe(seal(parts, "server-1", "x"));
});
