import * as z from "zod/mini";
import { checkLedger } from "#api/ledger/ledger";
import { answer, OperatorError } from "#api/lib/answer";
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
      if (faults.length > 0) throw new OperatorError("ledgerNotSound", { faults: faults.join("\n") });
      return answer("ledgerSound");
    },
    { isRead: true },
  );
};
