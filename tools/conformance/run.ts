import type { Endpoint } from "#contract/endpoint";
import * as user from "#contract/users/index";
import type { Fetch } from "./api-client";
import { apiClient } from "./api-client";
import type { Findings } from "./findings";
import { findingsOf } from "./findings";
import { checkPrices, checkRent } from "./prices";
import { checkReads } from "./reads";
import { signUpTestClient } from "./test-client";
import { checkWithoutSession } from "./without-session";
import { addAccount, checkCallbacks, checkIdempotency, checkWrites } from "./writes";

type Options = {
  /** Without a trailing slash; the API is below `/api`. */
  url: string;
  fetch?: Fetch;
  /** A client of the service; without one, only checks without a session run. */
  login?: { email: string; password: string };
  /** Whether to rent a server from the client's balance. */
  spend?: boolean;
};

/**
 * Checks a service against the contract: form of all responses, access, signatures, writes, idempotency keys, prices.
 * It leaves behind a closed ticket, two deleted deposits and, with `spend`, a server.
 */
export async function checkService({ url, fetch, login, spend = false }: Options): Promise<Findings> {
  const asker = apiClient(url, fetch);
  const findings = findingsOf();
  await checkWithoutSession(asker, findings);
  if (!login) return findings;

  const { output } = await asker.ask(user.login, login);
  findings.holds("user.login opens a session", output !== null, "it does not");
  if (!output) return findings;
  const world = await signUpTestClient(asker, output.token, findings);
  const send = (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    return asker.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  if (spend) await checkRent(world);
  await checkWrites(world);
  await checkIdempotency(world);
  const takeAway = await addAccount(world);
  await checkReads(world);
  await takeAway();
  await checkCallbacks(world, send);
  await checkPrices(world);

  const isOpen = async () =>
    (await asker.ask(user.currentUser as Endpoint, {}, { token: output.token })).status;
  await world.outputOf("user.logout does it", user.logout, {});
  const status = await isOpen();
  findings.holds("user.logout ends the session", status === 401, `a call after it answered ${status}`);
  return findings;
}
