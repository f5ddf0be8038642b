import { defineConfig } from "vite";

/** The programs that run on the server, compiled: `build/programs/`. */
export default defineConfig({
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
    rollupOptions: { input: { server: "server/index.ts" } },
  },
});
