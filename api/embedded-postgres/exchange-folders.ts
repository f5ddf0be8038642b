import { existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";

/**
 * Folders of an upgrade beside `data`: the new one until it is complete, the old one from then on, and a server whose
 * only purpose is a lock. A kill frees such a lock, and it lasts while the other two servers are stopped.
 */
export const upgradeFolders = (root: string) => ({
  lock: join(root, "data-lock"),
  draft: join(root, "data-17-new"),
  kept: join(root, "data-15-kept"),
});

/**
 * Replaces `data` by the complete draft and keeps the old folder. A kill leaves the old folder in its place, or none
 * with a complete draft, which `finishExchange` puts there.
 */
export async function exchange(root: string): Promise<void> {
  await rename(join(root, "data"), upgradeFolders(root).kept);
  await finishExchange(root);
}

/** Completes an exchange that was interrupted. Several processes may do this in parallel. */
export async function finishExchange(root: string): Promise<void> {
  const { draft, kept } = upgradeFolders(root);
  const data = join(root, "data");
  // a draft beside a kept folder is complete: the old folder is renamed last
  if (existsSync(data) || !existsSync(draft) || !existsSync(kept)) return;
  await rename(draft, data).catch((error: NodeJS.ErrnoException) => {
    // another process was first
    if (error.code !== "ENOENT" && error.code !== "ENOTEMPTY") throw error;
  });
  const folder = await open(root);
  await folder.sync().finally(() => folder.close());
}
