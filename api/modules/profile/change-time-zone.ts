import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import * as contract from "#contract/profile/index";

export const changeTimeZone = handle(contract.changeTimeZone, async ({ zone }, { client, db }) => {
  await db.update(users).set({ timeZone: zone }).where(eq(users.id, client.id));
  return { ok: true } as const;
});
