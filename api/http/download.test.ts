import { expect, test } from "vitest";
import { download } from "./download";
import { textStream } from "./text-stream";

const stream = () => new Response("a,b\n").body ?? new ReadableStream<Uint8Array>();

test("a file is sent as an attachment and never as a page of the site; its reader may cache it for a day", async () => {
  const answer = download({ stream: stream(), bytes: 4 }, { name: "report.csv", kind: "text/csv" });
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv",
    "content-length": "4",
    "content-disposition": `attachment; filename="report.csv"; filename*=UTF-8''report.csv`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=86400, immutable",
  });
  expect(await answer.text()).toBe("a,b\n");
});

test("a name that old browsers can't read has an ASCII fallback, and no name breaks out of the header", () => {
  const answer = download(
    { stream: stream(), bytes: 4 },
    { name: 'счёт "1"\\50%.pdf', kind: "application/pdf" },
  );
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="____ _1__50_.pdf"; filename*=UTF-8''${encodeURIComponent('счёт "1"\\50%.pdf')}`,
  );
});

test("a long text is generated as it is read, and stops when its reader disconnects", async () => {
  const generated: string[] = [];
  let isEnded = false;
  async function* chunks() {
    try {
      for (const chunk of ["один\n", "two\n", "three\n"]) {
        generated.push(chunk);
        yield chunk;
      }
    } finally {
      isEnded = true;
    }
  }
  expect(await new Response(textStream(chunks())).text()).toBe("один\ntwo\nthree\n");
  expect([generated.length, isEnded]).toEqual([3, true]);
  generated.length = 0;
  isEnded = false;
  const reader = textStream(chunks()).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("один\n");
  await reader.cancel();
  expect(generated.length).toBeLessThan(3);
  expect(isEnded).toBe(true);
});
