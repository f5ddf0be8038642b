const { layers, modules } = require("./tools/checks/layers.cjs");

/**
 * The layers of CONTRIBUTING.md as build failures. tools/checks/layers.test.ts violates every rule once to prove that
 * it fails.
 */
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/** Tests, and files that only tests start, may import anything. */
const tests = "\\.test\\.|[/.]testing[./]";

const pattern = (names) => names.join("|").replaceAll(".ts", "\\.ts");

/** One rule per layer: a layer imports nothing that comes after it. */
const onlyDownward = (kind, folder, names) =>
  names
    .slice(0, -1)
    .map((name, index) =>
      rule(
        `${kind}-${name.replace(".ts", "")}`,
        { path: `^${folder}${pattern([name])}(/|$)`, pathNot: tests },
        { path: `^${folder}(${pattern(names.slice(index + 1))})(/|$)` },
        `${folder}${name} may import only: ${names.slice(0, index).join(", ") || "nothing"}. Code that two layers need moves down.`,
      ),
    );

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      {},
      { circular: true },
      "Two files that need each other are one file, or need a third below them; a type lives with the owner of its data.",
    ),
    rule(
      "contract-knows-zod-only",
      { path: "^contract/", pathNot: "\\.test\\." },
      { pathNot: "^(contract/|statements/(kinds|time-zone)\\.ts$|node_modules/zod)" },
      "contract/ imports zod, itself, and what statements/ says of kinds and time zones.",
    ),
    rule(
      "statements-know-no-product",
      { path: "^statements/", pathNot: tests },
      { path: "^(app|api|contract|locales|server|tools|e2e|bin)/" },
      "statements/ reads brokers' files and knows nothing of the product.",
    ),
    rule(
      "cabinet-reads-no-statements",
      { path: "^app/", pathNot: "\\.test\\." },
      { path: "^statements/", pathNot: "^statements/(kinds|time-zone)\\.ts$" },
      "Statements are read by the API; the cabinet knows their kinds and time zones.",
    ),
    rule(
      "locales-stand-alone",
      { path: "^locales/", pathNot: "\\.test\\." },
      { pathNot: "^(locales/|node_modules/i18next)" },
      "locales/ imports i18next and itself.",
    ),
    ...onlyDownward("layer", "api/", layers),
    ...onlyDownward("module", "api/modules/", modules),
    rule(
      "every-file-has-a-layer",
      { path: "^api/" },
      {
        path: "^api/",
        pathNot: `^api/(embedded-postgres/|testing[./]|app\\.test\\.ts$|(${pattern(layers)})(/|$))`,
      },
      "Every file of the API belongs to one layer.",
    ),
    rule(
      "every-module-has-its-place",
      { path: "^api/" },
      { path: "^api/modules/", pathNot: `^api/modules/(${modules.join("|")})/` },
      "A new module is put into the order of modules.",
    ),
    rule(
      "a-history-is-refreshed-as-one",
      { path: "^api/", pathNot: `^api/modules/monitoring/history/refresh\\.ts$|${tests}` },
      { path: "^api/modules/monitoring/history/refresh-days\\.ts$" },
      "Days change by refresh alone, which drops the kept months of them: mark what is stale, and call it.",
    ),
    rule(
      "embedded-postgres-knows-no-product",
      { path: "^api/embedded-postgres/", pathNot: tests },
      { path: "^(api/(?!embedded-postgres/)|app/|contract/|locales/|e2e/)" },
      "api/embedded-postgres starts a PostgreSQL and knows nothing of the product.",
    ),
    rule(
      "embedded-postgres-has-one-entry",
      { path: "^api/(?!embedded-postgres/)", pathNot: tests },
      { path: "^api/embedded-postgres/", pathNot: "^api/embedded-postgres/index\\.ts$" },
      "The service imports api/embedded-postgres/index.ts and nothing behind it.",
    ),
    rule(
      "translations-have-one-entry-in-the-api",
      { path: "^api/", pathNot: `^api/lib/translations\\.ts$|${tests}` },
      { path: "^locales/(en|ru)/" },
      "Only api/lib/translations.ts opens the texts; everything else asks it.",
    ),
    rule(
      "every-cache-is-bounded",
      { pathNot: `^api/lib/cache\\.ts$|^node_modules/` },
      { path: "^node_modules/lru-cache/" },
      "Only api/lib/cache.ts makes caches: none is without a bound.",
    ),
    rule(
      "api-knows-no-cabinet",
      { path: "^api/", pathNot: "\\.test\\." },
      { path: "^(app|e2e)/" },
      "api/ imports contract, locales and itself.",
    ),
    rule(
      "lib-is-pure",
      { path: "^app/(lib/|paths)", pathNot: "\\.test\\." },
      { path: "^(app/(services|components|routes)|api/|node_modules/react)" },
      "app/lib holds pure rules: contract and itself.",
    ),
    rule(
      "ui-is-plain",
      { path: "^app/components/ui/", pathNot: "\\.test\\." },
      {
        path: "^(app/(services|routes|components/(form|layout|chart))|contract/|api/|node_modules/(@conform-to|@remix-run))",
      },
      "components/ui: react, React Aria, lib.",
    ),
    rule(
      "components-know-no-services",
      { path: "^app/components/", pathNot: "\\.test\\." },
      { path: "^(app/(services|routes)|api/)" },
      "components/{form,layout,chart}: ui, lib, contract, conform, i18n, Remix.",
    ),
    rule(
      "nothing-needs-the-gallery",
      { path: "^(app|contract|locales|api)/", pathNot: "^app/gallery/" },
      { path: "^app/gallery/" },
      "The gallery of components is there in development only: nothing may stand on it.",
    ),
    rule(
      "services-know-no-screens",
      { path: "^app/services/", pathNot: "\\.test\\." },
      { path: "^app/(components|routes)" },
      "app/services: contract, lib.",
    ),
    rule(
      "cabinet-calls-the-contract",
      { path: "^app/", pathNot: "\\.test\\." },
      {
        path: "^api/",
        pathNot:
          "^api/(http/(receive-upload|timed-body)|lib/(cache|disk-full|environment|log-errors|processes|encryption)|bootstrap/stored-secret)\\.ts$",
      },
      "app/ reaches the API by the contract's endpoints alone; what reads bodies and settings is shared, and so are caches, encryption and what is logged.",
    ),
    rule(
      "server-imports-no-page",
      { path: "^server/", pathNot: "\\.test\\." },
      { path: "^app/(routes|components)/" },
      "server/ serves the build: it imports the API and services of the cabinet, no page.",
    ),
    rule(
      "nothing-imports-the-server",
      { path: "^(app|api|contract|locales)/", pathNot: "\\.test\\." },
      { path: "^server/" },
      "The server stands above all that it serves.",
    ),
    rule(
      "tools-are-not-shipped",
      { path: "^(app|api|contract|locales|server|bin)/", pathNot: tests },
      { path: "^tools/" },
      "tools/ is what no user runs: only tests import it.",
    ),
    rule(
      "routes-are-neighbours-not-friends",
      { path: "^app/routes/([^/$]+)/" },
      { path: "^app/routes/", pathNot: "^app/routes/$1/" },
      "What two routes need moves down to components, services or lib.",
    ),
    rule(
      "routes-with-parameters-are-neighbours-too",
      // the folder's `$` can't be in the pattern that receives the group
      { path: "^app/routes/([^/$]+)[$][^/]*/" },
      { path: "^app/routes/", pathNot: "^app/routes/$1[$]" },
      "What two routes need moves down to components, services or lib.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|node_modules/\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".json", ".css"],
    },
  },
};
