import { describe, expect, it } from "vitest";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import { mayRun, staffRoles } from "#contract/admin/roles";
import { decidableItems, decidingOperations, waitingKinds } from "#contract/admin/waiting";
import type { Section } from "./admin-section";
import { actionsFor, isOffered } from "./admin-section";
import { sections } from "./admin-sections";
import { decisionsOf } from "./inbox-place";

const operations = allOperations();
const pages: Section[] = Object.values(sections);
const lists = pages.flatMap((page) => page.lists);
const decisions = waitingKinds.flatMap((kind) => (kind === "ticket" ? [] : decisionsOf(kind)));
const actions = [...lists.flatMap((list) => list.actions ?? []), ...decisions];

it("lists of the console are operations that change nothing", () => {
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(({ operation }) => !operations.get(operation)?.isRead)).toEqual([]);
});

it("actions and buttons of the console are operations that it offers", () => {
  const named = [
    ...actions.map(({ operation }) => operation),
    ...pages.flatMap(({ buttons = [] }) => buttons),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => operations.get(name)?.isShellOnly !== false)).toEqual([]);
});

it("lists of a page with a period take its days", () => {
  const withPeriod = pages.filter(({ hasPeriod }) => hasPeriod).flatMap((page) => page.lists);
  expect(withPeriod.map(({ operation }) => operation)).toContain("invoices list");
  for (const { operation, dayField } of withPeriod) {
    const known = operations.get(operation);
    const fields = known ? parametersOf(known).map(({ name }) => name) : [];
    expect(fields, operation).toEqual(expect.arrayContaining(dayField ? [dayField] : ["from", "to"]));
  }
});

it("an action fills fields that its operation has", () => {
  const unknown = actions.flatMap(({ operation, inputColumns }) => {
    const known = operations.get(operation);
    const fields = known ? parametersOf(known).map(({ name }) => name) : [];
    return Object.keys(inputColumns)
      .filter((field) => !fields.includes(field))
      .map((field) => `${operation} ${field}`);
  });
  expect(unknown).toEqual([]);
});

it("a staff account is offered either to be disabled or to be enabled", () => {
  const accounts = pages
    .flatMap((page) => page.lists)
    .find(({ operation }) => operation === "staff accounts");
  const offered = (disabled: { time: string } | null) =>
    actionsFor(accounts?.actions ?? [], { email: "a@staff.test", disabled }).map(
      ({ operation }) => operation,
    );
  expect(offered(null)).toEqual(["staff roles", "staff disable"]);
  expect(offered({ time: "2026-12-31T10:00:00.000Z" })).toEqual(["staff roles", "staff enable"]);
});

it("a form that starts with the present values of something is an action of its row", () => {
  // partner terms exist once; tickets have a page
  const elsewhere = ["partner terms", "tickets assign"];
  const named = [...actions.map(({ operation }) => operation as string), ...elsewhere];
  const present = [...operations.values()].filter(({ current }) => current).map(({ name }) => name);
  expect(present).toContain("settings set");
  expect(present.filter((name) => !named.includes(name))).toEqual([]);
});

it.each([
  ["support", ["machines", "catalogue", "settings", "health"]],
  [
    "billing",
    [
      "money/deposits",
      "money/withdrawals",
      "money/invoices",
      "money/revenue",
      "machines",
      "catalogue",
      "settings",
      "health",
    ],
  ],
  ["machines", ["machines", "catalogue", "settings", "health"]],
  ["owner", Object.keys(sections)],
] as const)("sections with something for the role %s", (role, expected) => {
  const offered = Object.entries(sections)
    .filter(([, section]) => isOffered(section, (operation) => mayRun([role], operation)))
    .map(([name]) => name);
  expect(offered).toEqual(expected);
});

