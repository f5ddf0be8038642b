import { eq } from "drizzle-orm";
import { testServerState } from "#api/areas/vps/test-server/test-server";
import { verb } from "#api/calls/verb";
import { rates } from "#api/db/schema/vps";
import * as contract from "#contract/vps/index";
import { loadRates } from "./rates";

export const listRates = verb(contract.rates, async (_input, { db, client }) => {
  const [offered, testServer] = await Promise.all([
    loadRates(db, eq(rates.isOffered, true)),
    testServerState(db, client.id),
  ]);
  return { rates: offered, testServer };
});
