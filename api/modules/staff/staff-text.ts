import { formatTime } from "#api/lib/format";
import { textNamed } from "#api/lib/translations";
import type { Language } from "#contract/languages";
import type { WaitingItem } from "./waiting-item";

export const noticeReasons = ["new", "reminder", "digest"] as const;
export type NoticeReason = (typeof noticeReasons)[number];

/** An item in the form used in jobs and webhooks: times in ISO 8601. */
export type SentItem = Pick<WaitingItem, "kind" | "id" | "client" | "about"> & {
  since: string;
  dueAt: string | null;
};

type Notice = { reason: NoticeReason; items: readonly SentItem[]; total: number };

/**
 * Returns the subject and text of a message to staff: a paragraph for each item, which ends with the command to
 * handle it. The subject names the kind of the items if all are of one.
 */
export function staffText(
  language: Language,
  product: string,
  { reason, items, total }: Notice,
): { subject: string; text: string } {
  const t = (key: string, values: Record<string, string | number> = {}) =>
    textNamed("staff", language, key, values);
  const paragraphs = items.map(({ kind, id, since, dueAt, client, about }) =>
    [
      `${t(`kind_${kind}`)}: ${about}`,
      client && t("client", { client }),
      t("since", { time: formatTime(since, language) }),
      dueAt && t("due", { time: formatTime(dueAt, language) }),
      t("command", { command: commands[kind].replace("<id>", id) }),
    ]
      .filter(Boolean)
      .join("\n"),
  );
  const more = total - items.length;
  if (more > 0) paragraphs.push(t("more", { count: more }));
  const [kind = "mixed", ...otherKinds] = new Set(items.map((item) => item.kind));
  const counted = t(`items_${more > 0 || otherKinds.length > 0 ? "mixed" : kind}`, { count: total });
  return { subject: t(`subject_${reason}`, { items: counted, product }), text: paragraphs.join("\n\n") };
}

/** Commands that list the items of a kind. */
export const listCommands: Record<SentItem["kind"], string> = {
  ticket: "cabinet tickets list",
  testServer: "cabinet test-servers list",
  withdrawal: "cabinet withdrawals list",
  deposit: "cabinet deposits list",
  dispute: "cabinet deposits disputes",
  failedOrder: "cabinet servers failed",
  drift: "cabinet drifts list",
  correction: "cabinet balance proposals",
};

/** Commands that show or decide an item. */
export const commands: Record<SentItem["kind"], string> = {
  ...listCommands,
  ticket: "cabinet tickets read <id>",
  testServer: "cabinet test-servers approve <id>",
  deposit: "cabinet deposits accept <id>",
  failedOrder: "cabinet servers retry <id>",
  correction: "cabinet balance confirm <id>",
};
