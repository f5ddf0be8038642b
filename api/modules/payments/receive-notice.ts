import { and, eq, or } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Deps } from "#api/deps";
import type { Notice, PaymentSystem } from "#api/integrations/payments/system";
import { verified } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import { receiveReport } from "./receive-report";

type Received = Awaited<ReturnType<typeof receiveReport>> | "nothing";

/**
 * Looks up the payment of a notice at its payment system, outside of any transaction, and processes the result. An
 * unproven notice is looked up only if it names one of our orders, so that nobody can trigger arbitrary requests.
 * @throws {ApiError} 503 if the system does not respond: it repeats its message, and our own polling continues
 * meanwhile.
 */
export async function receiveNotice(deps: Deps, system: PaymentSystem, notice: Notice): Promise<Received> {
  const { id: method } = system.method;
  if (!notice.isProven && !(await isKnown(deps, method, notice))) return "unknownOrder";
  const report = await verified(system, notice).catch((error: unknown) => {
    deps.log.warn({ err: error, method }, "a payment system does not say how a payment stands");
    throw new ApiError(503, "unavailable", { headers: { "retry-after": "60" } });
  });
  return report ? receiveReport(deps, method, report) : "nothing";
}

/** Returns whether the notice names one of our orders, by our id or by the system's. */
async function isKnown({ db }: Deps, method: string, { orderId, thereId }: Notice): Promise<boolean> {
  const names = or(
    orderId === null ? undefined : eq(deposits.id, orderId),
    thereId === null ? undefined : eq(deposits.thereId, thereId),
  );
  return names !== undefined && (await db.$count(deposits, and(eq(deposits.method, method), names))) > 0;
}
