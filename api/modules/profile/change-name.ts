import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import * as contract from "#contract/profile/index";

export const changeName = handle(contract.changeName, async ({ name }, { client, db }) => {
  await db.update(users).set({ name }).where(eq(users.id, client.id));
  return { ok: true } as const;
});
