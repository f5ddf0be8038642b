import { verb } from "#api/http/verb";
import { balancesOf } from "#api/ledger/ledger";
import { addMonths } from "#api/lib/calendar";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/vps/index";
import { findRate, machineOf } from "./rates";

export const orderOptions = verb(contract.orderOptions, async ({ rateId }, { db, client, clock }) => {
  const [rate, { main }] = await Promise.all([findRate(db, rateId), balancesOf(db, client.id)]);
  if (!rate.isOffered) throw new Refusal(404, "notFound");
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
