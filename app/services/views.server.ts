import { createHash, randomBytes } from "node:crypto";
import { boundedCache } from "#api/lib/cache";
import { dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { isPrefetch, requestContext } from "./request-context.server";

/** Visitors already counted. For a forgotten one the API is called again; it counts nobody twice. */
const counted = boundedCache<true>({ name: "counted views", maxBytes: 12 * 2 ** 20 });
const salt = randomBytes(16);

/** Counts a view, unless the page is prefetched. Failures are ignored. */
export async function countView(caller: Caller, id: string): Promise<void> {
  if (isPrefetch()) return;
  const postView = () => callApi(caller, contract.countView, { monitoringId: id }).catch(() => null);
  // the owner is not counted, but may be a visitor in the same browser later
  if (caller.token) return void (await postView());
  const { address } = requestContext();
  const visitor = createHash("sha256")
    .update(salt)
    .update([dayOf(Date.now()), id, address, caller.userAgent].join("\n"))
    .digest("base64url");
  if (counted.get(visitor)) return;
  if (await postView()) counted.set(visitor, true);
}
