import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Runs the build stage of `deploy/Dockerfile` line by line in a new folder, without Docker. */
export async function buildAsDockerfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-image-"));
  await chmod(folder, 0o755);
  const left = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const isCopied = (path: string) => !left.includes(relative(".", path));
  const [stage = ""] = readFileSync("deploy/Dockerfile", "utf8").split(/^FROM (?!.* AS build)/m);
  const env = { PATH: process.env.PATH, HOME: folder, NODE_ENV: undefined };
  for (const line of stage.split("\n")) {
    const [, word, rest = ""] = /^(COPY|RUN) (.*)$/.exec(line) ?? [];
    if (word === "RUN") execFileSync("sh", ["-c", rest], { cwd: folder, env: env as never, stdio: "pipe" });
    if (word !== "COPY") continue;
    for (const path of rest.split(" ").slice(0, -1))
      await cp(path, join(folder, path), {
        recursive: true,
        filter: isCopied,
        preserveTimestamps: true,
        verbatimSymlinks: true,
      });
  }
  return folder;
}
