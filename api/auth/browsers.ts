import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { signedInBrowsers } from "#api/db/schema/security";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sha256Hex } from "#api/lib/hash";

/** Returns the browser's secret from the `x-browser` header, or null if the header is missing or malformed. */
export const browserOf = (request: { headers: Pick<Headers, "get"> }): string | null =>
  /^[\w-]{20,100}$/.exec(request.headers.get("x-browser") ?? "")?.[0] ?? null;

const matchesBrowser = (userId: string, browser: string) =>
  and(eq(signedInBrowsers.userId, userId), eq(signedInBrowsers.hash, sha256Hex(browser)));

/**
 * Returns whether this browser has signed in to the account before. A known browser has its own rate limits, which
 * other people's guesses can't use up.
 */
export async function isKnownBrowser(
  db: Database | Tx,
  userId: string,
  browser: string | null,
): Promise<boolean> {
  if (!browser) return false;
  return (await db.$count(signedInBrowsers, matchesBrowser(userId, browser))) > 0;
}

/**
 * Returns the key by which a rate limit counts attempts: the known browser, or one shared key for all unknown
 * browsers.
 */
export async function countedAs(
  db: Database | Tx,
  userId: string | undefined,
  browser: string | null,
): Promise<{ isKnown: boolean; who: string }> {
  const isKnown = userId !== undefined && (await isKnownBrowser(db, userId, browser));
  return { isKnown, who: isKnown && browser ? `browser-${sha256Hex(browser).slice(0, 20)}` : "new" };
}

/** Records that a browser has signed in to an account. Returns the browser's secret, a new one if it had none. */
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

/** Makes all browsers of an account unknown again. */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signedInBrowsers).where(eq(signedInBrowsers.userId, userId));
}
