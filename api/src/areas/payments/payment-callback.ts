import { readText } from "#api/calls/read-input";
import { verb } from "#api/calls/verb";
import { systemOf } from "#api/outside/payments/system";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/payments/index";
import { brokenPlaces } from "#contract/unbroken";
import { receiveReport } from "./receive-report";

const maxBytes = 16 * 1024;

/** Whoever proves to be the payment system gets `ok`, so that it stops repeating; disputes wait for an operator. */
export const paymentCallback = verb(contract.paymentCallback, async ({ method }, context) => {
  const { request, payments, clock, log } = context;
  const system = systemOf(payments, method);
  if (!system) throw new Refusal(404, "notFound");
  if (!request.headers.has("x-signature")) throw new Refusal(401, "signatureMissing");
  const body = await readText(request, maxBytes);
  const report = system.readReport(request.headers, body, clock.now());
  if (report === "unsigned") throw new Refusal(401, "signatureInvalid");
  if (report === "unreadable" || brokenPlaces(report).length > 0) throw new Refusal(422, "invalidInput");
  const outcome = await receiveReport(context, method, body, report);
  log.info({ orderId: report.orderId, event: report.event, outcome }, "payment report");
  return { ok: true as const };
});
