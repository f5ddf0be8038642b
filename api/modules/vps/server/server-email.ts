import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import type { EmailValues } from "#api/email/templates";
import type { Server } from "./own-server";

type Template =
  | "serverReady"
  | "serverReinstalled"
  | "serverPasswordReset"
  | "renewalSoon"
  | "serverBlocked"
  | "serverHeld"
  | "serverReleased"
  | "serverReinstated"
  | "serverTakenBack"
  | "serverRefunded"
  | "serverUpgraded"
  | "serverRevoked"
  | "renewed";
/** Values taken from the server and its owner. */
type Known = "name" | "serverId" | "comment" | "tariff" | "paidUntil";
type Rest<T extends Template> = Omit<EmailValues<T>, Known> & { tariff?: string; paidUntil?: string };

/** Emails a server's owner about it. */
export async function sendServerEmail<T extends Template>(
  deps: Deps,
  tx: Tx,
  server: Server,
  template: T,
  rest: Rest<T>,
): Promise<void> {
  const [about] = await tx
    .select({ user: users, tariff: rates.name })
    .from(users)
    .innerJoin(rates, eq(rates.id, server.rateId))
    .where(eq(users.id, server.userId));
  if (!about) throw new Error(`server ${server.id} has no owner`);
  const { email, language, name } = about.user;
  const commonValues = {
    name,
    serverId: server.id,
    comment: server.comment,
    tariff: about.tariff,
    paidUntil: server.paidUntil.toISOString(),
  };
  await sendMail(deps, tx, {
    to: email,
    language,
    template,
    values: { ...commonValues, ...rest } as EmailValues<T>,
  });
}
