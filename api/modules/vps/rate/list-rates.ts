import { handle } from "#api/http/handle";
import { serverStateOf } from "#api/modules/vps/server/server-state";
import * as contract from "#contract/vps/index";
import { loadOffered, machineOf, monthlyCents } from "./rates";

export const listRates = handle(contract.rates, async (_input, { db, client }) => {
  const [rates, { testServer }] = await Promise.all([loadOffered(db), serverStateOf(db, client.id)]);
  return { rates, testServer };
});

export const startingOffer = handle(contract.startingOffer, async (_input, { db }) => {
  const cheapest = (await loadOffered(db)).find((rate) => monthlyCents(rate) > 0);
  return { offer: cheapest ? { priceCents: monthlyCents(cheapest), ...machineOf(cheapest) } : null };
});
