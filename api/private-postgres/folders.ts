import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SystemUser } from "./system-user";
import { canEnter, userForServer } from "./system-user";

export type Folders = {
  /** Everything of the server: `data`, the log, copied programs. */
  root: string;
  data: string;
  /** Only its owner may enter it: whoever reaches the socket is trusted. */
  socket: string;
  user: SystemUser | null;
};

/** A socket's address holds 108 bytes on Linux and 104 on macOS, with this name at its end. */
export const socketName = ".s.PGSQL.5432";
const longestSocketFolder = 102 - socketName.length;

const shortName = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 12);

/**
 * Chooses and makes the server's folders: below `dataDir`, or where the user it has to run as can't get there
 * (a home that only root may enter) below /var/lib.
 */
export async function makeFolders(dataDir: string): Promise<Folders> {
  let root = join(dataDir, "postgres");
  const user = await userForServer(join(root, "data"));
  await passableFolder(dataDir, user);
  if (user && !(await canEnter(user, dataDir))) {
    root = `/var/lib/cabinet-${shortName(dataDir)}/postgres`;
    await passableFolder(dirname(root), user);
  }
  await ownFolder(root, user);
  const inside = join(root, "run");
  const socket =
    Buffer.byteLength(inside) <= longestSocketFolder ? inside : `/tmp/cabinet-${shortName(root)}`;
  await ownFolder(socket, user);
  return { root, data: join(root, "data"), socket, user };
}

/** Makes a folder, where there is none, that the server's user may pass through. */
async function passableFolder(path: string, user: SystemUser | null): Promise<void> {
  const made = await mkdir(path, { recursive: true });
  // whatever the umask says: what stands in it has modes of its own
  if (made && user) await chmod(path, 0o711);
}

async function ownFolder(path: string, user: SystemUser | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  const uid = user?.uid ?? process.getuid?.();
  // /tmp is everybody's: a folder that somebody else has put there is not ours to trust
  const isOurs = found.isDirectory() && (found.uid === uid || found.uid === process.getuid?.());
  if (!isOurs)
    throw new Error(`${path} belongs to somebody else: remove it, or set DATA_DIR to another folder.`);
  if (user && found.uid !== user.uid) await chown(path, user.uid, user.gid);
}
