import { eq, sql } from "drizzle-orm";
import { sentEmails } from "#api/db/schema/email";
import { users } from "#api/db/schema/users";
import type { Deps } from "#api/deps";
import type { MailMessage } from "#api/integrations/email/transport";
import type { Template } from "./template";
import type { TemplateName } from "./templates";
import { templates } from "./templates";

/** Days that sent e-mails are listed; the privacy policy names them (`locales/en/pages/privacy-policy.md`). */
export const sentEmailDays = 90;

/** Templates whose `path` leads to a page. Everywhere else it is a one-time link. */
const pagePaths: readonly TemplateName[] = ["monitoringReport", "monitoringAlert"];

/** Returns whether e-mails of a template contain a one-time code or link, which is stored nowhere. */
export function hasOneTimeSecret(name: TemplateName): boolean {
  const fields = Object.keys((templates[name] as Template).values.shape);
  return (
    fields.some((field) => ["code", "link", "notMePath"].includes(field)) ||
    (fields.includes("path") && !pagePaths.includes(name))
  );
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(templates, name);

/**
 * Lists an e-mail among those sent to the client with this address, if there is one. It never throws: the e-mail is
 * sent, and a repeated job would send it again.
 *
 * @param values what it was rendered from, if that is enough to send it again
 */
export async function recordSentEmail(
  { db, clock, log }: Pick<Deps, "db" | "clock" | "log">,
  { id, to, template, subject, code, unsubscribe }: MailMessage,
  values?: Record<string, unknown>,
): Promise<void> {
  if (!isTemplate(template) || (templates[template] as Template).layout.isForStaff) return;
  try {
    const [owner] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, to.toLowerCase()))
      .limit(1);
    if (!owner) return;
    await db
      .insert(sentEmails)
      .values({
        id,
        userId: owner.id,
        sentAt: clock.now(),
        address: to,
        template,
        subject: code === undefined ? subject : null,
        values: hasOneTimeSecret(template) ? null : (values ?? null),
        unsubscribe: unsubscribe ?? null,
      })
      .onConflictDoNothing();
  } catch (error) {
    log.error({ err: error, template }, "a sent e-mail was not listed");
  }
}
