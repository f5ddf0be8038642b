import { redirect } from "@remix-run/node";
import { expect, test } from "vitest";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { readDraft, withDraft } from "./draft.server";
import { requestContext, withRequestContext } from "./request-context.server";

const values = { title: "Терминал", text: "👩‍💻漢字 ".repeat(150) };
const failing = (thrown: unknown) => () => Promise.reject(thrown);

/** Posts a draft whose work fails; returns the browser's cookies afterwards. */
async function cookiesAfter(work: () => Promise<unknown>, cookie = ""): Promise<string[]> {
  return withRequestContext(async () => {
    const request = new Request("http://localhost/support/new", { headers: { cookie } });
    await withDraft(request, { name: "ticket", values }, work).catch(() => undefined);
    return requestContext().setCookies.map((line) => line.split(";")[0] ?? "");
  });
}

const readBack = (cookies: string[], name = "ticket") =>
  readDraft(new Request("http://localhost/support/new", { headers: { cookie: cookies.join("; ") } }), name);

test.each([
  ["the session is over", redirect("/login?redirectTo=%2Fsupport%2Fnew")],
  ["the API says that the session is over", new ApiError(401, { message: "over", code: "sessionOver" })],
  ["the API does not answer", new ApiUnavailable(503, "silent")],
])("a draft is stored if %s", async (_why, thrown) => {
  const cookies = await cookiesAfter(failing(thrown));
  expect(await readBack(cookies)).toEqual(values);
  expect(await readBack(cookies, "another form")).toBeNull();
  for (const line of cookies) expect(line.length).toBeLessThan(4000);
});

test("a rejection stores no draft: the form itself comes back filled", async () => {
  expect(await cookiesAfter(failing(new ApiError(422, { message: "no" })))).toEqual([]);
});

test("a draft is deleted once it is submitted", async () => {
  const cookies = await cookiesAfter(failing(new ApiUnavailable(503, "silent")));
  const after = await cookiesAfter(async () => "done", cookies.join("; "));
  expect(await readBack(after)).toBeNull();
});

test("a modified cookie restores nothing", async () => {
  const cookies = await cookiesAfter(failing(new ApiUnavailable(503, "silent")));
  expect(await readBack(cookies.map((line) => line.replace(/=./, "=x")))).toBeNull();
});
