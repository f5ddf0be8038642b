import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The API answers by itself what is posted to it, and what is no page leads home. */
const withoutForms = ["app/routes/api.$/route.tsx", "app/routes/$/route.tsx"];

/** Where an action is declared: in the route, or beside it in `actions.server.ts`. */
function declarationOf(file: string, source: string): string {
  const [, elsewhere] = /^export const action = (\w+);$/m.exec(source) ?? [];
  const beside = join(dirname(file), "actions.server.ts");
  if (!elsewhere || !existsSync(beside)) return source;
  return readFileSync(beside, "utf8").replace(`export const ${elsewhere} =`, "export const action =");
}

const routes = readdirSync("app/routes", { recursive: true, encoding: "utf8" })
  .filter((file) => /[/]route\.tsx?$/.test(file))
  .map((file) => join("app/routes", file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }))
  .filter(({ file, source }) => /^export .*\baction\b/m.test(source) && !withoutForms.includes(file));

test("there are actions to look at", () => expect(routes.length).toBeGreaterThan(40));

test.each(routes)("the action of $file is a formAction", ({ file, source }) => {
  expect(declarationOf(file, source)).toMatch(/^export const action = formAction\(/m);
});
