import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import type { deposits } from "#api/db/schema/payments";
import { deposits as table } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { PaymentOrder, PaymentSystem } from "#api/integrations/payments/system";
import { systemOf } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import type { Language } from "#contract/languages";
import { canPay } from "#contract/payments/deposit-status";
import type { DepositMethod, Payment } from "#contract/payments/index";

export type Deposit = typeof deposits.$inferSelect;

/** Returns a method with its name in the viewer's language. */
export const describeMethod = ({ method }: PaymentSystem, language: Language): DepositMethod => ({
  ...method,
  name: method.name[language],
});

/** Returns the order of a deposit in the form in which its payment system signs and receives it. */
export function orderOf({ settings }: Pick<Deps, "settings">, deposit: Deposit): PaymentOrder {
  const { id: orderId, method, costCents, currency, recipient } = deposit;
  const returnUrl = `${settings.publicOrigin}/balance-operations/deposit/${orderId}?returned=1`;
  return { orderId, method, costCents, currency, recipient, returnUrl };
}

/** Returns a placeholder for a method that no longer exists: it is named, but cannot be used for payment. */
const removedMethod = ({ method, currency }: Deposit): DepositMethod => ({
  id: method,
  asks: "nothing",
  name: method,
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 0,
  maxCents: 0,
  perDollar: 1,
  currency,
});

/** Returns a deposit as its owner sees it (specification, "Payment"). */
export function describePayment(
  deps: Pick<Deps, "settings" | "payments">,
  deposit: Deposit,
  language: Language,
): Payment {
  const system = systemOf(deps.payments, deposit.method);
  const order = orderOf(deps, deposit);
  const method = system ? describeMethod(system, language) : removedMethod(deposit);
  const isTransfer = method.asks === "txid";
  return {
    orderId: deposit.id,
    createdAt: deposit.createdAt.toISOString(),
    method,
    sumCents: deposit.sumCents,
    costCents: deposit.costCents,
    currency: deposit.currency,
    signature: system?.sign(order) ?? "",
    payUrl: system && canPay(deposit.status) ? deposit.payUrl : null,
    address: isTransfer ? deposit.recipient : null,
    qrUrl: isTransfer ? `/payments/deposits/${deposit.id}/qr.svg` : null,
    txid: deposit.txid,
    payer: deposit.payer,
    status: deposit.status,
    reason: deposit.reason,
    expiresAt: deposit.expiresAt.toISOString(),
    receivedAt: deposit.receivedAt?.toISOString() ?? null,
    returnTo: deposit.returnTo,
    isSandbox: deps.payments.isSandbox,
  };
}

/**
 * Returns a deposit of the client; throws the same 404 for another client's and a missing one. `lock` locks it until
 * the transaction ends.
 */
export async function ownDeposit(
  db: Database | Tx,
  userId: string,
  orderId: string,
  { lock = false } = {},
): Promise<Deposit> {
  const query = db
    .select()
    .from(table)
    .where(and(eq(table.id, orderId), eq(table.userId, userId)));
  const [deposit] = await (lock ? query.for("update") : query);
  if (!deposit) throw new ApiError(404, "notFound");
  return deposit;
}
