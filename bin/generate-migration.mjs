// `npm run db:generate`. Nothing is released yet, so there is one migration, made anew from the schema,
// with the hand-written SQL (triggers) at its end. After the first release: `drizzle-kit generate` adds one each time.
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync } from "node:fs";

const folder = "api/src/db/migrations";
rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", "--name", "initial"], {
  stdio: "inherit",
});
appendFileSync(
  `${folder}/0000_initial.sql`,
  `\n--> statement-breakpoint\n${readFileSync("api/src/db/custom.sql", "utf8")}`,
);
