import { standingOf } from "#api/areas/vps/server/standing";
import { verb } from "#api/calls/verb";
import * as contract from "#contract/vps/index";
import { loadOffered } from "./rates";

export const listRates = verb(contract.rates, async (_input, { db, client }) => {
  const [rates, { testServer }] = await Promise.all([loadOffered(db), standingOf(db, client.id)]);
  return { rates, testServer };
});
