import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import * as contract from "#contract/vps/index";
import { ownServer } from "./own-server";

export const changeComment = handle(
  contract.changeComment,
  async ({ serverId, comment = "" }, { db, client }) => {
    const server = await ownServer(db, client.id, serverId);
    await db.update(servers).set({ comment }).where(eq(servers.id, server.id));
    return { ok: true };
  },
);
