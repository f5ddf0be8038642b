import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readLimited } from "./read-input";
import type { BodyTimeouts } from "./timed-body";
import { BodyTooSlow, timedBody } from "./timed-body";

// timeouts use the machine's clock, which is faked here
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sender that sends a chunk on demand, until nobody reads any more. */
function sender() {
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      open = controller;
    },
    cancel() {
      open = undefined;
    },
  });
  return {
    stream,
    send: (text: string) => open?.enqueue(new TextEncoder().encode(text)),
    end: () => open?.close(),
  };
}

/** Returns the result of reading a body that sends `pieces` chunks, one `every` seconds. */
async function received(
  read: (stream: ReadableStream<Uint8Array>) => Promise<string>,
  every: number,
  chunkCount: number,
) {
  const { stream, send, end } = sender();
  const outcome = read(stream).catch((error: unknown) => error);
  for (let sent = 0; sent < chunkCount; sent++) {
    send("a");
    await vi.advanceTimersByTimeAsync(every * 1000);
  }
  end();
  return outcome;
}
const asText = (timeouts?: BodyTimeouts) => (stream: ReadableStream<Uint8Array>) =>
  new Response(timedBody(stream, timeouts)).text();

test("a sender may pause for up to ten seconds, any number of times within two minutes", async () => {
  expect(await received(asText(), 9, 13)).toBe("a".repeat(13));
  expect(await received(asText(), 11, 2)).toBeInstanceOf(BodyTooSlow);
  expect(await received(asText(), 9, 14)).toBeInstanceOf(BodyTooSlow);
});

test("a body that has ended or is no longer wanted leaves no timer behind", async () => {
  await received(asText({ idleMilliseconds: 60_000, wholeMilliseconds: 60_000 }), 1, 2);
  expect(vi.getTimerCount()).toBe(0);
  const { stream, send } = sender();
  const reader = timedBody(stream).getReader();
  send("a");
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("a");
  expect(vi.getTimerCount()).toBe(2);
  await reader.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test("a form or JSON has half a minute, a file two minutes; a slower sender gets an error", async () => {
  const limited = (limit: number) => async (body: ReadableStream<Uint8Array>) => {
    const request = new Request("http://api.invalid/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    return Buffer.from(await readLimited(request, limit)).toString();
  };
  const [small, large] = [limited(256 * 1024), limited(256 * 1024 + 1)];
  expect(await received(small, 9, 3)).toBe("aaa");
  expect(await received(small, 9, 4)).toMatchObject({ status: 408, code: "bodyTooSlow" });
  expect(await received(large, 9, 4)).toBe("aaaa");
  expect(await received(large, 9, 14)).toMatchObject({ status: 408, code: "bodyTooSlow" });
});
