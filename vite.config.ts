import { writeFileSync } from "node:fs";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { vitePlugin as remix } from "@remix-run/dev";
import browserslist from "browserslist";
import { browserslistToTargets, Features } from "lightningcss";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { chunksOfAreas } from "./bin/chunks";
import { precompress } from "./bin/precompress";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** `bin/build.mjs` builds into a new folder, and then leads `build` there. */
const folder = process.env.BUILD_FOLDER ?? "build";

/** Compresses the browser's files as well as can be, once: they are sent as they are (docs/adr/0003). */
const precompressed: Plugin = {
  name: "precompressed",
  // the server's build comes second, and writes the browser's manifest
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  closeBundle: () => precompress(`${folder}/client/assets`),
};

/** The build with the guard around its routes: what `server/` and plain remix-serve serve. */
const guardedBuild: Plugin = {
  name: "guarded-build",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  closeBundle: () =>
    writeFileSync(
      `${folder}/server/guarded.js`,
      `import * as build from "./index.js";

export * from "./index.js";
export const routes = build.entry.module.guardBuild(build);
`,
    ),
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix({
      buildDirectory: folder,
      ignoredRouteFiles: ["**/*.test.*"],
      // components in every state, for whoever works on them: no build has it
      routes: (define) =>
        define((route) => {
          if (command === "serve" && process.env.NODE_ENV === "development")
            route("gallery", "gallery/route.tsx");
        }),
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: false,
      },
    }),
    { ...optimizeLocales.vite({ locales: ["en-US", "ru-RU"] }), enforce: "pre" },
    precompressed,
    guardedBuild,
  ],
  resolve: {
    // conform imports the classic build of zod, the contract the small one: one of them is enough (docs/dependencies.md)
    alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }],
  },
  // of the API alone: the development server would bring it into the browser's form, which it has not
  optimizeDeps: {
    exclude: ["@node-rs/argon2"],
    // found only once a page asks for them, they would come beside a second React
    include: [
      "@conform-to/react",
      "@conform-to/zod/v4",
      "i18next",
      "remix-themes/build/theme-provider.js",
      "zod/mini",
    ],
  },
  css: {
    transformer: "lightningcss",
    lightningcss: {
      // all of these browsers know nesting, and it is shorter than what it stands for
      exclude: Features.Nesting,
      targets: browserslistToTargets(
        browserslist("chrome >= 112, safari >= 16.5, ios_saf >= 16.5, firefox >= 121"),
      ),
    },
  },
  build: {
    target: ["chrome112", "safari16.5", "firefox121"],
    minify: !isSsrBuild,
    cssMinify: "lightningcss",
    // the minifier's own: by default it writes for browsers that know no nesting, and for no iPhone
    cssTarget: ["chrome112", "safari16.5", "ios16.5", "firefox121"],
    copyPublicDir: false,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: { manualChunks: chunksOfAreas() },
          // what a call is named and described by is the server's business: the browser has the schemas
          treeshake: { manualPureFunctions: ["call"] },
        },
  },
}));
