import type { ChatBot } from "./bot";
import { telegramBot } from "./telegram";

type BotOptions = {
  token?: string;
  apiRoot?: string;
  name?: string;
  log: Parameters<typeof telegramBot>[0]["log"];
};

/** Returns the bot of the settings (`TELEGRAM_BOT_TOKEN`); null without a token. */
export const chatBot = ({ token, ...rest }: BotOptions): ChatBot | null =>
  token ? telegramBot({ token, ...rest }) : null;
