/** A sender who stops for so long, or takes so long for the whole, is not listened to any more. */
export type Patience = { idleMilliseconds: number; wholeMilliseconds: number };

export const usualPatience: Patience = { idleMilliseconds: 10_000, wholeMilliseconds: 120_000 };

/** Of a form or JSON, which are small: a sender of a byte a second is not listened to for two minutes. */
export const shortPatience: Patience = { idleMilliseconds: 10_000, wholeMilliseconds: 30_000 };

export class BodyTooSlow extends Error {}

/** A body that ends in `BodyTooSlow` where its sender keeps it waiting; what was read of it before is passed on. */
export function timedBody(
  body: ReadableStream<Uint8Array>,
  { idleMilliseconds, wholeMilliseconds }: Patience = usualPatience,
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
