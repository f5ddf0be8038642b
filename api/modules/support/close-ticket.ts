import { eq } from "drizzle-orm";
import { tickets } from "#api/db/schema/support";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import * as contract from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";
import { ownTicket } from "./own-ticket";

export const closeTicket = handle(contract.closeTicket, ({ ticketId }, { client, db }) =>
  transaction(db, async (tx) => {
    const { status } = await ownTicket(tx, client.id, ticketId);
    if (canClose(status)) await tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticketId));
    return { ok: true } as const;
  }),
);
