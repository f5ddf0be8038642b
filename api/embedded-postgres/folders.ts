import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finishExchange, upgradeFolders } from "./exchange-folders";

export type SystemUser = { uid: number; gid: number };

export type Folders = {
  /** All files of the server: `data`, the log, copied programs. */
  root: string;
  data: string;
  /** Only its owner may enter it: every process that reaches the socket is trusted. */
  socket: string;
  /** Part of the socket's name: servers with different ports can share a folder. No port is opened. */
  port: number;
  /** The user that the server runs as; null: the current user. */
  user: SystemUser | null;
};

const usualPort = 5432;
export const socketFile = ({ socket, port }: Folders) => join(socket, `.s.PGSQL.${port}`);
/** A socket's path may have 108 bytes on Linux and 104 on macOS, including its name. */
const longestSocketFolder = 102 - `.s.PGSQL.${usualPort}`.length;

/** In order of preference: PostgreSQL's own user, the one of Node's images, and users without files. */
const candidates = ["postgres", "node", "www-data", "nobody"];

const shortName = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 12);

/**
 * Returns where the data of a server may be: below `dataDir`, or in the fallback of `createFolders` if its user can't
 * enter that.
 */
export const embeddedDataOf = (dataDir: string): string[] =>
  rootsOf(dataDir).flatMap((root) => [join(root, "data"), upgradeFolders(root).draft]);

const rootsOf = (dataDir: string) => [
  join(dataDir, "postgres"),
  `/var/lib/cabinet-${shortName(dataDir)}/postgres`,
];

/** Returns every folder that a server of `dataDir` has, wherever it is: to delete them. */
export const temporaryFoldersOf = (dataDir: string, { root, socket }: Folders): string[] => [
  root,
  socket,
  // the fallback has a folder of its own around it
  ...(root === join(dataDir, "postgres") ? [] : [dirname(root)]),
];

/**
 * Chooses and creates the server's folders: below `dataDir`, or below /var/lib if the server's user can't enter that
 * (a home directory that only root may enter).
 */
export async function createFolders(dataDir: string): Promise<Folders> {
  for (const root of rootsOf(dataDir)) await finishExchange(root);
  let root = join(dataDir, "postgres");
  const user = await userForServer(join(root, "data"));
  await ensurePassable(dataDir, user);
  if (user && !(await canEnter(user, dataDir))) {
    root = `/var/lib/cabinet-${shortName(dataDir)}/postgres`;
    await ensurePassable(dirname(root), user);
  }
  await ensureOwned(root, user);
  const inside = join(root, "run");
  const isShortEnough = Buffer.byteLength(inside) <= longestSocketFolder;
  const socket = isShortEnough ? inside : `/tmp/cabinet-${shortName(root)}`;
  await ensureOwned(socket, user);
  return { root, data: join(root, "data"), socket, port: usualPort, user };
}

/** Creates a missing folder with a mode that lets the server's user pass through, whatever the umask. */
async function ensurePassable(path: string, user: SystemUser | null): Promise<void> {
  const createdPath = await mkdir(path, { recursive: true });
  if (createdPath && user) await chmod(path, 0o711);
}

async function ensureOwned(path: string, user: SystemUser | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const stats = await lstat(path);
  // /tmp is writable by everybody: a folder created by another user is not trusted
  if (!stats.isDirectory() || ![user?.uid, process.getuid?.()].includes(stats.uid))
    throw new Error(`${path} belongs to somebody else: remove it, or set DATA_DIR to another folder.`);
  if (user && stats.uid !== user.uid) await chown(path, user.uid, user.gid);
}

/**
 * Returns the user that the server runs as; null is the current user. PostgreSQL refuses to run as root, so root uses
 * the owner of `data` if it exists, else an unprivileged system user.
 */
export async function userForServer(data: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of candidates) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(passwd) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the system has none of the users ${candidates.join(", ")}: ` +
      "start the service as another user, or set DATABASE_URL.",
  );
}

/**
 * Returns whether the modes of a folder and its parents let a user in; for a missing folder, those of its parents.
 */
export async function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found) {
    const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
    if (!(found.mode & bit)) return false;
  }
  const above = dirname(folder);
  return above === folder || canEnter(user, above);
}
