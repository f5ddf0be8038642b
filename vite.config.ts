import { execFileSync } from "node:child_process";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { vitePlugin as remix } from "@remix-run/dev";
import browserslist from "browserslist";
import { browserslistToTargets, Features } from "lightningcss";
import { defineConfig } from "vite";
import { chunksOfAreas } from "./bin/chunks";
import { knownFlags } from "./bin/known-flags";
import { precompress } from "./bin/precompress";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Remix's own, all of them settled: the browser's files are built for these alone. */
const flags = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
} as const;

/** Files are compressed as well as can be when they are built, never while somebody waits for them (docs/decisions/0161). */
const compressed = {
  name: "compressed",
  // the build of the server comes second, and writes the browser's manifest

  apply: (_: unknown, { command, isSsrBuild }: { command: string; isSsrBuild?: boolean }) =>
    command === "build" && isSsrBuild === true,
  closeBundle: () => {
    // they are drawn by what was built, in a process of its own: this one has Vite's settings
    execFileSync(process.execPath, ["--import", "tsx", "bin/make-dictionaries.ts"], { stdio: "pipe" });
    precompress("build/client/assets");
  },
} as const;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix({
      ignoredRouteFiles: ["**/*.test.*"],
      // components in every state, for whoever works on them: no build has it
      routes: (define) =>
        define((route) => {
          if (command === "serve" && process.env.NODE_ENV === "development")
            route("gallery", "gallery/route.tsx");
        }),
      future: flags,
    }),
    knownFlags(flags),
    { ...optimizeLocales.vite({ locales: ["en-US", "ru-RU"] }), enforce: "pre" },
    compressed,
  ],
  resolve: {
    // conform imports the classic build of zod, the contract the small one: one of them is enough (docs/decisions/0004)
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
    // some per cent smaller than esbuild's, where each byte of script is waited for
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 4, pure_getters: true, unsafe_arrows: true },
    },
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
