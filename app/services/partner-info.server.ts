import type { Output } from "#contract/endpoint";
import * as contract from "#contract/partners/index";
import { callApi } from "./api.server";
import type { ClientCaller } from "./session.server";
import { currentUserOf } from "./viewer.server";

type Info = Output<typeof contract.partnerInfo>;

/**
 * Returns the partner's sums. A service that implements only the specification provides them elsewhere: the balance
 * with the client, the rest by level.
 */
export async function partnerInfoOf(caller: ClientCaller) {
  const info = await callApi(caller, contract.partnerInfo, {});
  const balanceCents = info.balanceCents ?? (await currentUserOf(caller)).partnerBalanceCents;
  return {
    ...info,
    ...(await earned(caller, info)),
    balanceCents,
    owedCents: info.owedCents ?? 0,
    availableCents: info.availableCents ?? balanceCents,
    clearingCents: info.clearingCents ?? 0,
    clearingDays: info.clearingDays ?? 0,
  };
}
export type PartnerInfo = Awaited<ReturnType<typeof partnerInfoOf>>;

async function earned(caller: ClientCaller, { turnoverCents, rewardCents }: Info) {
  if (turnoverCents !== undefined && rewardCents !== undefined) return { turnoverCents, rewardCents };
  const { levels } = await callApi(caller, contract.levels, {});
  const sum = (name: "rewardCountCents" | "rewardSumCents") =>
    levels.reduce((total, row) => total + row[name], 0);
  return {
    turnoverCents: turnoverCents ?? sum("rewardCountCents"),
    rewardCents: rewardCents ?? sum("rewardSumCents"),
  };
}
