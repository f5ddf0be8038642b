import { ticketFiles, ticketMessages } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { StoredFile } from "./ticket-files";

type Message = {
  ticketId: string;
  author: "client" | "support";
  /** The staff member who writes for support. */
  operator?: string;
  text: string;
  files: readonly StoredFile[];
};

/** Adds a message with its files to a ticket. */
export async function writeMessage(deps: Deps, tx: Tx, { files, ...message }: Message): Promise<void> {
  const messageId = deps.ids.id();
  await tx.insert(ticketMessages).values({ id: messageId, createdAt: deps.clock.now(), ...message });
  if (files.length === 0) return;
  const rows = files.map((file, position) => ({
    id: deps.ids.id(),
    messageId,
    ticketId: message.ticketId,
    position,
    ...file,
  }));
  await tx.insert(ticketFiles).values(rows);
}
