import * as z from "zod/mini";
import { integer } from "#contract/integer";

/** An account by the id in its page's URL (`/online-monitoring/:monitoringId`), which its owner can replace. */
export const monitoringId = z.string().check(z.minLength(1), z.maxLength(60));

/** A UTC day. */
export const day = z.iso.date();
const optionalDay = z.optional(z.catch(z.optional(day), undefined));
/** Both ends are whole UTC days, inclusive. An omitted or invalid end is open. */
export const period = { from: optionalDay, to: optionalDay };
export const accountAndPeriod = z.object({ monitoringId, ...period });
/** Starts at 1; an invalid number counts as 1. */
export const pageNumber = z._default(z.catch(integer({ min: 1, max: 1_000_000 }), 1), 1);
