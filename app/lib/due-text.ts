import type { WaitingItem } from "#contract/admin/index";
import type { Viewer } from "./dates";
import { dateTimeText, utcDateText } from "./dates";

/**
 * Returns when a waiting item is due. A withdrawal is due by the end of a UTC day, and clients are told that day: so is
 * staff, not the midnight after it.
 */
export function dueText({ kind }: Pick<WaitingItem, "kind">, dueAt: string, viewer: Viewer): string {
  if (kind !== "withdrawal") return dateTimeText(dueAt, viewer);
  return utcDateText(new Date(Date.parse(dueAt) - 1).toISOString(), viewer.language);
}
