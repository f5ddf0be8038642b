/** The rooms of docs/style.md as build failures. */
const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

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
      { pathNot: "^locales/" },
      "locales/ imports nothing but itself.",
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
      "services-know-no-screens",
      { path: "^app/services/", pathNot: "\\.test\\." },
      { path: "^app/(components|routes)" },
      "app/services: contract, lib.",
    ),
    rule(
      "one-door-to-the-api",
      { path: "^app/", pathNot: "^app/services/embedded-api\\.server\\.ts|\\.test\\." },
      { path: "^api/" },
      "Only app/services/embedded-api.server.ts opens the API; everything else calls the contract.",
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
