import { dayOf } from "#contract/day";
import type { Period } from "#contract/vps/index";

/** Returns what a period costs at a time, in cents: an announced price applies from the start of its day (UTC). */
export const priceOn = ({ priceCents, next }: Period, at: Date): number =>
  next && next.fromDay <= dayOf(at) ? next.priceCents : priceCents;
