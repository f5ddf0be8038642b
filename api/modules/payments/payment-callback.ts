import { handle } from "#api/http/handle";
import { readText } from "#api/http/read-input";
import { systemOf } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/payments/index";
import { brokenPlaces } from "#contract/valid-text";
import { receiveNotice } from "./receive-notice";

const maxBytes = 64 * 1024;

const errorOf = {
  unsigned: () => new ApiError(401, "signatureMissing"),
  forged: () => new ApiError(401, "signatureInvalid"),
  unreadable: () => new ApiError(422, "invalidInput"),
};

/**
 * Handles a payment system's webhook. A request with a valid signature gets `ok`, so that the system stops repeating
 * it; disputes wait for an operator.
 */
export const paymentCallback = handle(contract.paymentCallback, async ({ method }, context) => {
  const { request, payments, clock, log } = context;
  const system = systemOf(payments, method);
  if (!system) throw new ApiError(404, "notFound");
  const body = await readText(request, maxBytes);
  const notice = system.readReport(request.headers, body, clock.now());
  if (notice === "irrelevant") return { ok: true as const };
  if (typeof notice === "string") throw errorOf[notice]();
  if (brokenPlaces(notice).length > 0) throw new ApiError(422, "invalidInput");
  const outcome = await receiveNotice(context, system, notice);
  log.info({ method, orderId: notice.orderId, thereId: notice.thereId, outcome }, "payment report");
  return { ok: true as const };
});
