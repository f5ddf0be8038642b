import * as z from "zod/mini";
import { transaction } from "#api/db/transaction";
import { recordBounce } from "#api/email/bounces";
import { handle } from "#api/http/handle";
import { readText } from "#api/http/read-input";
import { isSigned } from "#api/integrations/signature";
import { ApiError } from "#api/lib/api-error";
import * as contract from "#contract/users/index";

const maxBytes = 256 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "bodyUnreadable");
  }
};

/** Handles reports of a mail provider's webhook or of a reader of the bounce mailbox. */
export const receiveReturns = handle(contract.receiveReturns, async (_input, context) => {
  const { request, mail, clock, db } = context;
  if (!mail.bounceSecret) throw new ApiError(404, "notFound");
  const body = await readText(request, maxBytes);
  if (!isSigned(mail.bounceSecret, request.headers, body, clock.now()))
    throw new ApiError(401, "signatureInvalid");
  const report = z.object({ returns: z.array(contract.bouncedEmail) }).safeParse(parsed(body));
  if (!report.success) throw new ApiError(422, "invalidInput");
  await transaction(db, async (tx) => {
    for (const one of report.data.returns) await recordBounce(context, tx, one);
  });
  return { ok: true as const };
});
