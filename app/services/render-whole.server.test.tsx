import { Scripts, useLoaderData } from "@remix-run/react";
import { expect, test } from "vitest";
import { answered } from "./testing/answered";

const sent = { texts: ["</script><script>alert(1)</script>", "a & b\u2028\u2029", "aя€𝄞".repeat(2_000)] };

/** A page of one route that shows what its loader sent. */
const ofOne = (Page: () => JSX.Element) =>
  answered(
    { root: { path: "", module: { loader: () => sent, default: Page }, asset: { module: "/root.js" } } },
    { nonce: "n0nce", entry: { module: "/entry.js", imports: [] } },
  );

const texts = (list: readonly string[]) => list.map((text) => <p key={text}>{text}</p>);

function WithScript() {
  return (
    <html lang="en">
      <body>
        {texts(useLoaderData<typeof sent>().texts)}
        <Scripts nonce="n0nce" />
      </body>
    </html>
  );
}

test("a page says every letter, and hands its script what its loaders sent, to the letter", async () => {
  const html = await (await ofOne(WithScript)).text();
  expect(html).toContain(`<p>${sent.texts[2]}</p>`);
  const [page = "", after = ""] = html.split("</html>");
  expect(page).toContain("window.__remixContext");
  expect(after).toMatch(/^<script nonce="n0nce">[^<>&]*<\/script>$/);
  // what the browser would run
  const chunks: string[] = [];
  let isClosed = false;
  const streamController = {
    enqueue: (chunk: string) => void chunks.push(chunk),
    close: () => {
      isClosed = true;
    },
  };
  const script = after.replace(/<\/?script[^>]*>/g, "");
  new Function("window", script)({ __remixContext: { streamController } });
  expect(isClosed).toBe(true);
  expect(JSON.parse(chunks.join("").split("\n")[0] ?? "")).toEqual(expect.arrayContaining(sent.texts));
});

test("a page without script carries no data", async () => {
  const html = await (await ofOne(() => <html lang="en">{null}</html>)).text();
  expect(html).toBe('<!DOCTYPE html><html lang="en"></html>');
});

test("a component that fails is Remix's to answer for", async () => {
  const answer = await ofOne(() => {
    throw new Error("no such thing");
  });
  expect(answer.status).toBe(500);
});
