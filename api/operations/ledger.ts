import * as z from "zod/mini";
import { checkLedger } from "#api/ledger/ledger";
import type { CommandGroup } from "./operation";

export const ledgerCommands: CommandGroup = (program, operation) => {
  const ledger = program.command("ledger").description("the ledger");
  operation(
    ledger
      .command("check")
      .description("check that every balance equals its entries and all transactions sum to zero"),
    z.object({}),
    async (_, { tx }) => {
      const faults = await checkLedger(tx);
      if (faults.length > 0) throw new Error(`The ledger is not sound:\n${faults.join("\n")}`);
      return "The ledger is sound: every balance equals its entries, every transaction sums to zero.";
    },
    { isRead: true },
  );
};
