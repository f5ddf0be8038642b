import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Update = { update_id: number; message: Record<string, unknown> };
export type SentMessage = { chatId: string; text: string };

/** A local fake server with the part of the Telegram Bot API that the service uses. */
export type BotServer = {
  url: string;
  token: string;
  sent: SentMessage[];
  /** Sends a message to the bot as a person in a private chat; resolves to the reply. */
  write: (chatId: string, text: string, language?: string) => Promise<string>;
  /** Chats that have blocked the bot. */
  blocked: Set<string>;
  /** Answers everything with 502 while true. */
  isDown: boolean;
  close: () => Promise<void>;
};

export async function botServer(): Promise<BotServer> {
  const token = "4242:test-token";
  const updates: Update[] = [];
  const waiting = new Set<() => void>();
  let lastUpdate = 0;
  const answered = new Map<string, (text: string) => void>();
  const state = { sent: [] as SentMessage[], blocked: new Set<string>(), isDown: false };
  const methods: Record<string, (body: Record<string, unknown>, signal: AbortSignal) => unknown> = {
    getMe: () => ({ id: 4242, is_bot: true, first_name: "Cabinet", username: "cabinet_test_bot" }),
    deleteWebhook: () => true,
    getUpdates: async ({ offset = 0, timeout = 0 }, signal) => {
      while (updates[0] && updates[0].update_id < Number(offset)) updates.shift();
      if (updates.length === 0 && Number(timeout) > 0) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      return updates.slice(0, 100);
    },
    sendMessage: ({ chat_id, text }) => {
      const chatId = String(chat_id);
      if (state.blocked.has(chatId))
        return { error_code: 403, description: "Forbidden: bot was blocked by the user" };
      state.sent.push({ chatId, text: String(text) });
      answered.get(chatId)?.(String(text));
      return { message_id: state.sent.length, date: 0, chat: { id: Number(chatId), type: "private" }, text };
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, sentToken, method = ""] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? "") ?? [];
    const controller = new AbortController();
    response.on("close", () => controller.abort());
    const text = Buffer.concat(chunks).toString();
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (state.isDown) return answer(502, { ok: false, error_code: 502, description: "Bad Gateway" });
    if (sentToken !== token) return answer(401, { ok: false, error_code: 401, description: "Unauthorized" });
    const handle = methods[method];
    if (!handle) return answer(404, { ok: false, error_code: 404, description: "Not Found" });
    const result = await handle(text ? (JSON.parse(text) as Record<string, unknown>) : {}, controller.signal);
    const failed = typeof result === "object" && result !== null && "error_code" in result;
    return answer(
      failed ? Number(result.error_code) : 200,
      failed ? { ok: false, ...result } : { ok: true, result },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    token,
    write: (chatId: string, text: string, language = "en") => {
      const reply = new Promise<string>((resolve) => answered.set(chatId, resolve));
      lastUpdate += 1;
      const user = { id: Number(chatId), first_name: "Ada", is_bot: false, language_code: language };
      const entities = text.startsWith("/")
        ? [{ type: "bot_command", offset: 0, length: text.split(" ")[0]?.length ?? 0 }]
        : [];
      const message = {
        message_id: lastUpdate,
        date: 0,
        chat: { id: Number(chatId), type: "private", first_name: "Ada" },
        from: user,
        text,
        entities,
      };
      updates.push({ update_id: lastUpdate, message });
      for (const wake of waiting) wake();
      waiting.clear();
      return reply;
    },
    close: async () => {
      for (const wake of waiting) wake();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
