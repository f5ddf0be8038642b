import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import type { MailMessage } from "#api/integrations/email/transport";
import { NoSuchMailbox } from "#api/integrations/email/transport";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { letter } from "./letter";
import { isStopped, noteReturn } from "./returns";
import type { LetterValues, TemplateName } from "./templates";
import { templates } from "./templates";

export type Mail<T extends TemplateName = TemplateName> = {
  to: string;
  language: Language;
  template: T;
  values: LetterValues<T>;
  /** For letters that a client may switch off: the address that does it by one POST without a login. */
  unsubscribe?: string;
};

type MailParts = Pick<Parts, "mail" | "settings" | "ids" | "db" | "clock" | "log">;

/** Hands one letter to the transport. Run twice, it sends the same Message-ID twice, which mailboxes take for one letter. */
export const mailJob = job(
  "mail",
  z.object({
    id: z.string(),
    to: z.string(),
    language: z.enum(languages),
    template: z.enum(Object.keys(templates) as TemplateName[]),
    // checked by the template's own schema when the letter is written
    values: z.record(z.string(), z.unknown()),
    unsubscribe: z.optional(z.string()),
  }),
  (mail, parts) => deliverMail(parts, mail as Mail & { id: string }),
);

/** Sends a letter if the business transaction `tx` commits, and never if it does not. */
export async function sendMail<T extends TemplateName>(
  parts: Pick<Parts, "ids">,
  tx: Tx,
  mail: Mail<T>,
): Promise<void> {
  await enqueue(tx, mailJob, { id: parts.ids.id(), ...mail });
}

/** Writes the letter and hands it over. */
export async function deliverMail(parts: MailParts, mail: Mail & { id: string }): Promise<void> {
  const { publicOrigin, brand } = parts.settings;
  const { unsubscribe, to, template } = mail;
  const written = letter(
    mail.template,
    mail.language,
    mail.values,
    { origin: publicOrigin, brand },
    { unsubscribe, zone: await zoneOf(parts.db, to) },
  );
  await handOver(parts, { id: mail.id, to, template, unsubscribe, ...written });
}

/** Whose clock a letter's times are shown by: that of the client who has the address. */
async function zoneOf(db: Parts["db"], address: string): Promise<string | undefined> {
  const [row] = await db
    .select({ zone: users.timeZone })
    .from(users)
    .where(eq(sql`lower(${users.email})`, address.toLowerCase()))
    .limit(1);
  return row?.zone ?? undefined;
}

/**
 * The one way out of the service: hands a written letter to the transport; throws when that does not take it. Nothing goes to an
 * address that letters came back from.
 */
export async function handOver(parts: MailParts, message: MailMessage): Promise<void> {
  const { to, template } = message;
  if (await isStopped(parts.db, to))
    return parts.log.info({ template }, "not sent: letters to this address came back");
  try {
    await parts.mail.deliver(message);
  } catch (error) {
    if (!(error instanceof NoSuchMailbox)) throw error;
    await noteReturn(parts, parts.db, { address: to, kind: "gone", reason: error.reason });
  }
}
