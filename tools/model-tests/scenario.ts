import * as fc from "fast-check";
import type { TestDatabase } from "#api/testing/test-database";
import { paymentEvents } from "#contract/payments/deposit-status";
import { checkInvariants } from "./invariants";
import type { ModelEvent } from "./model-event";
import { asCommand } from "./model-event";
import * as deposits from "./steps/deposits";
import * as money from "./steps/money";
import * as operator from "./steps/operator";
import { reversal } from "./steps/reversals";
import * as servers from "./steps/servers";
import * as time from "./steps/time";
import type { Again, World } from "./world";
import { createWorld } from "./world";

const who = fc.nat(5);
const which = fc.nat(7);
const rateId = fc.constantFrom(...servers.rateIds);
const months = fc.constantFrom(1, 1, 3, 12);
const again: fc.Arbitrary<Again> = fc.constantFrom("once", "once", "once", "twice at once", "again later");
const promoOf = fc.option(who, { freq: 3 });
const dollars = fc.integer({ min: 1, max: 120 });
const day: fc.Arbitrary<servers.Day> = fc.constantFrom("first", "middle", "last");

/** Events that affect money or paid time, with their relative weights. */
const weightedEvents: readonly [weight: number, fc.Arbitrary<ModelEvent>][] = [
  [8, fc.tuple(who, fc.integer({ min: 5, max: 2000 }), again).map((values) => deposits.deposit(...values))],
  [
    2,
    fc
      .tuple(who, fc.constantFrom(...deposits.depositMethods), dollars)
      .map((values) => deposits.depositOrder(...values)),
  ],
  [
    3,
    fc
      .tuple(which, fc.constantFrom(...paymentEvents), fc.boolean())
      .map((values) => deposits.report(...values)),
  ],
  [2, fc.tuple(which, fc.option(fc.nat(50))).map((values) => deposits.decision(...values))],
  [2, which.map(reversal)],
  [10, fc.record({ who, rateId, months, promoOf, autoRenewal: fc.boolean(), again }).map(servers.rental)],
  [8, fc.tuple(which, months, promoOf, again).map((values) => servers.renewal(...values))],
  [2, fc.tuple(which, fc.boolean()).map((values) => servers.autoRenewal(...values))],
  [9, fc.tuple(which, rateId, day, again).map((values) => servers.upgradeOrder(...values))],
  [4, fc.tuple(which, again).map((values) => servers.upgradeCancel(...values))],
  [1, which.map(servers.control)],
  [1, who.map(servers.testServer)],
  [1, fc.boolean().map(operator.testServerDecision)],
  [
    5,
    fc
      .tuple(fc.constantFrom(...operator.operationNames), which)
      .map((values) => operator.operation(...values)),
  ],
  [2, which.map(operator.retry)],
  [2, which.map(operator.lateAnswer)],
  [3, fc.constantFrom("create" as const, "resize" as const).map(operator.failNext)],
  [1, fc.constantFrom(0, 2, 14).map(operator.clearingDays)],
  [4, fc.tuple(who, who, dollars, again).map((values) => money.transferTo(...values))],
  [
    3,
    fc
      .tuple(who, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), again)
      .map((values) => money.subscription(...values)),
  ],
  [2, fc.tuple(who, fc.integer({ min: 1, max: 5 }), again).map((values) => money.moreAccounts(...values))],
  [1, fc.tuple(who, fc.boolean()).map((values) => money.autopay(...values))],
  [4, fc.tuple(who, dollars, again).map((values) => money.partnerTransfer(...values))],
  [
    4,
    fc
      .tuple(who, dollars, fc.constantFrom("no" as const, "confirmed" as const, "forgotten" as const), again)
      .map((values) => money.withdrawal(...values)),
  ],
  [2, fc.tuple(who, again).map((values) => money.withdrawalCancel(...values))],
  [
    3,
    fc
      .tuple(which, fc.constantFrom("paidOut" as const, "rejected" as const))
      .map((values) => money.withdrawalDecision(...values)),
  ],
  [6, fc.constantFrom(3, 24, 24, 30 * 24, 31 * 24).map(time.pass)],
  [10, fc.constant(time.machinesReady)],
  [2, fc.constant(time.jobs)],
];

const event = fc.oneof(...weightedEvents.map(([weight, arbitrary]) => ({ weight, arbitrary })));
/** Events that must not run concurrently: clock changes, and upgrades, which the invariants distinguish by time. */
const alone = /^(pass|machines-ready|upgrade|rent|renew)/;
const burst = fc
  .uniqueArray(event, {
    minLength: 2,
    maxLength: 4,
    selector: ({ name }) => alone.exec(name)?.[0] ?? name,
  })
  .map((several) => several.filter(({ name }) => !/^(pass|machines-ready)/.test(name)))
  .filter((several) => several.length > 1);

/** Returns the commands of a sequence: one after another, with bursts of concurrent events. */
export const commandsOf = (maxCommands: number) =>
  fc.commands(
    [
      event.map((one) => asCommand([one])),
      event.map((one) => asCommand([one])),
      burst.map((several) => asCommand(several)),
    ],
    { maxCommands, size: "max" },
  );

/** The beginning of every sequence: deposits, so that later events have money. */
const prelude: readonly ModelEvent[] = [1, 2, 3, 4, 5].map((one) => deposits.deposit(one, 2_000, "once"));

/**
 * Runs one sequence of events on a separate database; checks the invariants during it and at the end. Adds the counts
 * of events to `counts`.
 * @throws {RuleBroken} if an invariant is violated.
 */
export async function live(
  commands: Iterable<fc.AsyncCommand<{ steps: number }, World>>,
  counts: Record<string, number>,
  openDatabase?: () => Promise<TestDatabase>,
): Promise<void> {
  const world = await createWorld(openDatabase);
  try {
    for (const { happen } of prelude) {
      // each deposit at a different time, because events choose deposits by their order
      world.api.pass({ seconds: 1 });
      await happen(world);
    }
    await fc.asyncModelRun(() => ({ model: { steps: 0 }, real: world }), commands);
    await checkInvariants(world);
  } finally {
    for (const [what, times] of Object.entries(world.counts)) counts[what] = (counts[what] ?? 0) + times;
    await world.api.close();
  }
}
