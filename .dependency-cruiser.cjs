const { floors, areas } = require("./tools/checks/floors.cjs");

/** The rooms of docs/style.md as build failures; tools/checks/rooms.test.ts plants a violation of every rule. */
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/** Tests, and what only tests start, may look at the whole house. */
const tests = "\\.test\\.|[/.]testing[./]";

/** One rule a storey: nothing above it may be imported. */
const onlyDownward = (kind, folder, storeys) =>
  storeys
    .slice(0, -1)
    .map((storey, index) =>
      rule(
        `${kind}-${storey.replace(".ts", "")}`,
        { path: `^${folder}${storey}(/|$)`, pathNot: tests },
        { path: `^${folder}(${storeys.slice(index + 1).join("|")})(/|$)`.replace(".ts", "\\.ts") },
        `${folder}${storey} imports only what stands below it: ${storeys.slice(0, index).join(", ") || "nothing"}. What two need moves a floor down.`,
      ),
    );

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
      "Two files that need each other are one file, or need a third below them.",
    ),
    rule(
      "contract-knows-zod-only",
      { path: "^contract/", pathNot: "\\.test\\." },
      { pathNot: "^(contract/|node_modules/zod)" },
      "contract/ imports zod and itself.",
    ),
    rule(
      "locales-stand-alone",
      { path: "^locales/", pathNot: "\\.test\\." },
      { pathNot: "^(locales/|node_modules/i18next)" },
      "locales/ imports i18next and itself.",
    ),
    ...onlyDownward("floor", "api/src/", floors),
    ...onlyDownward("area", "api/src/areas/", areas),
    rule(
      "every-file-has-a-floor",
      { path: "^api/" },
      {
        path: "^api/",
        pathNot: `^api/(private-postgres/|src/(${floors.join("|").replace(".ts", "\\.ts")})(/|$))`,
      },
      "A file of the service stands on one of its floors.",
    ),
    rule(
      "every-area-has-its-place",
      { path: "^api/" },
      { path: "^api/src/areas/", pathNot: `^api/src/areas/(${areas.join("|")})/` },
      "A new area is put into the order of areas.",
    ),
    rule(
      "a-history-is-refreshed-as-one",
      { path: "^api/", pathNot: `^api/src/areas/monitoring/history/refresh\\.ts$|${tests}` },
      { path: "^api/src/areas/monitoring/history/refresh-(days|equity|coverage)\\.ts$" },
      "Days change by refresh alone, which drops the kept months of them: mark what is stale, and call it.",
    ),
    rule(
      "private-postgres-knows-no-product",
      { path: "^api/private-postgres/", pathNot: tests },
      { path: "^(api/src|app|contract|locales|e2e)/" },
      "api/private-postgres starts a PostgreSQL and knows nothing of the product.",
    ),
    rule(
      "private-postgres-has-one-door",
      { path: "^api/src/", pathNot: tests },
      { path: "^api/private-postgres/", pathNot: "^api/private-postgres/index\\.ts$" },
      "The service imports api/private-postgres/index.ts and nothing behind it.",
    ),
    rule(
      "texts-have-one-door-in-the-service",
      { path: "^api/", pathNot: `^api/src/values/texts\\.ts$|${tests}` },
      { path: "^locales/(en|ru)/" },
      "Only api/src/values/texts.ts opens the texts; everything else asks it.",
    ),
    rule(
      "every-cache-is-bounded",
      { pathNot: `^api/src/values/cache\\.ts$|^node_modules/` },
      { path: "^node_modules/lru-cache/" },
      "Only api/src/values/cache.ts makes caches: none is without a bound.",
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
        path: "^(app/(services|routes|components/(form|shell|chart))|contract/|api/|node_modules/(@conform-to|@remix-run))",
      },
      "components/ui: react, React Aria, lib.",
    ),
    rule(
      "components-know-no-services",
      { path: "^app/components/", pathNot: "\\.test\\." },
      { path: "^(app/(services|routes)|api/)" },
      "components/{form,shell,chart}: ui, lib, contract, conform, i18n, Remix.",
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
          "^api/src/(calls/(receive-upload|timed-body)|values/(cache|disk-full|environment|processes|seal)|service/kept-secret)\\.ts$",
      },
      "app/ reaches the API by the contract's endpoints alone; what reads bodies and settings is shared, and so are caches and encryption.",
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
      // the folder's `$` can't stand in the pattern that the group is put into
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
