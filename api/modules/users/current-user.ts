import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { consumeInMemory } from "#api/http/rate-limit";
import { balancesOf } from "#api/ledger/ledger";
import { textsByLanguage } from "#api/lib/texts-by-language";
import { errorText } from "#api/lib/translations";
import { chatsOf } from "#api/modules/telegram/routes";
import { languageOfCode } from "#contract/languages";
import { userReadsPerMinute } from "#contract/rules";
import * as contract from "#contract/users/index";

export const currentUser = handle(contract.currentUser, async (_input, deps) => {
  const { db, client } = deps;
  consumeInMemory(deps, { key: `user-read:${client.id}`, limit: userReadsPerMinute });
  const { user: row } = client;
  const [balances, telegram] = await Promise.all([
    balancesOf(db, client.id),
    deps.bot ? chatsOf(deps, client) : null,
  ]);
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    email: row.email,
    name: row.name,
    photoPath: row.avatarFileId ? `/user/avatar/${row.avatarFileId}` : null,
    telegramLink: telegram?.account.link ?? null,
    telegramMonLink: telegram?.monitoring.link ?? null,
    balanceCents: balances.main,
    partnerBalanceCents: balances.partner,
    language: row.language,
    timeZone: row.timeZone,
    unreadTickets: client.unreadTickets,
  };
});

export const permissions = handle(contract.permissions, async (_input, { client }) => client.sections);

export const alertMessage = handle(
  contract.alertMessage,
  async (_input, { client: { alert, user }, language }) => {
    if (user.blockedAt)
      return {
        alert: {
          id: "blocked",
          text: errorText(language, "accountBlockedAlert", { reason: user.blockReason ?? "" }),
        },
      };
    if (!alert) return { alert: null };
    return { alert: { id: alert.id, text: textsByLanguage(alert)[language] } };
  },
);

export const changeLanguage = handle(contract.changeLanguage, async ({ language }, { db, client }) => {
  await db
    .update(users)
    .set({ language: languageOfCode(language) })
    .where(eq(users.id, client.id));
  return { ok: true };
});
