import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { verb } from "#api/http/verb";
import * as contract from "#contract/profile/index";

export const changeName = verb(contract.changeName, async ({ name }, { client, db }) => {
  await db.update(users).set({ name }).where(eq(users.id, client.id));
  return { ok: true } as const;
});
