import * as z from "zod/mini";
import { transaction } from "#api/db/transaction";
import { noteReturn } from "#api/email/returns";
import { readText } from "#api/http/read-input";
import { verb } from "#api/http/verb";
import { isSigned } from "#api/integrations/signature";
import { Refusal } from "#api/lib/refusal";
import * as contract from "#contract/users/index";

const maxBytes = 256 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "bodyUnreadable");
  }
};

/** What a mail provider's webhook or a reader of the bounce mailbox reports. */
export const receiveReturns = verb(contract.receiveReturns, async (_input, context) => {
  const { request, mail, clock, db } = context;
  if (!mail.bounceSecret) throw new Refusal(404, "notFound");
  const body = await readText(request, maxBytes);
  if (!isSigned(mail.bounceSecret, request.headers, body, clock.now()))
    throw new Refusal(401, "signatureInvalid");
  const report = z.object({ returns: z.array(contract.returnedLetter) }).safeParse(parsed(body));
  if (!report.success) throw new Refusal(422, "invalidInput");
  await transaction(db, async (tx) => {
    for (const one of report.data.returns) await noteReturn(context, tx, one);
  });
  return { ok: true as const };
});
