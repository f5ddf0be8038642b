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

/** `bin/build.mjs` builds into a new folder and then points `build` to it. */
const folder = process.env.BUILD_FOLDER ?? "build";

/** Compresses the browser's files once, at the best quality; they are sent precompressed (docs/adr/0003). */
const precompressed: Plugin = {
  name: "precompressed",
  // the server build runs second and writes the browser's manifest
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  closeBundle: () => precompress(`${folder}/client/assets`),
};

/** Wraps the build's routes with the guard; `server/` and plain remix-serve serve this build. */
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
      // a gallery of components in every state, for development only; it is not in any build
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
    // Conform imports the classic build of zod, the contract the mini build: use one of them for both
    // (docs/dependencies.md)
    alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }],
  },
  // used only by the API; the development server would pre-bundle it for the browser, which it does not support
  optimizeDeps: {
    exclude: ["@node-rs/argon2"],
    // if these are discovered only when a page requests them, they get a second copy of React
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
      // all target browsers support nesting, and it is shorter than its expansion
      exclude: Features.Nesting,
      targets: browserslistToTargets(
        browserslist("chrome >= 112, safari >= 16.5, ios_saf >= 16.5, firefox >= 121"),
      ),
    },
  },
  build: {
    target: ["chrome112", "safari16.5", "firefox121"],
    // 5 KB less for each visitor than with esbuild
    minify: isSsrBuild ? false : "terser",
    cssMinify: "lightningcss",
    // set for the minifier: its default includes browsers without nesting, and no iPhone
    cssTarget: ["chrome112", "safari16.5", "ios16.5", "firefox121"],
    copyPublicDir: false,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: { manualChunks: chunksOfAreas() },
          // names and descriptions of endpoints are needed only on the server; the browser needs only the schemas
          treeshake: { manualPureFunctions: ["defineEndpoint"] },
        },
  },
}));
