import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

export type SystemUser = { name: string; uid: number; gid: number };

/** In this order: the one meant for it, the one of Node's images, and the one that owns nothing. */
const candidates = ["postgres", "node", "www-data", "nobody"];

/**
 * Whom the server runs as. PostgreSQL refuses to run as root, so root chooses an unprivileged user of the system
 * (the owner of `data`, where that was made before); null means ourselves.
 */
export async function userForServer(data: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile("/etc/passwd", "utf8").catch(() => ""))
    .split("\n")
    .flatMap((line): SystemUser[] => {
      const [name = "", , uid, gid] = line.split(":");
      return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    });
  const owner = await stat(data).then(
    ({ uid }) => users.find((user) => user.uid === uid && uid !== 0),
    () => undefined,
  );
  const chosen =
    owner ?? candidates.map((name) => users.find((user) => user.name === name)).find((user) => user);
  if (!chosen)
    throw new Error(
      `PostgreSQL refuses to run as root, and the system has none of the users ${candidates.join(", ")}: ` +
        "start the service as another user, or set DATABASE_URL.",
    );
  return chosen;
}

/** Whether the modes of a folder and of all above it let a user in; what does not exist yet is judged by what is above it. */
export async function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found) {
    const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
    if (!(found.mode & bit)) return false;
  }
  const above = dirname(folder);
  return above === folder || canEnter(user, above);
}
