import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { CDPSession } from "@playwright/test";
import { chromiumPath } from "#e2e/support/chromium";

/** A browser page controlled only by the DevTools protocol. */
export type Session = Pick<CDPSession, "send" | "on">;

export type PlainBrowser = {
  /** Opens a page in a new profile; `close` deletes the profile. */
  newPage: () => Promise<{ session: Session; close: () => Promise<void> }>;
  stop: () => Promise<void>;
};

const size = { width: 1280, height: 800 };
const args = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--no-sandbox",
  "--no-first-run",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-extensions",
  `--window-size=${size.width},${size.height}`,
];

type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};
type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

/**
 * Starts a browser that is controlled over a pipe. Drivers such as Playwright run scripts in each new document, which
 * slows pages that navigate by documents but not pages that navigate by script.
 */
export async function openPlainBrowser(profile: string): Promise<PlainBrowser> {
  const program = spawn(chromiumPath(), [...args, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const { send, events } = speak(program.stdio[3] as Writable, program.stdio[4] as Readable);
  const sessionOf = (sessionId: string) =>
    ({
      send: (method: string, params?: object) => send(method, params, sessionId),
      on: (event: string, listener: (params: unknown) => void) =>
        events.on(`${sessionId} ${event}`, listener),
    }) as unknown as Session;
  return {
    newPage: async () => {
      const context = (await send("Target.createBrowserContext")) as { browserContextId: string };
      const target = (await send("Target.createTarget", { url: "about:blank", ...size, ...context })) as {
        targetId: string;
      };
      const { sessionId } = (await send("Target.attachToTarget", { ...target, flatten: true })) as {
        sessionId: string;
      };
      const close = async () => {
        await send("Target.disposeBrowserContext", context);
      };
      return { session: sessionOf(sessionId), close };
    },
    stop: async () => {
      const ended = once(program, "exit");
      await send("Browser.close");
      await ended;
    },
  };
}

/** Messages are JSON, each followed by a zero byte. */
function speak(input: Writable, output: Readable): { send: Send; events: EventEmitter } {
  const events = new EventEmitter();
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let rest = "";
  const handleMessage = ({ id, sessionId, method, params, result, error }: Message) => {
    if (id === undefined) {
      events.emit(`${sessionId} ${method}`, params);
      return;
    }
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  output.setEncoding("utf8").on("data", (text: string) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) handleMessage(JSON.parse(message));
  });
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last++;
      waiting.set(last, { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
  return { send, events };
}
