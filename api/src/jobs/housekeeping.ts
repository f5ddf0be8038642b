import { lt } from "drizzle-orm";
import * as z from "zod/mini";
import { idempotencyKeys } from "#api/db/schema/balance";
import { emailCodes, sessions, tries } from "#api/db/schema/user";
import { job } from "./job";

/** After so long nobody repeats a call any more. */
const keysLiveMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** Throws away what has ended: sessions, codes, counted tries, keys of repeats. */
export const housekeeping = job("housekeeping", z.object({}), async (_, { db, clock }) => {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.endsAt, now));
  await db.delete(emailCodes).where(lt(emailCodes.endsAt, now));
  await db.delete(tries).where(lt(tries.endsAt, now));
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - keysLiveMilliseconds)));
});
