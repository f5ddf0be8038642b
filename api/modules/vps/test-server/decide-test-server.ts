import { and, eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { rates, servers, testServerRequests } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { addDays } from "#api/lib/calendar";
import { businessSettings } from "#api/modules/settings/read-settings";
import { orderMachine } from "#api/modules/vps/order/orders";
import { newServerId } from "#api/modules/vps/rental/rent";

/**
 * Approves a requested test server, or rejects it with a reason; the client gets an email. Returns false if nothing
 * is under review.
 */
export async function decideTestServer(
  deps: Deps,
  tx: Tx,
  requestId: string,
  decision: { approved: true } | { approved: false; reason: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const [request] = await tx
    .select({ id: testServerRequests.id, comment: testServerRequests.comment, user: users })
    .from(testServerRequests)
    .innerJoin(users, eq(users.id, testServerRequests.userId))
    .where(and(eq(testServerRequests.id, requestId), eq(testServerRequests.status, "underReview")))
    .for("update", { of: testServerRequests });
  if (!request) return false;
  const { user } = request;
  const serverId = decision.approved ? await giveTestServer(deps, tx, user.id, request.comment) : null;
  await tx
    .update(testServerRequests)
    .set({
      status: decision.approved ? "approved" : "rejected",
      reason: decision.approved ? null : decision.reason,
      decidedAt: now,
      serverId,
    })
    .where(eq(testServerRequests.id, requestId));
  await sendMail(deps, tx, {
    to: user.email,
    language: user.language,
    template: "testServerDecided",
    values: { name: user.name, ...decision },
  });
  return true;
}

async function giveTestServer(deps: Deps, tx: Tx, userId: string, comment: string): Promise<string> {
  const [rate] = await tx.select().from(rates).where(eq(rates.isForTests, true)).limit(1);
  const operatingSystem = rate?.operatingSystems[0];
  if (!rate || !operatingSystem) throw new Error("no tariff is meant for test servers");
  const now = deps.clock.now();
  const { testServerDays } = await businessSettings(tx, now);
  const serverId = newServerId(deps);
  await tx.insert(servers).values({
    id: serverId,
    userId,
    rateId: rate.id,
    operatingSystem,
    comment,
    status: "settingUp",
    isTest: true,
    issuedAt: now,
    paidUntil: addDays(now, testServerDays),
    autoRenewal: false,
    renewalMonths: 1,
  });
  await orderMachine(deps, tx, { serverId, kind: "create" });
  return serverId;
}
