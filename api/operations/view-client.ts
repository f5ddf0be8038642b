import type { Command } from "commander";
import * as z from "zod/mini";
import { createView } from "#api/auth/views";
import { OperatorError } from "#api/lib/answer";
import { clientBy } from "./find-client";
import type { Operation } from "./operation";

/** Declares the command to see the pages of a client. */
export function viewClientOperation(area: Command, operation: Operation): void {
  operation(
    area
      .command("view <client>")
      .description("get a link to the client's pages, read-only; the client sees it in their activity"),
    z.object({ client: z.string() }),
    async ({ client }, { deps, tx, operator }) => {
      const { id: userId, email, deletedAt } = await clientBy(tx, client);
      if (deletedAt) throw new OperatorError("accountDeleted");
      const code = await createView(deps, tx, { userId, viewedBy: operator });
      const link = `${deps.settings.publicOrigin}/view-as-client?code=${code}`;
      // returned apart, so that neither the audit row nor the idempotency key has the code
      return async () => ({ client: email, link });
    },
  );
}
