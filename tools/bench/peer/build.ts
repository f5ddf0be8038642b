import { execFileSync } from "node:child_process";
import { join } from "node:path";
import browserslist from "browserslist";
import { browserslistToTargets, Features } from "lightningcss";
import { build } from "vite";

/** Path of its page, in the sources and in the build folder. */
export const peerPage = "tools/bench/peer/index.html";

/** Builds the comparison SPA like the cabinet: the same browsers, styles and compression, split by route. */
export async function buildPeer(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    // the product's components use only the API that both routers share
    resolve: {
      alias: [
        { find: "@remix-run/react", replacement: "react-router-dom" },
        { find: /^zod\/v4$/, replacement: "zod/mini" },
      ],
    },
    css: {
      transformer: "lightningcss",
      lightningcss: {
        exclude: Features.Nesting,
        targets: browserslistToTargets(browserslist("chrome >= 112, safari >= 16.5, firefox >= 121")),
      },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      target: ["chrome112", "safari16.5", "firefox121"],
      cssMinify: "lightningcss",
      rollupOptions: {
        input: peerPage,
        treeshake: { manualPureFunctions: ["defineEndpoint"] },
      },
    },
  });
  execFileSync(process.execPath, ["--import", "tsx", "bin/precompress.ts", join(folder, "assets")]);
}
