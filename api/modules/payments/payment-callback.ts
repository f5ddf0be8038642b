import { readText } from "#api/http/read-input";
import { verb } from "#api/http/verb";
import { systemOf } from "#api/integrations/payments/system";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/payments/index";
import { brokenPlaces } from "#contract/unbroken";
import { receiveNotice } from "./receive-notice";

const maxBytes = 64 * 1024;

const refusalOf = {
  unsigned: () => new Refusal(401, "signatureMissing"),
  forged: () => new Refusal(401, "signatureInvalid"),
  unreadable: () => new Refusal(422, "invalidInput"),
};

/** Whoever proves to be the payment system gets `ok`, so that it stops repeating; disputes wait for an operator. */
export const paymentCallback = verb(contract.paymentCallback, async ({ method }, context) => {
  const { request, payments, clock, log } = context;
  const system = systemOf(payments, method);
  if (!system) throw new Refusal(404, "notFound");
  const body = await readText(request, maxBytes);
  const notice = system.readReport(request.headers, body, clock.now());
  if (notice === "irrelevant") return { ok: true as const };
  if (typeof notice === "string") throw refusalOf[notice]();
  if (brokenPlaces(notice).length > 0) throw new Refusal(422, "invalidInput");
  const outcome = await receiveNotice(context, system, notice);
  log.info({ method, orderId: notice.orderId, thereId: notice.thereId, outcome }, "payment report");
  return { ok: true as const };
});
