import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { MailMessage } from "#api/integrations/email/transport";
import { NoSuchMailbox } from "#api/integrations/email/transport";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { isStopped, recordBounce } from "./bounces";
import { renderEmail } from "./render";
import { recordSentEmail } from "./sent";
import type { EmailValues, TemplateName } from "./templates";
import { templates } from "./templates";

export type Mail<T extends TemplateName = TemplateName> = {
  to: string;
  language: Language;
  template: T;
  values: EmailValues<T>;
  /**
   * The address that switches off such emails by one POST without a login, for emails that a client may switch off.
   */
  unsubscribe?: string;
};

type MailDeps = Pick<Deps, "mail" | "settings" | "ids" | "db" | "clock" | "log">;

/**
 * Hands one email to the transport. If it runs twice, both have the same Message-ID, so that mailboxes treat them as
 * one.
 */
export const mailJob = job(
  "mail",
  z.object({
    id: z.string(),
    to: z.string(),
    language: z.enum(languages),
    template: z.enum(Object.keys(templates) as TemplateName[]),
    // checked by the template's own schema when the email is rendered
    values: z.record(z.string(), z.unknown()),
    unsubscribe: z.optional(z.string()),
  }),
  (mail, deps) => deliverMail(deps, mail as Mail & { id: string }),
);

/** Sends an email if the business transaction `tx` commits, and never if it does not. */
export async function sendMail<T extends TemplateName>(
  deps: Pick<Deps, "ids">,
  tx: Tx,
  mail: Mail<T>,
): Promise<void> {
  await enqueue(tx, mailJob, { id: deps.ids.id(), ...mail });
}

/** Renders the email and hands it over. */
export async function deliverMail(deps: MailDeps, mail: Mail & { id: string }): Promise<void> {
  const { publicOrigin, brand } = deps.settings;
  const { unsubscribe, to, template } = mail;
  const written = renderEmail(
    mail.template,
    mail.language,
    mail.values,
    { origin: publicOrigin, brand },
    { unsubscribe, zone: await zoneOf(deps.db, to) },
  );
  const message = { id: mail.id, to, template, unsubscribe, ...written };
  // a text for all clients is stored once, with its announcement
  await handOver(deps, message, template === "announcement" ? undefined : mail.values);
}

/** Returns the time zone for an email's times: that of the client with this address. */
async function zoneOf(db: Deps["db"], address: string): Promise<string | undefined> {
  const [row] = await db
    .select({ zone: users.timeZone })
    .from(users)
    .where(eq(sql`lower(${users.email})`, address.toLowerCase()))
    .limit(1);
  return row?.zone ?? undefined;
}

/**
 * The only exit for emails: hands a rendered email to the transport; throws if that rejects it. Nothing is sent to an
 * address whose emails bounced.
 *
 * @param values what it was rendered from, if that is enough to send it again
 */
export async function handOver(
  deps: MailDeps,
  message: MailMessage,
  values?: Record<string, unknown>,
): Promise<void> {
  const { to, template } = message;
  if (await isStopped(deps.db, to))
    return deps.log.info({ template }, "not sent: letters to this address came back");
  try {
    await deps.mail.deliver(message);
  } catch (error) {
    if (!(error instanceof NoSuchMailbox)) throw error;
    return recordBounce(deps, deps.db, { address: to, kind: "gone", reason: error.reason });
  }
  await recordSentEmail(deps, message, values);
}
