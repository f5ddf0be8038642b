import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type * as z from "zod/mini";
import type { randomOf } from "#api/testing/fuzz";
import { inputFor, multipartBody, nastyTexts } from "#api/testing/fuzz";
import { allEndpoints } from "#contract/index";

type Random = ReturnType<typeof randomOf>;
type BuiltRoute = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasAction: boolean;
};
/** A route with an action, the intents of its buttons and the possible field names of its forms. */
export type ActionRoute = { id: string; path: string; intents: string[]; names: string[] };
export type FormRequest = { name: string; path: string; headers: Record<string, string>; body: Uint8Array };

/** Not tested: the catch-all route redirects home, and a logout would end the session of the other tests. */
const skippedRoutes = ["routes/$", "routes/logout"];

const inputNames = [
  ...new Set(
    allEndpoints.flatMap(({ endpoint }) =>
      Object.keys((endpoint.input as z.ZodMiniObject)._zod.def.shape ?? {}),
    ),
  ),
];

/** Returns every action of the build, with the intents and names found in its sources. */
export function actionRoutes(): ActionRoute[] {
  const file = readdirSync("build/client/assets").find((name) => /^manifest-.*\.js$/.test(name));
  const text = readFileSync(join("build/client/assets", file ?? ""), "utf8");
  const routes: Record<string, BuiltRoute> = JSON.parse(
    text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1),
  ).routes;
  const address = ({ path, parentId }: BuiltRoute): string => {
    const parent = parentId ? routes[parentId] : undefined;
    return (parent ? address(parent) : "") + (path ? `/${path}` : "");
  };
  return Object.values(routes)
    .filter(({ id, hasAction }) => hasAction && !skippedRoutes.includes(id))
    .map((route) => {
      const source = sourceOf(route.id);
      const intents = [...source.matchAll(/^ {2}(\w+): form\(/gm)].flatMap(([, intent]) => intent ?? []);
      const names = inputNames.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
      return { id: route.id, path: `${address(route)}${route.index ? "?index" : ""}`, intents, names };
    });
}

function sourceOf(id: string): string {
  const sources = [`app/${id}/route.tsx`, `app/${id}/route.ts`, `app/${id}.tsx`].flatMap((path) => {
    try {
      return [dirname(path) === "app/routes" ? readFileSync(path, "utf8") : folderText(dirname(path))];
    } catch {
      return [];
    }
  });
  return sources[0] ?? "";
}

const folderText = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");

const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Field names that Conform or other libraries parse as paths, and names that objects inherit. */
const strangeNames = [
  "__proto__",
  "constructor.prototype.x",
  "a[0].b[1]",
  "toString",
  "then",
  "x]",
  "a..b",
  "\0",
  "",
];
const strangeBodies: ((random: Random) => { type: string; body: Uint8Array })[] = [
  () => ({ type: "application/x-www-form-urlencoded", body: bytesOf("%E0%A4%A&%&==&&a=%ff%fe") }),
  () => ({ type: "application/x-www-form-urlencoded", body: bytesOf("a=1&".repeat(20_000)) }),
  () => ({ type: "application/x-www-form-urlencoded", body: bytesOf(`${"a[0].".repeat(900)}b=1`) }),
  () => ({ type: "application/x-www-form-urlencoded", body: bytesOf(`text=${"x".repeat(300_000)}`) }),
  () => ({ type: "application/json", body: bytesOf('{"intent":"login"}') }),
  () => ({ type: "text/plain", body: bytesOf("intent=login") }),
  () => ({ type: "multipart/form-data", body: bytesOf("--x") }),
  () => ({ type: "x".repeat(2_000), body: new Uint8Array() }),
  (random) => ({
    type: "multipart/form-data; boundary=fuzz",
    body: Uint8Array.from({ length: 500 }, () => random() * 256),
  }),
];

/** Returns one random malformed POST to one of the actions. */
export function formRequest(
  random: Random,
  routes: readonly ActionRoute[],
  ids: readonly string[],
): FormRequest {
  const { id, path: pattern, intents, names } = oneOf(random, routes);
  const path = pattern.replace(/:\w+\??/g, () =>
    random() < 0.7
      ? oneOf(random, ids)
      : encodeURIComponent(
          oneOf(random, nastyTexts)
            .slice(0, 200)
            .replace(/\p{Surrogate}/gu, ""),
        ) || "x",
  );
  const withData = random() < 0.3 ? path.replace(/(\?.*)?$/, ".data$1") : path;
  if (random() < 0.12) {
    const { type, body } = oneOf(random, strangeBodies)(random);
    return { name: id, path: withData, headers: { "content-type": type }, body };
  }
  const values = inputFor(random, oneOf(random, allEndpoints).endpoint);
  for (const name of names) if (random() < 0.7) values[name] = someValue(random);
  if (random() < 0.3) values[oneOf(random, strangeNames)] = someValue(random);
  if (intents.length > 0 && random() < 0.9) values.intent = oneOf(random, intents);
  else if (random() < 0.2) values.intent = oneOf(random, [...strangeNames, ...nastyTexts]);
  if (random() < 0.8) values.idempotencyKey = `fuzz-${Math.floor(random() * 1e9)}`;
  if (random() < 0.3) {
    const { type, body } = multipartBody(random, values);
    return { name: id, path: withData, headers: { "content-type": type }, body };
  }
  const text = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, text(value)]);
  return {
    name: id,
    path: withData,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: bytesOf(new URLSearchParams(pairs).toString()),
  };
}

const ordinary = [
  "1",
  "10",
  "A text",
  "anna@demo.test",
  "boris@demo.test",
  "on",
  "demo-password",
  "2026-03-02",
  "123456",
  "en",
];
const someValue = (random: Random): string => oneOf(random, random() < 0.5 ? ordinary : nastyTexts);
