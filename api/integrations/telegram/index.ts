import type { ChatBot } from "./bot";
import type { telegramBot } from "./telegram";

type BotOptions = {
  token?: string;
  apiRoot?: string;
  name?: string;
  log: Parameters<typeof telegramBot>[0]["log"];
};

/** Returns the bot of the settings (`TELEGRAM_BOT_TOKEN`); null without a token. */
export async function chatBot({ token, ...rest }: BotOptions): Promise<ChatBot | null> {
  if (!token) return null;
  const { telegramBot } = await import("./telegram");
  return telegramBot({ token, ...rest });
}
