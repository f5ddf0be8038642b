import * as z from "zod/mini";
import { checkLedger } from "#api/ledger/ledger";
import { recordLedgerCheck } from "#api/ledger/record-check";
import { answer, OperatorError } from "#api/lib/answer";
import type { CommandGroup } from "./operation";

export const ledgerCommands: CommandGroup = (program, operation) => {
  const ledger = program.command("ledger").description("the ledger");
  operation(
    ledger
      .command("check")
      .description("check that every balance equals its entries and all transactions sum to zero"),
    z.object({}),
    async (_, { deps, tx }) => {
      const faults = await checkLedger(tx);
      await recordLedgerCheck(tx, deps.clock.now(), faults.length);
      // thrown after the commit, which an error would prevent
      if (faults.length > 0)
        return async () => {
          throw new OperatorError("ledgerNotSound", { faults: faults.join("\n") });
        };
      return answer("ledgerSound");
    },
  );
};
