import { callApi } from "#app/services/api.server";
import type { ClientCaller } from "#app/services/session.server";
import type { Output } from "#contract/call";
import type * as contract from "#contract/partner/index";
import { currentUser } from "#contract/user/index";

type Info = Output<typeof contract.partnerInfo>;
type Levels = Output<typeof contract.levels>["levels"];

/** The partner's sums. A service that keeps to the specification alone says them elsewhere: the balance of the client, the rest by level. */
export async function wholeInfo(caller: ClientCaller, info: Info, levels: Levels) {
  const balanceCents = info.balanceCents ?? (await callApi(caller, currentUser, {})).partnerBalanceCents;
  const sum = (name: "rewardCountCents" | "rewardSumCents") =>
    levels.reduce((total, row) => total + row[name], 0);
  return {
    ...info,
    balanceCents,
    availableCents: info.availableCents ?? balanceCents,
    clearingCents: info.clearingCents ?? 0,
    clearingDays: info.clearingDays ?? 0,
    turnoverCents: info.turnoverCents ?? sum("rewardCountCents"),
    rewardCents: info.rewardCents ?? sum("rewardSumCents"),
  };
}
