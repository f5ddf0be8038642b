import { makeNotMeLink } from "#api/auth/not-me-link";
import type { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import type { Mail } from "./send";
import { sendMail } from "./send";
import type { LetterValues } from "./templates";

type User = typeof users.$inferSelect;
type Told = "securityChanged" | "passwordChanged" | "newDevice";

/** Sends a letter about what happened to an account, with the link that takes it back: "It was not me". */
export async function sendSecurityLetter<T extends Told>(
  parts: Parts,
  tx: Tx,
  user: User,
  template: T,
  values: Omit<LetterValues<T>, "name" | "notMePath">,
): Promise<void> {
  const notMePath = await makeNotMeLink(parts, tx, user.id);
  const mail = {
    to: user.email,
    language: user.language,
    template,
    values: { name: user.name, notMePath, ...values },
  };
  await sendMail(parts, tx, mail as unknown as Mail<T>);
}

/** Tells the owner by e-mail that the account's protection has changed. */
export const tellOfChange = (
  parts: Parts,
  tx: Tx,
  user: User,
  change: LetterValues<"securityChanged">["change"],
): Promise<void> =>
  sendSecurityLetter(parts, tx, user, "securityChanged", {
    change,
    changedAt: parts.clock.now().toISOString(),
  });
