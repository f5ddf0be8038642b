import { ticketFiles, ticketMessages } from "#api/db/schema/support";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import type { StoredFile } from "./ticket-files";

type Message = { ticketId: string; author: "client" | "support"; text: string; files: readonly StoredFile[] };

/** Puts a message with its files into a ticket. */
export async function writeMessage(parts: Parts, tx: Tx, { files, ...message }: Message): Promise<void> {
  const messageId = parts.ids.id();
  await tx.insert(ticketMessages).values({ id: messageId, createdAt: parts.clock.now(), ...message });
  if (files.length === 0) return;
  const rows = files.map((file, position) => ({
    id: parts.ids.id(),
    messageId,
    ticketId: message.ticketId,
    position,
    ...file,
  }));
  await tx.insert(ticketFiles).values(rows);
}
