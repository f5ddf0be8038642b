import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";

/** The Telegram bot: a chat can be linked for account messages and for monitoring, each with a single-use link. */

export const telegramPurposes = ["account", "monitoring"] as const;
export type TelegramPurpose = (typeof telegramPurposes)[number];

/** `link` opens the bot; it is single-use and expires after an hour. Null if the operator runs no bot. */
const chat = z.object({ linked: z.boolean(), link: z.nullable(z.string()) });

export const readTelegram = defineEndpoint({
  method: "GET",
  path: "/user/telegram",
  access: "client",
  summary: "Returns linked chats and new linking URLs",
  output: z.object({ enabled: z.boolean(), account: chat, monitoring: chat }),
});

export const unlinkTelegram = defineEndpoint({
  method: "POST",
  path: "/user/telegram/unlink",
  access: "client",
  summary: "Unlinks a chat",
  recentAuth: "ifTwoStep",
  input: z.object({ purpose: z.enum(telegramPurposes) }),
});
