import { count, eq } from "drizzle-orm";
import { rememberBrowser } from "#api/auth/browsers";
import { noteSecurityEvent } from "#api/auth/events";
import { openSession } from "#api/auth/sessions";
import { knownDevices } from "#api/db/schema/security";
import type { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendSecurityEmail } from "#api/email/security-emails";
import { deviceKind, deviceName } from "./device";

type From = Deps & { address: string; userAgent: string; browser: string | null };

/**
 * Opens a session for an authenticated user; logs it, and emails about an unknown device. The browser is known from
 * then on.
 */
export async function startSession(context: From, tx: Tx, user: typeof users.$inferSelect) {
  const { address, userAgent } = context;
  await noteSecurityEvent(context, tx, { userId: user.id, kind: "login" });
  await notifyNewDevice(context, tx, user);
  const browser = await rememberBrowser(context, tx, user.id, context.browser);
  return { ...(await openSession(context, tx, { userId: user.id, userAgent, address })), browser };
}

async function notifyNewDevice(context: From, tx: Tx, user: typeof users.$inferSelect): Promise<void> {
  const now = context.clock.now();
  const [before] = await tx
    .select({ count: count() })
    .from(knownDevices)
    .where(eq(knownDevices.userId, user.id));
  const added = await tx
    .insert(knownDevices)
    .values({ userId: user.id, device: deviceKind(context.userAgent), firstSeenAt: now })
    .onConflictDoNothing()
    .returning();
  // the device of the first login is the one used for signup
  if (added.length === 0 || before?.count === 0) return;
  await sendSecurityEmail(context, tx, user, "newDevice", {
    device: deviceName(context.userAgent) || "–",
    address: context.address,
    seenAt: now.toISOString(),
  });
}
