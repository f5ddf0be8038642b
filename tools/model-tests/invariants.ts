import { checkLedger } from "#api/ledger/ledger";
import {
  depositInvariant,
  monitoringInvariant,
  reportedPaymentsInvariant,
  withdrawalInvariant,
} from "./invariants/books";
import { setInvariant } from "./invariants/clients";
import { clearingInvariant, promoCodeInvariant, rewardInvariant } from "./invariants/rewards";
import { paidTimeInvariant, priceInvariant } from "./invariants/servers";
import type { World } from "./world";
import { count, RuleBroken } from "./world";

const invariants: readonly ((world: World) => Promise<string[]>)[] = [
  ({ api }) => checkLedger(api.db),
  setInvariant,
  rewardInvariant,
  clearingInvariant,
  promoCodeInvariant,
  paidTimeInvariant,
  priceInvariant,
  depositInvariant,
  withdrawalInvariant,
  monitoringInvariant,
  reportedPaymentsInvariant,
];

/** Checks all invariants on the whole database; throws the violations as text. */
export async function checkInvariants(world: World): Promise<void> {
  const broken = (await Promise.all(invariants.map((invariant) => invariant(world)))).flat();
  count(world, "looks at all laws");
  if (broken.length > 0) throw new RuleBroken(broken);
}
