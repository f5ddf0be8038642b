import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { language, timestamp, timeZone } from "#contract/fields";
import type { AlertEntry, AlertKind, ThresholdField } from "./alert-kinds";
import { alertKinds, alertTable, kindsOf } from "./alert-kinds";
import { recipientKinds, reportPeriods } from "./notice-kinds";
import { monitoringId } from "./period";
import { recipient } from "./recipients";
import { currencyDisplays } from "./status";

export * from "./alert-kinds";
export * from "./notice-kinds";

/** Email reports and alerts of an account (screens, "Online monitoring", settings). */

const account = z.object({ monitoringId });

// --- reports -------------------------------------------------------------------------------------------------------

const optionalFlag = z.optional(z.boolean());

export const reportSettings = z.object({
  daily: optionalFlag,
  weekly: optionalFlag,
  monthly: optionalFlag,
  language,
  zone: timeZone,
});

export const readReports = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/reports",
  access: "client",
  section: "monitoring",
  summary: "Returns report settings and the latest sent reports",
  input: account,
  output: z.object({
    daily: z.boolean(),
    weekly: z.boolean(),
    monthly: z.boolean(),
    language,
    zone: z.string(),
    email: z.string(),
    recipient,
    sent: z.array(
      z.object({ period: z.enum(reportPeriods), from: z.iso.date(), to: z.iso.date(), sentAt: timestamp }),
    ),
  }),
});

export const setReports = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/reports",
  access: "client",
  section: "monitoring",
  summary: "Sets reports, their language and time zone",
  input: z.extend(reportSettings, { monitoringId }),
});

export const sendReport = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/reports/send",
  access: "client",
  section: "monitoring",
  summary: "Sends a report up to now, at most five an hour",
  input: z.object({ monitoringId, period: z.enum(reportPeriods, "chooseReport") }),
});

export const previewReport = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/reports/preview",
  access: "client",
  // the e-mail has a link to unsubscribe
  inView: "refused",
  section: "monitoring",
  summary: "Returns the e-mail of a report up to now as an HTML page, without sending it",
  input: z.object({ monitoringId, period: z.enum(reportPeriods, "chooseReport") }),
  answer: "file",
});

// --- alerts --------------------------------------------------------------------------------------------------------

/** A number as typed: `12.5`, `12,5`, `1 200`; parsed to a plain decimal string. */
const typed = (min: number, max: number, message: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.maxLength(40, message)),
      z.transform((text: string, context): string | undefined => {
        const plain = text.replace(/[\s\u00a0]/g, "").replace(",", ".");
        if (plain === "") return undefined;
        const value = Number(plain);
        if (/^\d{1,12}(\.\d{1,2})?$/.test(plain) && value >= min && value <= max) return plain;
        context.issues.push({ code: "custom", message, input: text });
        return z.NEVER;
      }),
    ),
  );

type Typed = ReturnType<typeof typed>;
type AlertChoice = Partial<Record<string, boolean | string>>;

/**
 * Returns the schema of a form that selects the alerts of a table: a switch per kind and a field per threshold. A
 * kind that is on requires its threshold, and at least one channel if any kind is on.
 */
export function alertForm<K extends string>(table: Record<K, AlertEntry>) {
  const kinds = kindsOf(table);
  const thresholds = kinds.flatMap((kind) => table[kind].threshold ?? []);
  const fields = {
    ...(Object.fromEntries(kinds.map((kind) => [kind, optionalFlag])) as Record<K, typeof optionalFlag>),
    ...(Object.fromEntries(
      thresholds.map(({ field, min, max, message }) => [field, typed(min, max, message)]),
    ) as Record<ThresholdField, Typed>),
    byEmail: optionalFlag,
    byBot: optionalFlag,
  };
  const complete = z.superRefine<AlertChoice>((value, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, input: value });
    for (const kind of kinds) {
      const { threshold } = table[kind];
      if (threshold && value[kind] && value[threshold.field] === undefined)
        issue(threshold.field, "specifyThreshold");
    }
    if (kinds.some((kind) => value[kind]) && !value.byEmail && !value.byBot)
      issue("byEmail", "chooseChannel");
  });
  return { fields, complete };
}

const form = alertForm<AlertKind>(alertTable);
export const alertSettings = z.object(form.fields).check(form.complete);

export const alertLogEntry = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  at: timestamp,
  /** The text sent, in the owner's language. */
  text: z.string(),
  /** `sent`, `waiting` (not delivered yet) or `none` (channel not selected). */
  email: z.enum(["sent", "waiting", "none"]),
  bot: z.enum(["sent", "waiting", "none"]),
});
export type AlertLogEntry = z.output<typeof alertLogEntry>;

export const readAlerts = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/alerts",
  access: "client",
  section: "monitoring",
  summary: "Returns alert settings and the log of sent alerts",
  input: account,
  output: z.object({
    /** Which kinds are on, and their thresholds. */
    kinds: z.record(z.enum(alertKinds), z.object({ isOn: z.boolean(), threshold: z.nullable(z.string()) })),
    byEmail: z.boolean(),
    byBot: z.boolean(),
    email: z.string(),
    recipient,
    currency: z.nullable(z.string()),
    currencyDisplay: z.enum(currencyDisplays),
    /** Whether the operator runs a chat bot, and whether the client's chat is linked for monitoring. */
    botEnabled: z.boolean(),
    botLinked: z.boolean(),
    log: z.array(alertLogEntry),
  }),
});

export const setAlerts = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/alerts",
  access: "client",
  section: "monitoring",
  summary: "Sets alerts, their limits and channels",
  input: z.object({ monitoringId, ...form.fields }).check(form.complete),
});

// --- one click out -------------------------------------------------------------------------------------------------

const token = z.object({ token: z.string().check(z.regex(/^[\w.-]{10,200}$/)) });

export const readUnsubscribe = defineEndpoint({
  method: "GET",
  path: "/monitoring/unsubscribe/:token/letters",
  access: "public",
  summary: "Returns the e-mails that an unsubscribe link stops",
  input: token,
  output: z.object({
    letters: z.enum(recipientKinds),
    accountName: z.string(),
    stopped: z.boolean(),
    /** Whether the email was sent to the account's second recipient. */
    isRecipient: z.boolean(),
  }),
});

export const openUnsubscribe = defineEndpoint({
  method: "GET",
  path: "/monitoring/unsubscribe/:token",
  access: "public",
  summary: "Redirects an unsubscribe link to the confirmation page",
  input: token,
  answer: "file",
});

export const unsubscribe = defineEndpoint({
  method: "POST",
  path: "/monitoring/unsubscribe/:token",
  access: "signed",
  summary: "Unsubscribes without login; also serves one-click unsubscribe (RFC 8058)",
  input: token,
});
