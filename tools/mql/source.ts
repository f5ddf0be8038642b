import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const terminals = ["mq4", "mq5"] as const;
export type Terminal = (typeof terminals)[number];

/** Returns the source as shipped, under `public/adapters/`. */
export const adapterSource = (terminal: Terminal, root = process.cwd()): Promise<string> =>
  readFile(join(root, "public/adapters", `monitoring.${terminal}`), "utf8");
