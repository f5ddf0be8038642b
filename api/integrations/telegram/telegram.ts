import { Bot, GrammyError } from "grammy";
import type { ChatBot } from "./bot";

type Options = {
  /** From @BotFather. */
  token: string;
  /** Another server with the Bot API: a self-hosted one, or a test's. */
  apiRoot?: string;
  /** The bot's user name; requested from the server if it is not given. */
  name?: string;
  log: { warn(fields: object, message: string): void };
};

const requestSeconds = 8;
/** A page must not wait for a messenger: if the name is not known by then, it has no link this time. */
const nameMilliseconds = 1_500;
const nameRetryMilliseconds = 60_000;

/** Telegram by grammY: sends messages, receives commands by long polling. */
export function telegramBot({ token, apiRoot, name, log }: Options): ChatBot {
  const out = new Bot(token, { client: { ...(apiRoot && { apiRoot }), timeoutSeconds: requestSeconds } });
  let usernamePromise: Promise<string | null> | undefined = name ? Promise.resolve(name) : undefined;
  const username = (): Promise<string | null> => {
    usernamePromise ??= out.api.getMe().then(
      ({ username }) => username,
      (error: unknown) => {
        log.warn({ err: error }, "the chat-bot's name is not known");
        setTimeout(() => {
          usernamePromise = undefined;
        }, nameRetryMilliseconds).unref();
        return null;
      },
    );
    return Promise.race([
      usernamePromise,
      new Promise<null>((resolve) => setTimeout(resolve, nameMilliseconds, null).unref()),
    ]);
  };
  return {
    link: async (payload) => {
      const known = await username();
      return known && `https://t.me/${known}?start=${payload}`;
    },
    send: async (chatId, text) => {
      try {
        await out.api.sendMessage(chatId, text, { link_preview_options: { is_disabled: true } });
        return "sent";
      } catch (error) {
        // 403: blocked or deleted; 400 "chat not found": it never existed, or is gone
        const isUnreachable =
          error instanceof GrammyError &&
          (error.error_code === 403 || /chat not found/i.test(error.description));
        if (isUnreachable) return "gone";
        throw error;
      }
    },
    listen: async (answer) => {
      const bot = new Bot(token, { client: { ...(apiRoot && { apiRoot }) } });
      bot.on("message:text", async (context) => {
        if (context.chat.type !== "private") return;
        const match = /^\/(\w+)(?:@\w+)?\s*(.*)$/s.exec(context.message.text);
        const reply = await answer({
          chatId: String(context.chat.id),
          name: match?.[1]?.toLowerCase() ?? "",
          text: match?.[2]?.trim() ?? "",
          language: context.from.language_code,
        });
        await context.reply(reply, { link_preview_options: { is_disabled: true } });
      });
      bot.catch(({ error }) => log.warn({ err: error }, "chat-bot"));
      await bot.init();
      const ended = bot.start({ allowed_updates: ["message"], timeout: 25 });
      return { stop: () => bot.stop(), ended };
    },
  };
}
