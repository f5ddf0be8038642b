import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * The HTML of a page, once all of it is there. `onError` hears of a component that failed inside a boundary; outside of
 * one the promise is rejected.
 *
 * React 18.3.1 writes text into buffers of 2,048 bytes by `TextEncoder.encodeInto`, which leaves a letter out that does not
 * fit, and then sends the buffer whole: one to three 0 bytes stand where it ends, before the letter. In UTF-8 a 0 byte is
 * U+0000 and never part of another letter, and HTML has no U+0000: so taking every one of them away gives back what was
 * written, and can take nothing else (docs/decisions/0028-no-zero-bytes-in-a-page.md).
 */
export function renderWhole(page: ReactNode, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString().replaceAll("\0", ""));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError,
    });
  });
}
