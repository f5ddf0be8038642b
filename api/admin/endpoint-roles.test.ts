import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";
import { staffRoles } from "#contract/admin/roles";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import type { Endpoint } from "#contract/endpoint";
import { adminRoutes } from "./routes";
import { insertConsoleRows, newStaff } from "./testing";

type Row = {
  endpoint: Endpoint;
  roles: readonly StaffRole[];
  input: Record<string, unknown>;
  /** Status for those whom it allows. */
  status: number;
};

const everyone = staffRoles;
const supportRoles = ["support", "owner"] as const;
const row = (
  endpoint: Endpoint,
  roles: readonly StaffRole[],
  input: Record<string, unknown> = {},
  status = 200,
): Row => ({ endpoint, roles, input, status });

const ticketId = "ticket1";
const announcement = { segment: "all", subjectEn: "Hi", textEn: "Hello", subjectRu: "x", textRu: "x" };

/** Who may call each endpoint of staff; `roles.test.ts` tests the operations behind the last five. */
const table: readonly Row[] = [
  row(contract.me, everyone),
  row(contract.inbox, everyone),
  row(contract.clients, everyone, { q: "trader1" }),
  row(contract.client, everyone, { clientId: "client1" }),
  row(contract.tickets, supportRoles),
  row(contract.ticket, supportRoles, { ticketId }),
  row(contract.ticketFile, supportRoles, { ticketId, fileId: "gone" }, 404),
  row(contract.reply, supportRoles, { ticketId, text: "Restarted." }),
  row(contract.health, ["machines", "owner"]),
  row(contract.previewAnnouncement, ["owner"], announcement),
  row(contract.ledgerCsv, ["billing", "owner"]),
  row(contract.logout, everyone),
  row(contract.operations, everyone),
  row(contract.operation, everyone, { name: "clients-find" }),
  row(contract.previewOperation, everyone, { name: "clients-find", input: { words: "trader1" } }, 404),
  row(contract.runOperation, everyone, {
    name: "clients-note",
    input: { client: "client1", text: "Called." },
  }),
  row(contract.readList, everyone, { name: "clients-find", input: { words: "trader1" } }),
];

/** Endpoints of the console that need no staff session. */
const withoutSession: readonly Endpoint[] = [
  contract.login,
  contract.confirmLogin,
  contract.openView,
  contract.endView,
];

/** The item of each kind that `insertConsoleRows` inserts, by those whose inbox lists it. */
const items: readonly (readonly [WaitingKind, string, readonly StaffRole[]])[] = [
  ["ticket", "ticket1", supportRoles],
  ["testServer", "request1", ["support", "machines", "owner"]],
  ["withdrawal", "withdrawal1", ["billing", "owner"]],
  ["deposit", "deposit1", ["billing", "owner"]],
  ["dispute", "report1", ["billing", "owner"]],
  // of a restart, which nobody has paid for
  ["failedOrder", "order1", ["machines", "owner"]],
  ["drift", "drift1", ["machines", "owner"]],
  ["correction", "proposal1", ["billing", "owner"]],
];

const rows = [
  ...table.map((one) => [nameOf(one.endpoint), one] as const),
  ...items.map(
    ([kind, itemId, roles]) =>
      [
        `${nameOf(contract.inboxItem)} of a ${kind}`,
        row(contract.inboxItem, roles, { kind, itemId }),
      ] as const,
  ),
];

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
const isOfStaff = ({ endpoint }: { endpoint: Endpoint }) => endpoint.access === "staff";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
  await insertConsoleRows(api.db, 1, 1);
});
afterAll(() => api.close());

const call = ({ endpoint, input }: Row, token: string | null) =>
  api.call(endpoint, input as never, { token });

describe("endpoints of the console", () => {
  it("all have a row in the table of who may call them", () => {
    const served = adminRoutes.filter(isOfStaff).map(({ endpoint }) => nameOf(endpoint));
    const tabled = new Set(rows.map(([, { endpoint }]) => nameOf(endpoint)));
    expect(served.sort()).toEqual([...tabled].sort());
    expect(items.map(([kind]) => kind)).toEqual(waitingKinds);
    const others = adminRoutes.filter((one) => !isOfStaff(one)).map(({ endpoint }) => nameOf(endpoint));
    expect(others.sort()).toEqual(withoutSession.map(nameOf).sort());
  });
});

describe.each(rows)("%s", (_, one) => {
  it.each(staffRoles)("as %s", async (role) => {
    const { token } = await newStaff(api, role);
    const { status, error } = await call(one, token);
    if (one.roles.includes(role)) expect(status, error?.code).toBe(one.status);
    else expect([status, error.code]).toEqual([403, "roleMissing"]);
  });

  it("needs a staff session", async () => {
    const client = await api.newClient();
    for (const token of [null, "unknown", client.token]) {
      const { status, error } = await call(one, token);
      expect([status, error.code]).toEqual([401, "sessionOver"]);
    }
  });
});
