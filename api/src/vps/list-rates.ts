import { eq } from "drizzle-orm";
import { rates } from "#api/db/schema/vps";
import { verb } from "#api/verb";
import * as contract from "#contract/vps";
import { loadRates } from "./rates";
import { testServerState } from "./test-server";

export const listRates = verb(contract.rates, async (_input, { db, client }) => {
  const [offered, testServer] = await Promise.all([
    loadRates(db, eq(rates.isOffered, true)),
    testServerState(db, client.id),
  ]);
  return { rates: offered, testServer };
});
