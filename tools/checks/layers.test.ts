import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { ICruiseResult, IFlattenedRuleSet } from "dependency-cruiser";
import { cruise } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";

const load = createRequire(import.meta.url);
const config = load("../../.dependency-cruiser.cjs") as IFlattenedRuleSet;
const { layers, modules } = load("./layers.cjs") as { layers: string[]; modules: string[] };

/** A violation for each rule: the importing and the imported file. */
const testViolations: Record<string, [from: string, to: string]> = {
  "no-circular": ["app/lib/a.ts", "app/lib/b.ts"],
  "contract-knows-zod-only": ["contract/vps/index.ts", "app/lib/a.ts"],
  "statements-know-no-product": ["statements/read-statement.ts", "api/lib/ids.ts"],
  "cabinet-reads-no-statements": ["app/lib/money.ts", "statements/decimal.ts"],
  "locales-stand-alone": ["locales/translate.ts", "contract/rules.ts"],
  "every-file-has-a-layer": ["api/lib/ids.ts", "api/helpers/things.ts"],
  "every-module-has-its-place": ["api/app.ts", "api/modules/gifts/routes.ts"],
  "a-history-is-refreshed-as-one": [
    "api/bootstrap/seed/demo-monitoring.ts",
    "api/modules/monitoring/history/refresh-days.ts",
  ],
  "embedded-postgres-knows-no-product": ["api/embedded-postgres/cluster.ts", "api/lib/ids.ts"],
  "embedded-postgres-has-one-entry": ["api/bootstrap/create-deps.ts", "api/embedded-postgres/cluster.ts"],
  "translations-have-one-entry-in-the-api": ["api/http/handle.ts", "locales/en/texts.ts"],
  "every-cache-is-bounded": ["api/db/connect.ts", "node_modules/lru-cache/index.js"],
  "api-knows-no-cabinet": ["api/http/handle.ts", "app/paths.ts"],
  "lib-is-pure": ["app/lib/money.ts", "app/services/session.server.ts"],
  "ui-is-plain": ["app/components/ui/button.tsx", "contract/rules.ts"],
  "components-know-no-services": ["app/components/form/field.tsx", "app/services/session.server.ts"],
  "nothing-needs-the-gallery": ["app/components/layout/shell.tsx", "app/gallery/texts.ts"],
  "services-know-no-screens": ["app/services/form.server.ts", "app/components/form/field.tsx"],
  "cabinet-calls-the-contract": ["app/services/form.server.ts", "api/app.ts"],
  "server-imports-no-page": ["server/create-app.ts", "app/routes/faq/route.tsx"],
  "nothing-imports-the-server": ["app/services/form.server.ts", "server/create-app.ts"],
  "tools-are-not-shipped": ["api/http/handle.ts", "tools/crash-tests/run.ts"],
  "routes-are-neighbours-not-friends": ["app/routes/faq/route.tsx", "app/routes/support/list.tsx"],
  "routes-with-parameters-are-neighbours-too": ["app/routes/a.$id/route.tsx", "app/routes/support/list.tsx"],
};

const fileIn = (name: string) => (name.endsWith(".ts") ? name : `${name}/planted.ts`);

for (const [kind, folder, names] of [
  ["layer", "api/", layers],
  ["module", "api/modules/", modules],
] as const) {
  for (const [index, name] of names.slice(0, -1).entries()) {
    const above = names[index + 1] ?? "";
    testViolations[`${kind}-${name.replace(".ts", "")}`] = [folder + fileIn(name), folder + fileIn(above)];
  }
}

let detectedViolations: ICruiseResult["summary"]["violations"];
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "layers-"));
  const imports = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    imports.set(from, (imports.get(from) ?? new Set()).add(to));
    imports.set(to, imports.get(to) ?? new Set());
  };
  for (const [from, to] of Object.values(testViolations)) add(from, to);
  add("app/lib/b.ts", "app/lib/a.ts");
  add("app/routes/faq/b.tsx", "app/routes/faq/a.tsx");
  for (const [file, targets] of imports) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const lines = [...targets].map((to) => `import "${relativeTo(file, to)}";`);
    await writeFile(join(root, file), `${lines.join("\n")}\nexport const planted = true;\n`);
  }
  const { output } = await cruise(["app", "api", "contract", "locales", "server", "statements"], {
    baseDir: root,
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
    enhancedResolveOptions: { extensions: [".ts", ".tsx"] },
  } as never);
  detectedViolations = (output as ICruiseResult).summary.violations;
}, 60_000);

afterAll(() => rm(root, { recursive: true, force: true }));

function relativeTo(file: string, to: string): string {
  const path = relative(dirname(file), to).replace(/\.tsx?$/, "");
  return path.startsWith(".") ? path : `./${path}`;
}

test("every layer rule has a test violation", () => {
  expect(Object.keys(testViolations).sort()).toEqual(config.forbidden?.map(({ name }) => name).sort());
});

test.each(Object.entries(testViolations))("%s is detected", (name, [from, to]) => {
  expect(detectedViolations.filter(({ rule }) => rule.name === name)).toContainEqual(
    expect.objectContaining({ from, to }),
  );
});
