import { createNotMeLink } from "#api/auth/not-me-link";
import type { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Mail } from "./send";
import { sendMail } from "./send";
import type { EmailValues } from "./templates";

type User = typeof users.$inferSelect;
type SecurityTemplate = "securityChanged" | "passwordChanged" | "newDevice" | "emailChangeOld";

/** Sends an email about a security event, with the link "It was not me" that reverts it. */
export async function sendSecurityEmail<T extends SecurityTemplate>(
  deps: Deps,
  tx: Tx,
  user: User,
  template: T,
  values: Omit<EmailValues<T>, "name" | "notMePath">,
): Promise<void> {
  const notMePath = await createNotMeLink(deps, tx, user.id);
  const mail = {
    to: user.email,
    language: user.language,
    template,
    values: { name: user.name, notMePath, ...values },
  };
  await sendMail(deps, tx, mail as Mail<T>);
}

/** Notifies the owner by e-mail that the account's security settings have changed. */
export const notifyOfChange = (
  deps: Deps,
  tx: Tx,
  user: User,
  change: EmailValues<"securityChanged">["change"],
): Promise<void> =>
  sendSecurityEmail(deps, tx, user, "securityChanged", {
    change,
    changedAt: deps.clock.now().toISOString(),
  });
