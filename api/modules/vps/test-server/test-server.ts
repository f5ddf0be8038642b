import { eq } from "drizzle-orm";
import { rates, testServerRequests } from "#api/db/schema/vps";
import { onceFor } from "#api/http/once";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import { standingOf } from "#api/modules/vps/server/standing";
import * as contract from "#contract/vps/index";

export const testServer = verb(contract.testServerState, async (_input, { db, client }) => {
  const [{ testServer: state }, [rate]] = await Promise.all([
    standingOf(db, client.id),
    db.select({ name: rates.name }).from(rates).where(eq(rates.isForTests, true)).limit(1),
  ]);
  return { state, tariff: rate?.name ?? null };
});

export const orderTestServer = verb(contract.orderTestServer, (input, context) =>
  onceFor(context, "vps.orderTestServer", input, async (tx) => {
    const { clock, ids, client } = context;
    const made = await tx
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
    if (made.length === 0) throw new Refusal(409, "testServerOrdered");
    return { ok: true as const };
  }),
);
