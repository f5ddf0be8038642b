import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { languages } from "#contract/languages";
import {
  monitoringAccountMonthCents,
  monitoringFreeAccounts,
  serverGraceDays,
  testServerDays,
} from "#contract/rules";

/** Texts that the provider changes without a release; each is versioned. */
export const textNames = ["public-offer", "privacy-policy", "faq"] as const;
export type TextName = (typeof textNames)[number];

/** Settings of the business that texts name as `{{graceDays}}`; for a service without settings. */
export const defaultTextSettings = {
  accountMonthCents: monitoringAccountMonthCents,
  freeAccounts: monitoringFreeAccounts,
  graceDays: serverGraceDays,
  testServerDays,
};

export const readText = defineEndpoint({
  method: "GET",
  path: "/texts/:name",
  access: "public",
  summary: "Returns the current version of a text as Markdown",
  input: z.object({ name: z.enum(textNames), language: z.enum(languages) }),
  output: z.object({
    /** Starts at 1 for each text and language. */
    version: z.int(),
    /** Start of validity; null for the text that ships with the release. */
    holdsFrom: z.nullable(timestamp),
    /** With placeholders: `{{product}}`, `{{provider}}`, `{{supportEmail}}`, and those of `settings`. */
    markdown: z.string(),
    settings: z._default(
      z.object({
        accountMonthCents: z._default(cents, monitoringAccountMonthCents),
        freeAccounts: z.int(),
        graceDays: z.int(),
        testServerDays: z.int(),
      }),
      defaultTextSettings,
    ),
  }),
});
