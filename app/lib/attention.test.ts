import { describe, expect, test } from "vitest";
import type { Attention } from "#contract/vps/index";
import { comingNext, mostUrgent } from "./attention";

const now = Date.parse("2026-11-22T02:08:00.000Z");
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
const due = (days: number, priceCents = 1900) => ({
  serverId: "annagd93pw",
  comment: "Gold scalper",
  paidUntil: inDays(days),
  months: 1,
  priceCents,
});
const renewing = (days: number, priceCents?: number) => ({
  ...due(days + 1, priceCents),
  renewsAt: inDays(days),
});

const calm: Omit<Attention, "freeAccounts" | "maintenance"> = {
  counts: { settingUp: 0, active: 1, blocked: 0, revoked: 0 },
  balanceCents: 5_000,
  blocked: null,
  ending: null,
  renewing: null,
  silent: null,
  answer: null,
  wallet: null,
  firstSteps: { hasCredentialsShown: false, hasAccount: false, isTerminalHeard: false, skipped: [] },
};

/** All tasks at once, the most urgent first. */
const all = {
  blocked: { ...due(-2), revokedOn: inDays(5) },
  ending: due(2),
  renewing: renewing(1, 9_515),
  silent: { monitoringId: "x", name: "Night scalper", heardAt: inDays(-0.2) },
  answer: { ticketId: "t", title: "Latency" },
  wallet: { method: "usdt", wallet: "T1" },
};

test("nothing is shown if all is well", () => {
  expect(mostUrgent(calm, now)).toBeNull();
  expect(mostUrgent({ ...calm, ending: due(30), renewing: renewing(3) }, now)).toBeNull();
});

test("the most urgent notice is shown first, and the next once it is resolved", () => {
  const waiting = Object.keys(all) as (keyof typeof all)[];
  const kinds = waiting.map((_, index) => {
    const left = Object.fromEntries(waiting.slice(index).map((name) => [name, all[name]]));
    return mostUrgent({ ...calm, ...left }, now)?.kind;
  });
  expect(kinds).toEqual(["blocked", "ending", "shortage", "silent", "answer", "wallet"]);
});

describe("notice of an end without auto-renewal", () => {
  test.each([
    [3, 3],
    [2.1, 3],
    [0.5, 1],
    [0, 0],
    [-0.01, 0],
  ])("in %s days shows %s days left", (days, daysLeft) => {
    expect(mostUrgent({ ...calm, ending: due(days) }, now)).toMatchObject({ kind: "ending", daysLeft });
  });

  test("is not shown if more than three days are left", () => {
    expect(mostUrgent({ ...calm, ending: due(3.01) }, now)).toBeNull();
  });
});

describe("notice of a low balance", () => {
  test("names the missing sum for the next renewal", () => {
    const attention = { ...calm, renewing: renewing(7, 9_515) };
    expect(mostUrgent(attention, now)).toMatchObject({ kind: "shortage", missingCents: 4_515 });
    expect(mostUrgent({ ...attention, balanceCents: 9_515 }, now)).toBeNull();
    expect(mostUrgent({ ...attention, renewing: renewing(7.5, 9_515) }, now)).toBeNull();
  });

  test("names the missing sum for a blocked server, and none if the balance suffices", () => {
    const attention = { ...calm, blocked: all.blocked };
    expect(mostUrgent({ ...attention, balanceCents: 400 }, now)).toMatchObject({ missingCents: 1_500 });
    expect(mostUrgent(attention, now)).toMatchObject({ kind: "blocked", missingCents: 0 });
  });
});

describe("next event", () => {
  test("is a payment only of an auto-renewed server, before an end on the same date", () => {
    const payment = { kind: "payment", at: inDays(2), priceCents: 900 };
    expect(comingNext({ ...calm, ending: due(5), renewing: renewing(2, 900) })).toEqual(payment);
    expect(comingNext({ ...calm, ending: due(2), renewing: renewing(2, 900) })).toEqual(payment);
  });

  test("is the end of a server that comes before the next payment", () => {
    expect(comingNext({ ...calm, ending: due(1), renewing: renewing(2, 900) })).toEqual({
      kind: "end",
      at: inDays(1),
      name: "Gold scalper",
    });
  });

  test("is an end if nothing is auto-renewed, named by comment or id", () => {
    expect(comingNext(calm)).toBeNull();
    expect(comingNext({ ...calm, ending: due(5) })).toEqual({
      kind: "end",
      at: inDays(5),
      name: "Gold scalper",
    });
    const unnamed = { ...due(5), comment: "" };
    expect(comingNext({ ...calm, ending: unnamed })).toMatchObject({ name: "annagd93pw" });
  });
});
