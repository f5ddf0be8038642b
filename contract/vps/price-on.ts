import { dayOf } from "#contract/day";
import type { Period } from "./rates";

/** Returns what a period costs at a time, in cents: an announced price applies from the start of its day (UTC). */
export const priceOn = ({ priceCents, next }: Pick<Period, "priceCents" | "next">, at: Date): number =>
  next && next.fromDay <= dayOf(at) ? next.priceCents : priceCents;
