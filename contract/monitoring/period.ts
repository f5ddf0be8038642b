import * as z from "zod/mini";
import { integer } from "#contract/integer";

/** An account's page is addressed by it. */
/** An account by the address of its page (`/online-monitoring/:monitoringId`), which its owner may replace. */
export const monitoringId = z.string().check(z.minLength(1), z.maxLength(60));

/** A UTC day. */
export const day = z.iso.date();
const optionalDay = z.optional(z.catch(z.optional(day), undefined));
/** Both ends are whole UTC days and belong to the period; left out, it is open. What can't be read counts as left out. */
export const period = { from: optionalDay, to: optionalDay };
export const accountAndPeriod = z.object({ monitoringId, ...period });
/** From 1; what can't be read is the first. */
export const pageNumber = z._default(z.catch(integer({ min: 1, max: 1_000_000 }), 1), 1);
