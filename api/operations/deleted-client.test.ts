import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { sentEmails } from "#api/db/schema/email";
import { balanceProposals, operatorActions } from "#api/db/schema/operator";
import { testServerRequests } from "#api/db/schema/vps";
import { OperatorError } from "#api/lib/answer";
import { balanceOf } from "#api/modules/payments/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing";
import * as contract from "#contract/admin/index";
import { deleteAccount } from "#contract/privacy/index";
import type { DeclaredOperation } from "./operation";
import { runOperation } from "./operation";
import { parametersOf } from "./parameters";
import { allOperations } from "./program";
import { runAdmin } from "./testing";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  await api.call(deleteAccount, { password: testPassword }, client);
  await runDueJobs(api.deps);
  api.sentEmails.splice(0);
});

/** Parameters that name a client, or something of a client's. */
const namingParameters = [
  ...["email", "client", "id", "orderId", "ticketId", "withdrawalId", "disputeId", "driftId"],
];

/** Returns the value of such a parameter that names the deleted client 1; undefined if the area has no clients. */
function valueFor({ name: operation }: DeclaredOperation, parameter: string): string | undefined {
  const [area = ""] = operation.split(" ");
  // the e-mail of a colleague
  if (area === "staff") return undefined;
  if (parameter === "email" || parameter === "client") return "client1";
  if (parameter === "disputeId") return "report1";
  return {
    balance: "proposal1",
    deposits: "deposit1",
    drifts: "drift1",
    emails: "email1",
    servers: "server1",
    "test-servers": "request1",
    tickets: "ticket1",
    withdrawals: "withdrawal1",
  }[area];
}

/** Runs an operation about the deleted client; returns the error's key if it is refused. */
async function errorOf(operation: DeclaredOperation, input: Record<string, string>): Promise<string | null> {
  try {
    await runOperation(operation, input, api.deps, { operator: "olga" });
    return null;
  } catch (error) {
    return error instanceof OperatorError ? error.key : null;
  }
}

describe("operations on a deleted account", () => {
  it("are refused if they change something, but for those that finish what is left", async () => {
    await insertConsoleRows(api.db, 1, 1);
    await api.db.execute(`insert into sent_emails (id, user_id, sent_at, address, template)
      values ('email1', 'client1', now(), 'trader1@mail.test', 'accountBlocked')`);
    await api.db.execute("update users set deleted_at = now() where id = 'client1'");
    await api.db.execute("update machine_drifts set kind = 'missingMachine', about = 'server1'");
    const refused: string[] = [];
    const others: string[] = [];
    for (const operation of allOperations().values()) {
      if (operation.isRead) continue;
      const values = parametersOf(operation).flatMap(({ name }) => {
        const value = namingParameters.includes(name) ? valueFor(operation, name) : undefined;
        return value === undefined ? [] : [[name, value]];
      });
      if (values.length === 0) continue;
      const key = await errorOf(operation, {
        reason: "Left over",
        note: "Left over",
        ...Object.fromEntries(values),
      });
      (key === "accountDeleted" ? refused : others).push(operation.name);
    }
    expect(others.sort()).toEqual([
      "balance reject",
      "deposits refund",
      "deposits reject",
      "deposits settle",
      "drifts settle",
      "servers revoke",
      "test-servers reject",
    ]);
    expect(refused).toEqual(
      expect.arrayContaining(["balance credit", "balance debit", "clients block", "sessions end"]),
    );
    expect(refused).toEqual(expect.arrayContaining(["deposits accept", "deposits paid", "flags set"]));
    expect(refused).toEqual(expect.arrayContaining(["alerts show", "emails resend", "servers reinstate"]));
    expect(refused.length).toBeGreaterThan(25);
  });

  it("are recorded with the client of a dispute or a difference", async () => {
    await insertConsoleRows(api.db, 2, 2);
    await api.db.execute(
      "update machine_drifts set kind = 'missingMachine', about = 'server2' where id = 'drift2'",
    );
    await api.db.execute("update users set deleted_at = now() where id = 'client2'");
    await runAdmin(api, "deposits", "settle", "report2", "--note", "Given back");
    await runAdmin(api, "drifts", "settle", "drift2", "--note", "Deleted");
    const actions = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, "client2"));
    expect(actions.map(({ command }) => command)).toEqual(["deposits settle", "drifts settle"]);
  });

  it.each([
    ["balance", "credit", "--amount", "5", "--reason", "Goodwill"],
    ["balance", "credit", "--amount", "500", "--reason", "Goodwill"],
    ["clients", "block", "--reason", "Fraud"],
    ["clients", "note", "--text", "Called"],
    ["sessions", "end"],
    ["flags", "set", "--partner", "on"],
  ])("leave no trace when they are refused: %s %s", async (area, command, ...options) => {
    await expect(runAdmin(api, area, command, client.id, ...options)).rejects.toThrow(
      "The client's account is deleted",
    );
    expect(await balanceOf(api, client)).toBe(0);
    expect(await api.db.$count(balanceProposals, eq(balanceProposals.userId, client.id))).toBe(0);
    expect(await api.db.$count(operatorActions, eq(operatorActions.userId, client.id))).toBe(0);
    expect(await api.db.$count(sentEmails, eq(sentEmails.userId, client.id))).toBe(0);
    expect(api.sentEmails).toEqual([]);
  });

  it("still read it, also in the console, which says that it is deleted", async () => {
    expect(await runAdmin(api, "clients", "show", client.id)).toContain(client.id);
    expect(await runAdmin(api, "clients", "notes", client.id)).toBe("None.");
    const staff = await newStaff(api, "support");
    const { body } = await api.call(contract.client, { clientId: client.id }, staff);
    expect(body).toMatchObject({ id: client.id, isDeleted: true });
    const { body: other } = await api.call(contract.clients, { q: (await api.newClient()).email }, staff);
    expect(other.clients).toMatchObject([{ isDeleted: false }]);
  });

  it("reject a request for a test server that it left", async () => {
    const requestId = api.deps.ids.id();
    const createdAt = api.deps.clock.now();
    const request = { id: requestId, userId: client.id, comment: "", createdAt };
    await api.db.insert(testServerRequests).values({ ...request, status: "underReview" });
    await expect(runAdmin(api, "test-servers", "approve", requestId)).rejects.toThrow("account is deleted");
    expect(await runAdmin(api, "test-servers", "reject", requestId, "--reason", "Deleted")).toContain(
      "Rejected",
    );
  });
});
