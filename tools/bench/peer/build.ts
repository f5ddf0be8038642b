import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import browserslist from "browserslist";
import { browserslistToTargets, Features } from "lightningcss";
import { build } from "vite";

/**
 * Commit from which the SPA is built, including the shared components, texts and styles, so that it stays the same
 * while the product changes.
 */
export const peerCommit = "d1f684e3";
export const peerPage = "tools/bench/peer/index.html";
const sources = ["app", "contract", "locales", "tools/bench/peer", "package.json", "tsconfig.json"];

/** Builds the comparison SPA like the cabinet: the same browsers, styles and compression, split by route. */
export async function buildPeer(folder: string): Promise<void> {
  const root = `${folder}-sources`;
  await mkdir(root);
  const archive = execFileSync("git", ["archive", peerCommit, ...sources], { maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  await build({
    root,
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
        input: join(root, peerPage),
        treeshake: { manualPureFunctions: ["defineEndpoint"] },
      },
    },
  });
  execFileSync(process.execPath, ["--import", "tsx", "bin/precompress.ts", join(folder, "assets")]);
}
