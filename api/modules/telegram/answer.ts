import { and, asc, eq } from "drizzle-orm";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { telegramChats as chats } from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Command } from "#api/integrations/telegram/bot";
import { balancesOf } from "#api/ledger/ledger";
import { formatMoney, formatTime } from "#api/lib/format";
import { languageOf, textOf } from "#api/lib/translations";
import type { Language } from "#contract/languages";
import { formatDecimal } from "#statements/decimal";

import { unlink, useLink } from "./links";

const t = textOf("bot");

const accountsMax = 50;

/** Answers a chat's command, in the language of the linked client. */
export async function answer(
  deps: Deps,
  { chatId, name, text, language: telegramLanguage }: Command,
): Promise<string> {
  if (name === "start" && text) return link(deps, chatId, text, languageOf(telegramLanguage));
  const [client] = await deps.db
    .select({ id: users.id, language: users.language, zone: users.timeZone })
    .from(chats)
    .innerJoin(users, eq(users.id, chats.userId))
    .where(eq(chats.chatId, chatId))
    .limit(1);
  const { brand, publicOrigin } = deps.settings;
  if (!client)
    return t(languageOf(telegramLanguage), "notLinked", {
      product: brand.name,
      profile: `${publicOrigin}/profile`,
    });
  if (name === "balance") return balance(deps, client);
  if (name === "accounts") return accounts(deps, client);
  if (name !== "stop") return t(client.language, "help", { product: brand.name });
  await transaction(deps.db, (tx) => unlink(tx, { chatId }));
  return t(client.language, "stopped", { profile: `${publicOrigin}/profile` });
}

async function link(
  deps: Deps,
  chatId: string,
  payload: string,
  telegramLanguage: Language,
): Promise<string> {
  const linked = await transaction(deps.db, (tx) => useLink(deps, tx, payload, chatId));
  const { brand, publicOrigin } = deps.settings;
  if (!linked) return t(telegramLanguage, "linkInvalid", { profile: `${publicOrigin}/profile` });
  const [client] = await deps.db.select().from(users).where(eq(users.id, linked.userId));
  const language = client?.language ?? telegramLanguage;
  const key = linked.purpose === "monitoring" ? "linkedMonitoring" : "linkedAccount";
  return `${t(language, key, { product: brand.name, email: client?.email ?? "" })}\n\n${t(language, "help", { product: brand.name })}`;
}

type Client = { id: string; language: Language; zone: string | null };

async function balance({ db }: Deps, { id, language }: Client): Promise<string> {
  const { main, partner } = await balancesOf(db, id);
  return t(language, "balance", {
    main: formatMoney(main, language),
    partner: formatMoney(partner, language),
  });
}

async function accounts({ db, settings }: Deps, { id, language, zone: chosen }: Client): Promise<string> {
  const zone = chosen ?? "UTC";
  const rows = await db
    .select()
    .from(monitoringAccounts)
    .where(and(eq(monitoringAccounts.userId, id)))
    .orderBy(asc(monitoringAccounts.createdAt))
    .limit(accountsMax);
  if (rows.length === 0)
    return t(language, "noAccounts", { page: `${settings.publicOrigin}/online-monitoring/accounts` });
  const lines = rows.map(({ name, number, balance, equity, currency, heardAt }) => {
    const known = balance !== null && equity !== null && heardAt !== null;
    if (!known) return t(language, "accountWaiting", { name, number });
    const values = {
      name,
      number,
      balance: formatDecimal(balance),
      equity: formatDecimal(equity),
      currency: currency ?? "",
    };
    return t(language, "accountLine", {
      ...values,
      seen: formatTime(heardAt.toISOString(), language, zone),
    });
  });
  return lines.join("\n\n");
}
