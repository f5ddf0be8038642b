import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The catch-all route only redirects home. */
const withoutForms = ["app/routes/$/route.tsx"];

/** Returns the source that declares an action: the route, or the server module beside it that the action comes from. */
function declarationOf(file: string, source: string): string {
  const [, elsewhere] = /^export const action = (\w+);$/m.exec(source) ?? [];
  const [, module] = new RegExp(`\\b${elsewhere}\\b.* from "\\./([\\w.-]+)"`).exec(source) ?? [];
  if (!elsewhere || !module) return source;
  return readFileSync(join(dirname(file), `${module}.ts`), "utf8").replace(
    `export const ${elsewhere} =`,
    "export const action =",
  );
}

const routes = readdirSync("app/routes", { recursive: true, encoding: "utf8" })
  .filter((file) => /[/]route\.tsx?$/.test(file))
  .map((file) => join("app/routes", file))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }))
  .filter(({ file, source }) => /^export .*\baction\b/m.test(source) && !withoutForms.includes(file));

test("the test finds more than forty actions", () => expect(routes.length).toBeGreaterThan(40));

test.each(routes)("the action of $file is a formAction", ({ file, source }) => {
  expect(declarationOf(file, source)).toMatch(/^export const action = formAction\(/m);
});
