import type { ChatBot } from "./bot";
import { telegramBot } from "./telegram";

type Wanted = {
  token?: string;
  apiRoot?: string;
  name?: string;
  log: Parameters<typeof telegramBot>[0]["log"];
};

/** The bot that the settings ask for (`TELEGRAM_BOT_TOKEN`); none without a token. */
export const chatBot = ({ token, ...rest }: Wanted): ChatBot | null =>
  token ? telegramBot({ token, ...rest }) : null;
