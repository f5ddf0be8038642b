import { isMoment, readCursor, writeCursor } from "#api/db/cursor";
import { workingDaysAfter } from "#api/lib/working-days";
import type { WaitingKind } from "#contract/admin/waiting";
import { waitingKinds } from "#contract/admin/waiting";
import { dayMilliseconds } from "#contract/day";
import { testServerWorkingDays } from "#contract/rules";
import type { WaitingItem } from "./waiting-item";

/** What determines an item's place in the inbox. */
export type Place = Pick<WaitingItem, "kind" | "id" | "since" | "dueAt">;

/** What has no promised time counts as due this long after it began to wait. */
const withoutPromise = 365 * dayMilliseconds;
const epoch = new Date(0).toISOString();

export const endOfDay = (date: string): Date => new Date(Date.parse(date) + dayMilliseconds);
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns when a request for a test server is due. */
export const testServerDueAt = (since: Date): Date =>
  endOfDay(workingDaysAfter(since, testServerWorkingDays));

/** All kinds, those with a promised time first: most of a page is theirs. */
export const dueFirst: readonly WaitingKind[] = [
  ...new Set<WaitingKind>(["testServer", "withdrawal", ...waitingKinds]),
];

const timeOf = ({ dueAt, since }: Place) => dueAt?.getTime() ?? since.getTime() + withoutPromise;
const rankOf = ({ kind }: Place) => waitingKinds.indexOf(kind);

/** Compares items: the earliest due first, then by kind. Within a kind their lists are sorted. */
export const comparePlaces = (one: Place, other: Place): number =>
  timeOf(one) - timeOf(other) || rankOf(one) - rankOf(other);

/**
 * Returns where the list of a kind continues after an item of any kind: values of the columns by which the kind is
 * sorted, which are the waiting time and the id, for withdrawals the date due before them.
 */
export function startOf(kind: WaitingKind, place: Place): string[] {
  if (kind === place.kind) {
    const { since, id } = place;
    const own = [since.toISOString(), id];
    return kind === "withdrawal" ? [dateOf(timeOf(place) - dayMilliseconds), ...own] : own;
  }
  const isPassed = waitingKinds.indexOf(kind) < rankOf(place);
  return firstDue(kind, timeOf(place) + (isPassed ? 1 : 0));
}

/** Returns the values before those of the first item of a kind that is due at a time or later. */
export function firstDue(kind: WaitingKind, time: number): string[] {
  if (kind === "withdrawal") {
    const days = Math.ceil((time - dayMilliseconds) / dayMilliseconds);
    return [dateOf(days * dayMilliseconds), epoch, ""];
  }
  if (kind === "testServer") {
    // working days and weekends together are at most this many days
    let day = Math.floor(time / dayMilliseconds) - 2 * testServerWorkingDays - 4;
    while (testServerDueAt(new Date(day * dayMilliseconds)).getTime() < time) day++;
    return [new Date(day * dayMilliseconds).toISOString(), ""];
  }
  return [new Date(time - withoutPromise).toISOString(), ""];
}

/** Returns an item's place as a cursor for a URL. */
export const cursorOf = ({ kind, id, since, dueAt }: Place): string =>
  writeCursor([kind, since.toISOString(), dueAt?.toISOString() ?? "", id]);

/** Reads a cursor; undefined if it is none. */
export function placeAt(cursor: string | undefined): Place | undefined {
  const [kindText, since = "", due = "", id, ...rest] = readCursor(cursor) ?? [];
  const kind = waitingKinds.find((one) => one === kindText);
  const isTimed = isMoment(since) && (due === "" || isMoment(due));
  if (!kind || !isTimed || !id || rest.length > 0) return undefined;
  return { kind, id, since: new Date(since), dueAt: due ? new Date(due) : null };
}
