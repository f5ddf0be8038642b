import { eq } from "drizzle-orm";
import { onceFor } from "#api/calls/once";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { rates, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/vps/index";
import type { TestServerState } from "#contract/vps/status";

/** Whether a client may still ask for a test server, or how their request stands. */
export async function testServerState(db: Database | Tx, userId: string): Promise<TestServerState> {
  const [request] = await db
    .select({ status: testServerRequests.status })
    .from(testServerRequests)
    .where(eq(testServerRequests.userId, userId));
  if (!request) return "available";
  return request.status === "approved" ? "ordered" : request.status;
}

export const testServer = verb(contract.testServerState, async (_input, { db, client }) => {
  const [state, [rate]] = await Promise.all([
    testServerState(db, client.id),
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
