import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { addMonths } from "#api/lib/calendar";
import * as contract from "#contract/vps/index";
import { findRate, machineOf } from "./rates";

export const orderOptions = handle(contract.orderOptions, async ({ rateId }, { db, client, clock }) => {
  const [rate, { main }] = await Promise.all([findRate(db, rateId), balancesOf(db, client.id)]);
  if (!rate.isOffered) throw new ApiError(404, "notFound");
  const now = clock.now();
  return {
    rateId,
    tariff: rate.name,
    ...machineOf(rate),
    operatingSystems: rate.operatingSystems,
    periods: rate.periods.map((period) => ({
      ...period,
      paidUntil: addMonths(now, period.months).toISOString(),
    })),
    balanceCents: main,
  };
});
