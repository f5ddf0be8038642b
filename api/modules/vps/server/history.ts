import { and, desc, eq } from "drizzle-orm";
import { machineOrders } from "#api/db/schema/machine-orders";
import { securityEvents } from "#api/db/schema/security";
import { serverPayments } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import * as contract from "#contract/vps/index";
import { ownServer } from "./own-server";

/** Number of events shown of each kind; the balance history has every payment. */
const shownEvents = 20;

type Event = contract.ServerEvent;

export const serverHistory = handle(contract.serverHistory, async ({ serverId }, { db, client }) => {
  await ownServer(db, client.id, serverId);
  const [payments, orders, showings] = await Promise.all([
    db
      .select()
      .from(serverPayments)
      .where(eq(serverPayments.serverId, serverId))
      .orderBy(desc(serverPayments.createdAt))
      .limit(shownEvents),
    db
      .select()
      .from(machineOrders)
      .where(eq(machineOrders.serverId, serverId))
      .orderBy(desc(machineOrders.acceptedAt))
      .limit(shownEvents),
    db
      .select({ id: securityEvents.id, at: securityEvents.at })
      .from(securityEvents)
      .where(
        and(
          eq(securityEvents.userId, client.id),
          eq(securityEvents.kind, "credentialsShown"),
          eq(securityEvents.subject, serverId),
        ),
      )
      .orderBy(desc(securityEvents.at))
      .limit(shownEvents),
  ]);
  const events = [
    ...payments.map(asPayment),
    ...orders.map(asOrder),
    ...showings.map(({ id, at }): Event => ({ ...plain, id, kind: "passwordShown", at: at.toISOString() })),
  ];
  return { events: events.sort((one, other) => other.at.localeCompare(one.at)).slice(0, shownEvents) };
});

const plain = { payment: null, status: null };

function asPayment({
  id,
  kind,
  createdAt,
  ledgerId,
  totalCents,
  months,
  tariff,
}: typeof serverPayments.$inferSelect): Event {
  return {
    ...plain,
    id,
    kind,
    at: createdAt.toISOString(),
    payment: {
      receiptId: ledgerId === null ? null : String(ledgerId),
      amountCents: -totalCents,
      months,
      tariff,
    },
  };
}

function asOrder({ id, kind, status, acceptedAt }: typeof machineOrders.$inferSelect): Event {
  return { ...plain, id, kind, at: acceptedAt.toISOString(), status };
}
