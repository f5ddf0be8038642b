import { checkLedger } from "#api/ledger/ledger";
import { depositLaws, monitoringLaws, reportedPaymentsInvariant, withdrawalLaws } from "./invariants/books";
import { setInvariant } from "./invariants/people";
import { clearingInvariant, promoCodeInvariant, rewardInvariant } from "./invariants/rewards";
import { paidTimeInvariant, priceInvariant } from "./invariants/servers";
import type { World } from "./world";
import { count, RuleBroken } from "./world";

const laws: readonly ((world: World) => Promise<string[]>)[] = [
  ({ api }) => checkLedger(api.db),
  setInvariant,
  rewardInvariant,
  clearingInvariant,
  promoCodeInvariant,
  paidTimeInvariant,
  priceInvariant,
  depositLaws,
  withdrawalLaws,
  monitoringLaws,
  reportedPaymentsInvariant,
];

/** Checks all invariants on the whole database; throws the violations as text. */
export async function holdsLaws(world: World): Promise<void> {
  const broken = (await Promise.all(laws.map((law) => law(world)))).flat();
  count(world, "looks at all laws");
  if (broken.length > 0) throw new RuleBroken(broken);
}
