import { eq } from "drizzle-orm";
import { deadlineGuards } from "#api/db/schema/jobs";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Clock } from "#api/lib/clock";

/** Why nothing is blocked or revoked: a clock that jumped (then nothing is charged either), or a time in which no process ran. */
export type Pause = "clock" | "gap" | null;

const minute = 60_000;
const pauseMs = 60 * minute;
/** Deadlines are looked at every minute: who has not for so long was not there. */
const gapMs = 60 * minute;
const name = "deadlines";

type Moment = { wall: number; monotonic: number };
const lastMoments = new WeakMap<Clock, Moment>();

/** How far the wall clock has gone ahead of the monotonic one since this process looked last, in milliseconds; below 0 where back. */
function jumpOf(clock: Clock, moment: Moment): number {
  const last = lastMoments.get(clock) ?? moment;
  lastMoments.set(clock, moment);
  return moment.wall - last.wall - (moment.monotonic - last.monotonic);
}

/**
 * Whether deadlines are to be left alone now, for one hour or until an operator says otherwise (`jobs resume`). To be called before
 * anything is blocked, revoked or charged by itself. A clock without `monotonicMs` is one that is held by hand, and trusted.
 */
export async function watchDeadlines({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Promise<Pause> {
  if (!clock.monotonicMs) return null;
  const now = clock.now();
  const jumpMs = jumpOf(clock, { wall: now.getTime(), monotonic: clock.monotonicMs() });
  return transaction(db, async (tx) => {
    await tx.insert(deadlineGuards).values({ name, seenAt: now }).onConflictDoNothing();
    const [row] = await tx.select().from(deadlineGuards).where(eq(deadlineGuards.name, name)).for("update");
    if (!row) throw new Error("The guard of deadlines has vanished");
    const unseenMs = now.getTime() - row.seenAt.getTime();
    const hasJumped = Math.abs(jumpMs) > minute || unseenMs < -minute;
    const found = hasJumped ? "clock" : unseenMs > gapMs ? "gap" : null;
    if (found) log.error({ reason: found, jumpMs, unseenMs }, "deadlines pause for an hour: see jobs resume");
    const endsAt = row.pausedUntil?.getTime() ?? 0;
    // one that ends later than in an hour is of a clock that was ahead
    const isPaused = endsAt > now.getTime() && endsAt <= now.getTime() + pauseMs;
    const reason = found === "clock" || (isPaused && row.reason === "clock") ? "clock" : "gap";
    const pausedUntil = found ? new Date(now.getTime() + pauseMs) : isPaused ? row.pausedUntil : null;
    await tx
      .update(deadlineGuards)
      .set({ seenAt: now, pausedUntil, reason: pausedUntil && reason })
      .where(eq(deadlineGuards.name, name));
    return pausedUntil && reason;
  });
}
