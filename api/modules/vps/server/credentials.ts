import { and, desc, eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import type { Database } from "#api/db/connect";
import { securityEvents } from "#api/db/schema/security";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { decryptField } from "#api/lib/encryption";
import * as contract from "#contract/vps/index";
import { canSeeCredentials } from "#contract/vps/status";
import type { Server } from "./own-server";
import { ownServer } from "./own-server";

const shownReveals = 10;

type Ready = Server & { ip: string; login: string; encryptedPassword: string };

/** Returns a client's server that has been set up and is not revoked; throws 409 otherwise. */
async function readyServer(db: Database, userId: string, serverId: string): Promise<Ready> {
  const server = await ownServer(db, userId, serverId);
  const { ip, login, encryptedPassword } = server;
  if (server.status === "revoked") throw new ApiError(409, "serverRevoked");
  if (!canSeeCredentials(server.status) || !ip || !login || !encryptedPassword)
    throw new ApiError(409, "serverNotReady");
  return { ...server, ip, login, encryptedPassword };
}

export const credentials = handle(contract.credentials, async ({ serverId }, { db, client }) => {
  const { ip, login, operatingSystem } = await readyServer(db, client.id, serverId);
  const reveals = await db
    .select({ at: securityEvents.at, address: securityEvents.address })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, client.id),
        eq(securityEvents.kind, "credentialsShown"),
        eq(securityEvents.subject, serverId),
      ),
    )
    .orderBy(desc(securityEvents.at))
    .limit(shownReveals);
  return {
    ip,
    login,
    operatingSystem,
    reveals: reveals.map(({ at, address }) => ({ at: at.toISOString(), address })),
  };
});

export const revealPassword = handle(contract.revealPassword, async ({ serverId }, context) => {
  const { db, client } = context;
  const server = await readyServer(db, client.id, serverId);
  const password = decryptField(context, serverId, server.encryptedPassword);
  // logged before the response, so that every reveal is on the list
  await noteSecurityEvent(context, db, { userId: client.id, kind: "credentialsShown", subject: serverId });
  return { password };
});

export const remoteDesktopFile = handle(contract.remoteDesktopFile, async ({ serverId }, { db, client }) => {
  const { ip, login } = await readyServer(db, client.id, serverId);
  const lines = [
    `full address:s:${ip}`,
    `username:s:${login}`,
    "prompt for credentials:i:1",
    "authentication level:i:2",
    "redirectclipboard:i:1",
    "autoreconnection enabled:i:1",
  ];
  return new Response(`${lines.join("\r\n")}\r\n`, {
    headers: {
      "content-type": "application/x-rdp",
      "content-disposition": `attachment; filename="${serverId}.rdp"`,
      "cache-control": "no-store",
    },
  });
});
