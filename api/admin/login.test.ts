import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as user from "#contract/users/index";
import { codeNow, newStaff } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const codeOf = async (token: string | null) => (await api.call(contract.me, {}, { token })).error.code;

describe("admin console login", () => {
  it("requires password and code: the token grants no access before the code is entered", async () => {
    const { email } = await newStaff(api, "support");
    api.pass({ minutes: 1 });
    const { body } = await api.call(contract.login, { email, password: testPassword });
    expect(await codeOf(body.token)).toBe("sessionOver");
    const wrong = await api.call(contract.confirmLogin, { code: "000000" }, { token: body.token });
    expect([wrong.status, wrong.error.code]).toEqual([422, "secondFactorWrong"]);
    await api.call(contract.confirmLogin, { code: codeNow(api) }, { token: body.token });
    expect((await api.call(contract.me, {}, { token: body.token })).body).toMatchObject({
      email,
      roles: ["support"],
    });
  });

  it("accepts each code only once", async () => {
    const { email } = await newStaff(api, "support");
    const { body } = await api.call(contract.login, { email, password: testPassword });
    const again = await api.call(contract.confirmLogin, { code: codeNow(api) }, { token: body.token });
    expect(again.error.code).toBe("secondFactorWrong");
  });

  it("rejects a wrong password, an unknown address and a closed account with the same response", async () => {
    const { email } = await newStaff(api, "support");
    await runAdmin(api, "staff", "disable", email);
    const answers = [
      await api.call(contract.login, { email, password: testPassword }),
      await api.call(contract.login, { email: "nobody@staff.test", password: testPassword }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [401, "loginNotFound"],
      [401, "loginNotFound"],
    ]);
  });

  it("keeps one owner: the last can neither be disabled nor lose the role", async () => {
    const [first, second] = [await newStaff(api, "owner"), await newStaff(api, "owner")];
    await runAdmin(api, "staff", "roles", first.email, "--role", "support");
    for (const words of [["disable"], ["roles", "--role", "support"]])
      await expect(runAdmin(api, "staff", words[0] ?? "", second.email, ...words.slice(1))).rejects.toThrow(
        "last owner",
      );
    await runAdmin(api, "staff", "roles", first.email, "--role", "owner");
    await runAdmin(api, "staff", "disable", second.email);
  });

  it("lets nobody disable their own account", async () => {
    const { email, token } = await newStaff(api, "owner");
    const call = { name: "staff-disable", input: { email }, isConfirmed: true };
    const { status, error } = await api.call(contract.runOperation, call, { token });
    expect([status, error.details?.reason]).toEqual([409, expect.stringContaining("your own account")]);
  });

  it("rate-limits guesses of passwords and of codes", async () => {
    const { email } = await newStaff(api, "owner");
    api.pass({ minutes: 2 });
    const { body } = await api.call(contract.login, { email, password: testPassword });
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++)
      statuses.push(
        (await api.call(contract.confirmLogin, { code: "000000" }, { token: body.token })).status,
      );
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const logins: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      logins.push((await api.call(contract.login, { email, password: "wrong one" })).status);
    expect(logins.at(-1)).toBe(429);
    api.pass({ minutes: 2 });
  });

  it("ends half an hour after the last request, eight hours after the login, and on logout", async () => {
    const { token } = await newStaff(api, "owner");
    api.pass({ minutes: 29 });
    expect(await codeOf(token)).toBeUndefined();
    api.pass({ minutes: 31 });
    expect(await codeOf(token)).toBe("sessionOver");
    const long = await newStaff(api, "owner");
    for (let minutes = 0; minutes < 8 * 60; minutes += 20) {
      api.pass({ minutes: 20 });
      await codeOf(long.token);
    }
    expect(await codeOf(long.token)).toBe("sessionOver");
    const short = await newStaff(api, "owner");
    await api.call(contract.logout, {}, short);
    expect(await codeOf(short.token)).toBe("sessionOver");
  });

  it("rejects client sessions, and client endpoints reject staff sessions", async () => {
    const client = await api.newClient();
    expect(await codeOf(client.token)).toBe("sessionOver");
    const { token } = await newStaff(api, "owner");
    expect((await api.call(user.permissions, {}, { token })).error.code).toBe("sessionOver");
  });
});

describe("cabinet staff command", () => {
  it("creates an account, shows its password and key once and stores neither in plain text", async () => {
    const output = await runAdmin(
      api,
      "staff",
      "create",
      "Maria@staff.test",
      "--name",
      "Maria",
      "--role",
      "support",
      "billing",
    );
    expect(output).toMatch(/password +\S{20,}/);
    expect(output).toMatch(/key for the authenticator app +[A-Z2-7]{32}/);
    const password = /password +(\S+)/.exec(output)?.[1] ?? "";
    expect(await runAdmin(api, "audit", "list")).not.toContain(password);
    expect((await api.call(contract.login, { email: "maria@staff.test", password })).status).toBe(200);
    expect(await runAdmin(api, "staff", "accounts")).toContain("support, billing");
    await expect(
      runAdmin(api, "staff", "create", "maria@staff.test", "--name", "M", "--role", "owner"),
    ).rejects.toThrow("already has an account");
  });
});
