import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { secretFields } from "./resendable-fields.server";

it("what is typed into a password field is never sent back to the page", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(`app/${file}`, "utf8"));
  const fields = sources.flatMap((source) =>
    [...source.matchAll(/<PasswordField\s+field=\{(\S+)\}/g)].map(([, field = ""]) => field),
  );
  expect(fields.length).toBeGreaterThan(8);
  expect([...new Set(fields)].sort()).toEqual(secretFields.map((name) => `fields.${name}`).sort());
  const otherPasswordInputs = sources.filter((source) => /type="password"/.test(source));
  expect(otherPasswordInputs).toEqual([]);
});
