import { readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { redirect } from "@remix-run/node";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-errors.server";
import { requestContext, withRequestContext } from "./request-context.server";
import { resendableFields } from "./resendable-fields.server";
import { accountOfForm, keepStaffDraft, readStaffDraft, withStaffDraft } from "./staff-draft.server";

const folder = await vi.hoisted(async () => {
  const [{ mkdtemp: makeFolder }, { tmpdir }, { join: joined }] = await Promise.all([
    import("node:fs/promises"),
    import("node:os"),
    import("node:path"),
  ]);
  const made = await makeFolder(joined(tmpdir(), "cabinet-drafts-"));
  Object.assign(process.env, { DATA_DIR: made, SESSION_SECRET: "a secret for tests" });
  return made;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Typed = [name: string, value: string][];
const url = "http://localhost/admin/operations/clients-block?client=anna&sent=1";
const requestWith = (cookies: readonly string[] = []) =>
  new Request(url, { headers: { cookie: cookies.join("; ") } });

/** Posts a form whose work fails; returns the browser's cookies afterwards, and where it is sent. */
const postWith = (fields: Typed, thrown: unknown) =>
  withRequestContext(async () => {
    const draft = { name: "clients-block 1", query: { draft: "1" } };
    const result = await withStaffDraft(requestWith(), { draft, fields }, () => Promise.reject(thrown)).catch(
      (error: unknown) => error,
    );
    const cookies = requestContext().setCookies.map((line) => line.split(";")[0] ?? "");
    return { cookies, location: result instanceof Response ? result.headers.get("location") : result };
  });

const readBack = (cookies: string[], account: string, name = "clients-block 1") =>
  readStaffDraft(requestWith(cookies), name, account);

const anna = accountOfForm("anna");
const reason: [string, string] = ["reason", "Чужие карты.\nTwo of them."];
const ended = [
  ["is redirected to the login", redirect("/admin/login?redirectTo=%2Fadmin")],
  ["the API says so", new ApiError(401, { message: "over", code: "sessionOver" })],
] as const;

describe("a form of the console that is sent after its session has ended", () => {
  it.each(ended)("is kept, and the login leads back to its page (%s)", async (_, thrown) => {
    const sent: Typed = [["account", anna], ["idempotencyKey", "key-12345"], ["isConfirmed", "on"], reason];
    const { cookies, location } = await postWith(sent, thrown);
    const page = "/admin/operations/clients-block?client=anna&draft=1";
    expect(location).toBe(`/admin/login?redirectTo=${encodeURIComponent(page)}`);
    expect(await readBack(cookies, anna)).toEqual([reason]);
    expect(await readBack(cookies, anna, "clients-block 2")).toBeNull();
  });

  it("is shown to nobody else", async () => {
    const { cookies } = await postWith([["account", anna], reason], ended[0][1]);
    expect(await readBack(cookies, accountOfForm("boris"))).toBeNull();
  });

  it.each([
    ["nobody", ""],
    ["a forged account", `${anna}x`],
    ["another's account", `boris.${anna.split(".")[1]}`],
  ])("of %s is not kept", async (_, account) => {
    const { cookies } = await postWith([["account", account], reason], ended[0][1]);
    expect(await readBack(cookies, account)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });

  it("leads back to where it was opened if nothing was typed", async () => {
    const { location } = await postWith([["returnTo", "/admin/health"]], ended[1][1]);
    expect(location).toBe("/admin/login?redirectTo=%2Fadmin%2Fhealth");
  });

  it("is kept on disk for an hour if it is too long for cookies", async () => {
    const long: [string, string] = [
      "markdown",
      Array.from({ length: 20_000 }, (_, n) => `строка ${n}`).join("\n"),
    ];
    const { cookies } = await postWith([["account", anna], long], ended[0][1]);
    for (const line of cookies) expect(line.length).toBeLessThan(4000);
    expect(await readBack(cookies, anna)).toEqual([long]);
    expect(await readBack(cookies, accountOfForm("boris"))).toBeNull();
    const [file = ""] = await readdir(join(folder, "drafts"));
    const earlier = new Date(Date.now() - 61 * 60_000);
    await utimes(join(folder, "drafts", file), earlier, earlier);
    await postWith([["account", anna], long], ended[0][1]);
    expect(await readdir(join(folder, "drafts"))).not.toContain(file);
    expect(await readBack(cookies, anna)).toBeNull();
  });

  it("is kept on disk once for each account", async () => {
    const long: [string, string] = ["markdown", "Провайдер хранит данные. ".repeat(4_000)];
    const first = await postWith([["account", anna], long], ended[0][1]);
    const other = await postWith([["account", accountOfForm("boris")], long], ended[0][1]);
    const second = await postWith([["account", anna], long], ended[0][1]);
    expect(await readdir(join(folder, "drafts"))).toHaveLength(2);
    expect(await readBack(first.cookies, anna)).toBeNull();
    expect(await readBack(second.cookies, anna)).toEqual([long]);
    expect(await readBack(other.cookies, accountOfForm("boris"))).toEqual([long]);
  });

  it("is kept on disk too if it repeats itself", async () => {
    const long: [string, string] = ["markdown", "Провайдер хранит данные. ".repeat(4_000)];
    const { cookies } = await postWith([["account", anna], long], ended[0][1]);
    expect(await readBack(cookies, anna)).toEqual([long]);
  });

  it("loses its secrets", () => {
    const body = new FormData();
    for (const name of ["password", "newPassword", "reason"]) body.append(name, "x");
    expect(resendableFields(body)).toEqual([["reason", "x"]]);
  });
});

describe("another failure", () => {
  it("keeps nothing: the form itself comes back filled", async () => {
    const error = new ApiError(422, { message: "no" });
    const { cookies, location } = await postWith([["account", anna], reason], error);
    expect([cookies, location]).toEqual([[], error]);
  });
});

describe("keepStaffDraft", () => {
  it("deletes the draft of a form of which nothing is left", async () => {
    const { cookies } = await postWith([["account", anna], reason], ended[0][1]);
    const after = await withRequestContext(async () => {
      await keepStaffDraft(requestWith(cookies), "clients-block 1", { account: anna, fields: [] });
      return requestContext().setCookies.map((line) => line.split(";")[0] ?? "");
    });
    expect(await readBack(after, anna)).toBeNull();
  });
});