describe("decisionsOf", () => {
  it("offers for each kind at least two of the operations that decide it, and no others", () => {
    for (const kind of waitingKinds) {
      if (kind === "ticket") continue;
      const offered = decisionsOf(kind).map(({ operation }) => operation);
      expect(offered, kind).toEqual([...decidingOperations[kind]]);
      expect(offered.length, kind).toBeGreaterThan(1);
    }
  });

  it("offers something to whoever may decide the kind, and nothing to others", () => {
    for (const role of staffRoles)
      for (const kind of waitingKinds) {
        if (kind === "ticket") continue;
        const offered = decisionsOf(kind).filter(({ operation }) => mayRun([role], operation));
        expect([role, kind, offered.length > 0]).toEqual([
          role,
          kind,
          decidableItems([role]).kinds.includes(kind),
        ]);
      }
  });

  it.each([
    ["withdrawal", "withdrawals list", "status", "id", ["underReview", "processing", "paidOut"]],
    ["failedOrder", "servers failed", "kind", "order", ["create", "resize", "restart", "block"]],
  ] as const)("offers for a %s in the inbox what its list offers in the same state", (...row) => {
    const [kind, name, column, id, states] = row;
    const list = lists.find(({ operation }) => operation === name);
    for (const state of states) {
      const inInbox = actionsFor(decisionsOf(kind), { itemId: "1", subjectId: "2", state });
      const inList = actionsFor(list?.actions ?? [], { [id]: "1", server: "2", [column]: state });
      expect(inList.map(({ operation }) => operation)).toEqual(inInbox.map(({ operation }) => operation));
    }
  });

  it.each([
    ["paidAgain", ["deposits settle"]],
    ["unknownOrder", ["deposits settle"]],
    ["mismatch", ["deposits settle"]],
    ["mismatchCredited", ["deposits settle", "deposits refund"]],
    ["reversed", ["deposits settle", "deposits refund"]],
  ])(
    "offers for a dispute of the kind %s no refund of money that was never credited",
    (state, operations) => {
      const inInbox = actionsFor(decisionsOf("dispute"), { itemId: "1", subjectId: "2", state });
      const list = lists.find(({ operation }) => operation === "deposits disputes");
      const inList = actionsFor(list?.actions ?? [], { id: "1", order: "2", dispute: state });
      expect(inInbox.map(({ operation }) => operation)).toEqual(operations);
      expect(inList.map(({ operation }) => operation)).toEqual(operations);
    },
  );

  it("offers to send a withdrawal only before it is sent", () => {
    const offered = (state: string) =>
      actionsFor(decisionsOf("withdrawal"), { itemId: "1", subjectId: null, state }).map(
        ({ operation }) => operation,
      );
    expect(offered("underReview")).toEqual(["withdrawals send", "withdrawals pay", "withdrawals reject"]);
    expect(offered("processing")).toEqual(["withdrawals pay", "withdrawals reject"]);
  });

  it.each([
    ["create", ["servers retry", "servers refund"]],
    ["resize", ["servers retry", "servers refund-upgrade"]],
    ["restart", ["servers retry", "servers dismiss"]],
    ["block", ["servers retry", "servers dismiss"]],
    ["dropSnapshot", ["servers retry", "servers dismiss"]],
  ])(
    "offers for a failed order of the kind %s what applies to it, in the inbox and in the list",
    (kind, names) => {
      const item = { itemId: "1", subjectId: "2", state: kind };
      const inInbox = actionsFor(decisionsOf("failedOrder"), item);
      const list = lists.find(({ operation }) => operation === "servers failed");
      const inList = actionsFor(list?.actions ?? [], { order: "1", server: "2", kind });
      expect(inInbox.map(({ operation }) => operation)).toEqual(names);
      expect(inList.map(({ operation, input }) => [operation, input])).toEqual(
        inInbox.map(({ operation, input }) => [operation, input]),
      );
    },
  );

  it.each([
    ["unknownMachine", ["drifts settle", "drifts check"]],
    ["missingMachine", ["drifts settle", "drifts check", "servers revoke"]],
    ["runningUnpaid", ["drifts settle", "drifts check"]],
    ["revokedPaid", ["drifts settle", "servers reinstate"]],
  ])("offers for a difference of the kind %s what applies to it", (state, operations) => {
    const offered = actionsFor(decisionsOf("drift"), { itemId: "1", subjectId: "2", state });
    expect(offered.map(({ operation }) => operation)).toEqual(operations);
  });
});

it("offers for a server what its state allows", () => {
  const servers = pages.flatMap((page) => page.lists).find(({ operation }) => operation === "servers list");
  const offered = (status: string, held: boolean) =>
    actionsFor(servers?.actions ?? [], { id: "server1", status, held }).map(({ operation }) => operation);
  const seldom = [
    ...["servers snapshots", "servers snapshot", "servers rollback", "servers drop-snapshot"],
    ...["servers console", "servers revoke"],
  ];
  expect(offered("active", false)).toEqual(["servers block", "servers upgrade", ...seldom]);
  expect(offered("blocked", true)).toEqual(["servers release", ...seldom]);
  expect(offered("settingUp", false)).toContain("servers refund");
  expect(offered("revoked", false)).toEqual([]);
});
