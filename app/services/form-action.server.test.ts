import type { ActionFunctionArgs } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { buySubscriptionInput } from "#contract/monitoring/index";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { form, formAction, noFields } from "./form-action.server";

const checkAccess = async () => ({ name: "anna" });

const post = (fields: Record<string, string>) =>
  ({
    request: new Request("http://cabinet.test/page", { method: "POST", body: new URLSearchParams(fields) }),
    params: { id: "7" },
    context: {},
  }) as unknown as ActionFunctionArgs;

const login = z.object({
  email: z.string().check(z.minLength(1, "specifyEmail")),
  password: z.string().check(z.minLength(8, "passwordLength")),
});
const typed = { email: "anna@demo.test", password: "demo-password" };

/** Returns the response as the page sees it, with its status. */
async function answerOf(answer: Promise<unknown>) {
  const { data: body, init } = (await answer) as {
    data: Awaited<ReturnType<typeof rejectedWith>>;
    init: ResponseInit;
  };
  return { ...body, status: init.status };
}

/** Infers the type of the response from an action that returns one. */
async function rejectedWith(status: number) {
  const answered = await formAction(checkAccess, refusing(status))(post(typed));
  if (answered instanceof Response) throw answered;
  return (answered as Extract<typeof answered, { data: unknown }>).data;
}

const refusing = (status: number, fields: Record<string, string> = {}) =>
  form(login, async (): Promise<never> => {
    throw new ApiError(status, { message: "No", code: "why", details: { left: 3 }, fields });
  });

test("a form is parsed by its schema, and its handler gets the caller, the route parameters and the key", async () => {
  const action = formAction(
    checkAccess,
    form(login, async ({ email }, { caller, params, idempotencyKey }) =>
      redirect(`/${caller.name}/${params.id}/${email}/${idempotencyKey}`),
    ),
  );
  const answer = (await action(post({ ...typed, idempotencyKey: "k" }))) as unknown as Response;
  expect(answer.headers.get("location")).toBe("/anna/7/anna@demo.test/k");
});

test("a field name with a huge index is rejected, as its array would have that length", async () => {
  const sparse = post({ ...typed, "email[1500000]": "1" });
  await expect(formAction(checkAccess, refusing(409))(sparse)).rejects.toMatchObject({
    init: { status: 400 },
  });
});

test("a field name nested a thousand levels deep is rejected, as its response could not be serialized", async () => {
  const deep = post({ ...typed, [`${"a[0].".repeat(900)}b`]: "1" });
  await expect(formAction(checkAccess, refusing(409))(deep)).rejects.toMatchObject({ init: { status: 400 } });
});

test("an invalid form is returned with its values, without passwords: 422", async () => {
  const action = formAction(checkAccess, refusing(409));
  const { status, lastResult, intent } = await answerOf(action(post({ ...typed, password: "short" })));
  expect([status, intent]).toEqual([422, null]);
  expect(lastResult.error).toEqual({ password: ["passwordLength"] });
  expect(lastResult.initialValue).toMatchObject({ email: typed.email });
  expect(JSON.stringify(lastResult)).not.toContain("short");
});

test.each([400, 403, 404, 409, 422, 429])("a rejection with %i is shown like any other", async (status) => {
  const answer = await answerOf(formAction(checkAccess, refusing(status))(post(typed)));
  expect(answer).toMatchObject({ status, code: "why", details: { left: 3 } });
  expect(answer.lastResult.error).toEqual({ "": ["No"] });
  expect(answer.lastResult.initialValue).toMatchObject({ email: typed.email });
  expect(JSON.stringify(answer)).not.toContain(typed.password);
});

test.each([
  ["nothing was asked for under it", 422, "why", false, "0b8e"],
  ["it was refused", 422, "why", true, "0b8e--2"],
  ["it was used for something else", 409, "idempotencyKeyReused", true, undefined],
  ["it is malformed", 400, "idempotencyKeyMalformed", true, undefined],
])("the key of a returned form: %s", async (_, status, code, needsConfirmation, nextKey) => {
  const pay = form(noFields, async (_value, context): Promise<never> => {
    const key = needsConfirmation ? context.idempotencyKey : "";
    throw new ApiError(status, { message: `No ${key}`, code, details: {}, fields: {} });
  });
  const answer = await answerOf(formAction(checkAccess, pay)(post({ idempotencyKey: "0b8e" })));
  expect(answer.idempotencyKey).toBe(nextKey);
});

test("an invalid form, or one that only requests a price, keeps its key; a successful one gets another", async () => {
  const key = { idempotencyKey: "0b8e" };
  const mistaken = await answerOf(
    formAction(checkAccess, refusing(409))(post({ ...typed, ...key, password: "" })),
  );
  expect(mistaken.idempotencyKey).toBe("0b8e");
  const price = form(noFields, async () => ({ price: 900 }));
  expect(await answerOf(formAction(checkAccess, price)(post(key)))).toMatchObject({
    shown: { price: 900 },
    idempotencyKey: "0b8e",
  });
  const paid = form(noFields, async (_value, { idempotencyKey }) => ({ paid: idempotencyKey }));
  const done = await answerOf(formAction(checkAccess, paid)(post(key)));
  expect(done).toMatchObject({ shown: { paid: "0b8e" }, idempotencyKey: undefined });
});

