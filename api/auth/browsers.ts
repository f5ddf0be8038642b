import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { signedInBrowsers } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sha256Hex } from "#api/lib/hash";

/** A browser's secret as `x-browser` brings it; anything else is no browser. */
export const browserOf = (request: { headers: Pick<Headers, "get"> }): string | null =>
  /^[\w-]{20,100}$/.exec(request.headers.get("x-browser") ?? "")?.[0] ?? null;

const own = (userId: string, browser: string) =>
  and(eq(signedInBrowsers.userId, userId), eq(signedInBrowsers.hash, sha256Hex(browser)));

/** Whether an account was opened with this browser before. Such a browser has limits of its own: no guess of others uses them up. */
export async function isKnownBrowser(
  db: Database | Tx,
  userId: string,
  browser: string | null,
): Promise<boolean> {
  if (!browser) return false;
  return (await db.$count(signedInBrowsers, own(userId, browser))) > 0;
}

/** Whose tries a limit counts: a known browser's own, or those of everybody who is not known. */
export async function countedAs(
  db: Database | Tx,
  userId: string | undefined,
  browser: string | null,
): Promise<{ isKnown: boolean; who: string }> {
  const isKnown = userId !== undefined && (await isKnownBrowser(db, userId, browser));
  return { isKnown, who: isKnown && browser ? `browser-${sha256Hex(browser).slice(0, 20)}` : "new" };
}

/** Notes that an account was opened with a browser; returns the browser's secret, a new one where it had none. */
export async function rememberBrowser(
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  tx: Tx,
  userId: string,
  browser: string | null,
): Promise<string> {
  const secret = browser ?? ids.secret();
  const now = clock.now();
  await tx
    .insert(signedInBrowsers)
    .values({ userId, hash: sha256Hex(secret), firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [signedInBrowsers.userId, signedInBrowsers.hash],
      set: { lastSeenAt: now },
    });
  return secret;
}

/** Takes all browsers of an account for new ones again. */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signedInBrowsers).where(eq(signedInBrowsers.userId, userId));
}
