import { eq } from "drizzle-orm";
import { deadlineGuards } from "#api/db/schema/jobs";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Clock } from "#api/lib/clock";

/**
 * Why nothing is blocked or revoked: the clock jumped (then nothing is charged either), or no process ran for some
 * time.
 */
export type Pause = "clock" | "gap" | null;

const minute = 60_000;
const pauseMs = 60 * minute;
/** Deadlines are checked every minute; a longer gap means that no process was running. */
const gapMs = 60 * minute;
const name = "deadlines";

type Moment = { wall: number; monotonic: number };
const lastMoments = new WeakMap<Clock, Moment>();

/**
 * Returns how far the wall clock has moved ahead of the monotonic one since the last check of this process, in
 * milliseconds; negative if it moved back.
 */
function jumpOf(clock: Clock, moment: Moment): number {
  const last = lastMoments.get(clock) ?? moment;
  lastMoments.set(clock, moment);
  return moment.wall - last.wall - (moment.monotonic - last.monotonic);
}

/**
 * Returns whether deadlines are paused now, for one hour or until an operator resumes them (`jobs resume`). Call it
 * before anything is blocked, revoked or charged automatically. A clock without `monotonicMs` is set manually and is
 * trusted.
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
    const detected = hasJumped ? "clock" : unseenMs > gapMs ? "gap" : null;
    if (detected)
      log.error({ reason: detected, jumpMs, unseenMs }, "deadlines pause for an hour: see jobs resume");
    const endsAt = row.pausedUntil?.getTime() ?? 0;
    // a pause that ends later than in an hour was set by a clock that was ahead
    const isPaused = endsAt > now.getTime() && endsAt <= now.getTime() + pauseMs;
    const reason = detected === "clock" || (isPaused && row.reason === "clock") ? "clock" : "gap";
    const pausedUntil = detected ? new Date(now.getTime() + pauseMs) : isPaused ? row.pausedUntil : null;
    await tx
      .update(deadlineGuards)
      .set({ seenAt: now, pausedUntil, reason: pausedUntil && reason })
      .where(eq(deadlineGuards.name, name));
    return pausedUntil && reason;
  });
}