test("a rejection appears under the field that it names, or above the form if it has no such field", async () => {
  const known = await answerOf(formAction(checkAccess, refusing(422, { email: "Taken" }))(post(typed)));
  expect(known.lastResult.error).toEqual({ email: ["Taken"] });
  const foreign = await answerOf(formAction(checkAccess, refusing(422, { wallet: "Wrong" }))(post(typed)));
  expect(foreign.lastResult.error).toEqual({ "": ["No"] });
});

test("an ended session and an unreachable API are not form errors", async () => {
  const over = new ApiError(401, { message: "Over", code: "sessionOver" });
  const away = new ApiUnavailable(503, "silent");
  for (const error of [over, away]) {
    const throwing = form(noFields, async (): Promise<never> => {
      throw error;
    });
    await expect(formAction(checkAccess, throwing)(post({}))).rejects.toBe(error);
  }
});

test("values for the page keep their status and headers", async () => {
  const plain = formAction(
    checkAccess,
    form(login, async () => ({ price: 5 })),
  );
  expect(await answerOf(plain(post(typed)))).toMatchObject({ shown: { price: 5 }, code: undefined });
  const late = formAction(
    checkAccess,
    form(noFields, async () => data({ price: 5 }, { status: 503 })),
  );
  expect(await answerOf(late(post({})))).toMatchObject({ shown: { price: 5 }, status: 503 });
});

const foreignIntents = ["x", "constructor", "toString", "hasOwnProperty", "__proto__", "null", ""];

test("of several forms the one with the submitted intent runs; every other intent is a 400", async () => {
  const action = formAction(checkAccess, {
    withdraw: form(noFields, async () => ({ sum: 1 })),
    transfer: form(noFields, async () => ({ sum: 2 })),
  });
  expect(await answerOf(action(post({ intent: "transfer" })))).toMatchObject({
    intent: "transfer",
    shown: { sum: 2 },
  });
  for (const fields of [...foreignIntents.map((intent) => ({ intent })), {}])
    await expect(action(post(fields)), JSON.stringify(fields)).rejects.toMatchObject({
      init: { status: 400 },
    });
});

test("a page with one form accepts no intent", async () => {
  const action = formAction(
    checkAccess,
    form(noFields, async () => null),
  );
  await expect(answerOf(action(post({})))).resolves.toMatchObject({ intent: null });
  for (const intent of foreignIntents)
    await expect(action(post({ intent })), intent).rejects.toMatchObject({ init: { status: 400 } });
});

test("a rejected caller is not told whether an intent exists", async () => {
  const closed = async (): Promise<never> => {
    throw redirect("/login");
  };
  await expect(
    formAction(
      closed,
      form(noFields, async () => null),
    )(post({ intent: "x" })),
  ).rejects.toMatchObject({
    status: 302,
  });
});

test("a rejection on a route without a page is thrown with its status", async () => {
  const action = formAction(checkAccess, refusing(429), { hasPage: false });
  await expect(action(post(typed))).rejects.toMatchObject({ data: { message: "No" }, init: { status: 429 } });
});

test("a post without a body is an empty form", async () => {
  const action = formAction(
    checkAccess,
    form(noFields, async () => redirect("/done")),
  );
  const request = new Request("http://cabinet.test/page", { method: "POST" });
  const answer = (await action({ ...post({}), request })) as unknown as Response;
  expect(answer.headers.get("location")).toBe("/done");
});

test("a form that meets an unreachable API is passed to the error page, complete except for passwords", async () => {
  const away = formAction(
    checkAccess,
    form(login, async () => {
      throw new ApiUnavailable(503, "silent");
    }),
  );
  await expect(away(post({ ...typed, formToken: "x", redirectTo: "/vps" }))).rejects.toMatchObject({
    sent: {
      action: "/page",
      fields: [
        ["email", typed.email],
        ["redirectTo", "/vps"],
      ],
    },
  });
});

test("a form rejects a number that is not plain digits, although it converts texts to numbers itself", async () => {
  const buying = formAction(
    checkAccess,
    form(buySubscriptionInput, async (value) => data({ value })),
  );
  const answered = (accounts: string) =>
    buying(post({ accounts, months: "1", agreedCents: "" })) as unknown as Promise<{
      data: { lastResult: { error?: unknown }; shown?: unknown };
    }>;
  for (const accounts of ["1e1", "0x5", "+3", "5.0", "51", ""])
    expect((await answered(accounts)).data.lastResult.error, accounts).toEqual({
      accounts: ["accountsRange"],
    });
  expect((await answered("5")).data.shown).toEqual({ value: { accounts: 5, months: 1 } });
});
