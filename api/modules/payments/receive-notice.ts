import { and, eq, or } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Deps } from "#api/deps";
import type { Notice, PaymentSystem } from "#api/integrations/payments/system";
import { verified } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import { receiveReport } from "./receive-report";

type Received = Awaited<ReturnType<typeof receiveReport>> | "nothing";

/**
 * Asks a payment system how the payment of a notice stands, outside of any transaction, and takes in what it answers.
 * What nothing proves is looked up only where its order is one of ours, so that nobody can have us ask for the sake of asking.
 * @throws {ApiError} 503 where the system does not answer: it repeats its message, and we look by ourselves meanwhile.
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

/** Whether it names an order of ours, by our id or by the system's. */
async function isKnown({ db }: Deps, method: string, { orderId, thereId }: Notice): Promise<boolean> {
  const names = or(
    orderId === null ? undefined : eq(deposits.id, orderId),
    thereId === null ? undefined : eq(deposits.thereId, thereId),
  );
  return names !== undefined && (await db.$count(deposits, and(eq(deposits.method, method), names))) > 0;
}
