import { eq } from "drizzle-orm";
import { rates, testServerRequests } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import { businessSettings } from "#api/modules/settings/read-settings";
import { serverStateOf } from "#api/modules/vps/server/server-state";
import * as contract from "#contract/vps/index";

export const testServer = handle(contract.testServerState, async (_input, { db, client, clock }) => {
  const [{ testServer: state }, [rate], { testServerDays: days }] = await Promise.all([
    serverStateOf(db, client.id),
    db.select({ name: rates.name }).from(rates).where(eq(rates.isForTests, true)).limit(1),
    businessSettings(db, clock.now()),
  ]);
  return { state, tariff: rate?.name ?? null, days };
});

export const orderTestServer = handle(contract.orderTestServer, (input, context) =>
  withIdempotencyKey(context, "vps.orderTestServer", input, async (tx) => {
    const { clock, ids, client } = context;
    const created = await tx
      .insert(testServerRequests)
      .values({
        id: ids.id(),
        userId: client.id,
        comment: input.comment ?? "",
        status: "underReview",
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: testServerRequests.id });
    if (created.length === 0) throw new ApiError(409, "testServerOrdered");
    return { ok: true as const };
  }),
);
