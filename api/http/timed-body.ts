import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Timeouts for a sender: without any data, and for the whole body. */
export type BodyTimeouts = { idleMilliseconds: number; wholeMilliseconds: number };

export const defaultBodyTimeouts: BodyTimeouts = { idleMilliseconds: 10_000, wholeMilliseconds: 120_000 };

/** For forms and JSON, which are small: a sender of a byte per second must not take two minutes. */
export const formBodyTimeouts: BodyTimeouts = { idleMilliseconds: 10_000, wholeMilliseconds: 30_000 };

export class BodyTooSlow extends Error {}

/** Returns whether an error, or one of its causes, means that the body arrived too slowly. */
export function isBodyTooSlow(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof BodyTooSlow) return true;
  return false;
}

/** Passes a body through; it fails with `BodyTooSlow` at a timeout, after passing on what was received before. */
export function timedBody(
  body: ReadableStream<Uint8Array>,
  { idleMilliseconds, wholeMilliseconds }: BodyTimeouts = defaultBodyTimeouts,
): ReadableStream<Uint8Array> {
  let timers: NodeJS.Timeout[] = [];
  const stop = () => timers.forEach(clearTimeout);
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        const late = () => controller.error(new BodyTooSlow("the body did not come in time"));
        timers = [idleMilliseconds, wholeMilliseconds].map((time) => setTimeout(late, time).unref());
      },
      transform(chunk, controller) {
        timers[0]?.refresh();
        controller.enqueue(chunk);
      },
      flush: stop,
      cancel: stop,
    } as Transformer<Uint8Array, Uint8Array>),
  );
}

/** A body as received: a web stream, or one of Node's own, which costs a fraction. */
export type SentBody = ReadableStream<Uint8Array> | Readable;

/** Yields the chunks of a body; throws `BodyTooSlow` at a timeout. */
export async function* timedChunks(
  body: SentBody,
  { idleMilliseconds, wholeMilliseconds }: BodyTimeouts,
): AsyncGenerator<Uint8Array> {
  if (body instanceof IncomingMessage && body.complete) {
    // a small body has usually arrived completely: no timers needed
    const whole: Uint8Array | null = body.read();
    if (whole) yield whole;
    return;
  }
  const { next, leave } = sourceOf(body);
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(new BodyTooSlow("the body did not come in time"));
  });
  const [idle, overall] = [idleMilliseconds, wholeMilliseconds].map((time) =>
    setTimeout(giveUp, time).unref(),
  );
  let isOver = false;
  try {
    while (!isOver) {
      const { done, value } = await Promise.race([next(), late]);
      isOver = done === true;
      idle?.refresh();
      if (value) yield value;
    }
  } finally {
    clearTimeout(idle);
    clearTimeout(overall);
    if (!isOver) leave();
  }
}

type Source = { next: () => Promise<{ done?: boolean; value?: Uint8Array | undefined }>; leave: () => void };

function sourceOf(body: SentBody): Source {
  if (body instanceof Readable) {
    // the server drops the rest of it, once the request was answered (`slow-senders.ts`)
    const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false });
    return { next: () => chunks.next(), leave: () => {} };
  }
  const reader = body.getReader();
  return { next: () => reader.read(), leave: () => void reader.cancel().catch(() => undefined) };
}
