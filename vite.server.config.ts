import { cpSync } from "node:fs";
import { defineConfig } from "vite";

const commands = ["api", "worker", "admin", "backup", "restore", "terminal"];

/** What runs on the server, compiled: `build/programs/`, and the migrations beside it. No sources are needed to run it. */
export default defineConfig({
  plugins: [
    {
      name: "migrations",
      closeBundle: () => cpSync("api/db/migrations", "build/migrations", { recursive: true }),
    },
  ],
  resolve: {
    // as in vite.config.ts: one zod for all
    alias: [{ find: /^zod\/v4$/, replacement: "zod/mini" }],
  },
  build: {
    ssr: true,
    outDir: "build/programs",
    target: "node20",
    minify: false,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        server: "server/index.ts",
        // run in a thread of its own (api/lib/worker-threads/program.ts)
        "read-task": "api/modules/monitoring/import/read-task.ts",
        ...Object.fromEntries(commands.map((name) => [name, `api/cli/${name}.ts`])),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
