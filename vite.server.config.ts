import { cpSync } from "node:fs";
import { defineConfig } from "vite";
import { languages } from "./contract/languages";

const folder = process.env.BUILD_FOLDER ?? "build";
const commands = ["api", "worker", "admin", "backup", "restore", "drill", "doctor", "terminal"];

/**
 * Compiles the server programs to `build/programs/`, with migrations and texts beside it. They run without the
 * sources.
 */
export default defineConfig({
  plugins: [
    {
      name: "migrations and texts",
      closeBundle: () => {
        cpSync("api/db/migrations", `${folder}/migrations`, { recursive: true });
        for (const language of languages)
          for (const part of ["pages", "faq"])
            cpSync(`locales/${language}/${part}`, `${folder}/texts/${language}/${part}`, { recursive: true });
      },
    },
  ],
  resolve: {
    // as in vite.config.ts: one zod for all
    alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }],
  },
  build: {
    ssr: true,
    outDir: `${folder}/programs`,
    target: "node20",
    minify: false,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        server: "server/index.ts",
        // runs in a worker thread (api/lib/worker-threads/run-in-worker.ts)
        "read-task": "api/modules/monitoring/import/read-task.ts",
        ...Object.fromEntries(commands.map((name) => [name, `api/cli/${name}.ts`])),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
