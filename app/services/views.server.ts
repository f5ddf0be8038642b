import { createHash, randomBytes } from "node:crypto";
import { dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { isPrefetch, requestContext } from "./request-context.server";

/** Who was counted today; beyond so many the API is asked again, which counts nobody twice. */
const knownAtMost = 100_000;
const known = new Set<string>();
let knownDay = "";
const salt = randomBytes(16);

/** Counts a view, unless nobody has opened the page yet. That it failed is nobody's business. */
export async function countView(caller: Caller, id: string): Promise<void> {
  if (isPrefetch()) return;
  const ask = () => callApi(caller, contract.countView, { monitoringId: id }).catch(() => null);
  // its owner is not counted, and may be a visitor with the same browser later
  if (caller.token) return void (await ask());
  const day = dayOf(Date.now());
  if (day !== knownDay) known.clear();
  knownDay = day;
  const { address } = requestContext();
  const visitor = createHash("sha256")
    .update(salt)
    .update([id, address, caller.userAgent].join("\n"))
    .digest("base64url");
  if (known.has(visitor)) return;
  if ((await ask()) && known.size < knownAtMost) known.add(visitor);
}
