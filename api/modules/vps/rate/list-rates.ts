import { verb } from "#api/http/verb";
import { standingOf } from "#api/modules/vps/server/standing";
import * as contract from "#contract/vps/index";
import { loadOffered } from "./rates";

export const listRates = verb(contract.rates, async (_input, { db, client }) => {
  const [rates, { testServer }] = await Promise.all([loadOffered(db), standingOf(db, client.id)]);
  return { rates, testServer };
});
