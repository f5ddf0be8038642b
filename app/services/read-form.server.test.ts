import { expect, test } from "vitest";
import { limitBody } from "./limit-body.server";
import { readForm } from "./read-form.server";

/** Returns a login request whose body arrives one character at a time. */
function slowForm(signs: number, milliseconds: number): Request {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (sent++ === signs) controller.close();
      else controller.enqueue(new TextEncoder().encode(sent === 2 ? "=" : "a"));
    },
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new Request("http://localhost/login", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
}

const timeouts = { idleMilliseconds: 1_000, wholeMilliseconds: 500 };

test("a form that arrives too slowly gets 408 with a message", async () => {
  const { request } = limitBody(slowForm(1_000, 20), timeouts);
  await expect(readForm(request)).rejects.toMatchObject({
    data: { message: "bodyTooSlow" },
    init: { status: 408 },
  });
});

test("a form that arrives in time is read", async () => {
  const { request } = limitBody(slowForm(4, 1), timeouts);
  expect((await readForm(request)).get("a")).toBe("aa");
});

const text = (body: string) =>
  new Request("http://localhost/actions/theme", {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body,
  });

test("flat JSON is read as a form if the action allows it, with null as an absent field", async () => {
  expect([...(await readForm(text('{"theme":"dark"}'), { flatJson: true }))]).toEqual([["theme", "dark"]]);
  expect([...(await readForm(text('{"theme":null}'), { flatJson: true }))]).toEqual([]);
});

test.each(['"dark"', '{"theme":{"a":1}}', "{", "[1]", ""])("%s is rejected as a form", async (body) => {
  await expect(readForm(text(body), { flatJson: true })).rejects.toMatchObject({ init: { status: 400 } });
});

test("other actions reject flat JSON", async () => {
  await expect(readForm(text('{"theme":"dark"}'))).rejects.toMatchObject({ init: { status: 400 } });
});
