import { eq } from "drizzle-orm";
import type { SignedIn } from "#api/auth/sessions";
import type { Database } from "#api/db/connect";
import { telegramChats as chats } from "#api/db/schema/monitoring-notices";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import * as contract from "#contract/telegram/index";
import { linkPayload, unlink } from "./links";

export type Chat = { linked: boolean; link: string | null };

/**
 * Returns a client's linked chats, and a new link for each purpose. Links are null without a bot, and for staff who
 * view the client's pages: a chat that they link would go on reading the account.
 */
export async function chatsOf(
  deps: Pick<Deps, "bot" | "settings" | "clock"> & { db: Database },
  { id: userId, viewedBy }: Pick<SignedIn, "id" | "viewedBy">,
): Promise<Record<contract.TelegramPurpose, Chat>> {
  const rows = await deps.db.select().from(chats).where(eq(chats.userId, userId));
  const chat = async (purpose: contract.TelegramPurpose): Promise<Chat> => {
    const row = rows.find((one) => one.purpose === purpose);
    const bot = viewedBy ? null : deps.bot;
    const payload = linkPayload(deps, userId, purpose, row?.serial ?? 0);
    return { linked: Boolean(row?.chatId), link: (await bot?.link(payload)) ?? null };
  };
  const [account, monitoring] = await Promise.all([chat("account"), chat("monitoring")]);
  return { account, monitoring };
}

const readTelegram = handle(contract.readTelegram, async (_input, deps) => ({
  enabled: deps.bot !== null,
  ...(await chatsOf(deps, deps.client)),
}));

const unlinkTelegram = handle(contract.unlinkTelegram, async ({ purpose }, { db, client }) => {
  await transaction(db, (tx) => unlink(tx, { userId: client.id, purpose }));
  return { ok: true };
});

export const telegramRoutes: readonly Handler[] = [readTelegram, unlinkTelegram];
