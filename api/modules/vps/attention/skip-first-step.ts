import { and, eq, not, sql } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import * as contract from "#contract/vps/index";

export const skipFirstStep = handle(contract.skipFirstStep, async ({ step }, { db, client }) => {
  const isSkipped = sql`${users.skippedSteps} @> array[${step}]`;
  await db
    .update(users)
    .set({ skippedSteps: sql`array_append(${users.skippedSteps}, ${step})` })
    .where(and(eq(users.id, client.id), not(isSkipped)));
  return { ok: true };
});
