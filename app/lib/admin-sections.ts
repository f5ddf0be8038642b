import { withdrawalStatuses } from "#contract/partners/withdrawal-status";
import { depositStatuses } from "#contract/payments/deposit-status";
import { machinesSection } from "./admin-machines-section";
import type { Section } from "./admin-section";
import { has, ifDecidable, isSet } from "./admin-section";

/** Pages of the console by URL: lists returned by operations, with the actions for their rows. */
export const sections = {
  "money/deposits": {
    lists: [
      {
        operation: "deposits list",
        actions: [
          { operation: "deposits accept", inputColumns: { orderId: "order" }, variant: "primary" },
          { operation: "deposits reject", inputColumns: { orderId: "order" }, hasForm: true },
        ],
      },
      {
        operation: "balance proposals",
        actions: [
          {
            operation: "balance confirm",
            inputColumns: { id: "id" },
            variant: "primary",
            where: has("own", false),
          },
          { operation: "balance reject", inputColumns: { id: "id" } },
        ],
      },
      {
        operation: "deposits transfers",
        actions: [{ operation: "deposits paid", inputColumns: { orderId: "order" }, hasForm: true }],
      },
      {
        operation: "deposits disputes",
        actions: [
          { operation: "deposits settle", inputColumns: { disputeId: "id" }, hasForm: true },
          {
            operation: "deposits refund",
            inputColumns: { orderId: "order" },
            hasForm: true,
            ...ifDecidable("deposits refund", "dispute"),
          },
        ],
      },
      { operation: "deposits refunds" },
      { operation: "deposits history", filter: { field: "status", values: depositStatuses } },
    ],
    buttons: ["deposits refund", "ledger check"],
  },
  "money/withdrawals": {
    lists: [
      {
        operation: "withdrawals list",
        actions: [
          {
            operation: "withdrawals send",
            inputColumns: { withdrawalId: "id" },
            ...ifDecidable("withdrawals send", "status"),
            variant: "primary",
          },
          {
            operation: "withdrawals pay",
            inputColumns: { withdrawalId: "id" },
            hasForm: true,
            ...ifDecidable("withdrawals pay", "status"),
          },
          { operation: "withdrawals reject", inputColumns: { withdrawalId: "id" }, hasForm: true },
        ],
      },
      { operation: "withdrawals history", filter: { field: "status", values: withdrawalStatuses } },
    ],
    buttons: ["withdrawals cancel"],
  },
  "money/invoices": {
    hasPeriod: true,
    lists: [
      {
        operation: "invoices list",
        actions: [
          { operation: "invoices show", inputColumns: { number: "number" }, hasForm: true },
          { operation: "invoices resend", inputColumns: { number: "number" } },
          {
            operation: "invoices correct",
            inputColumns: { number: "number" },
            hasForm: true,
            where: has("kind", "invoice"),
          },
        ],
      },
    ],
  },
  "money/revenue": {
    hasPeriod: true,
    lists: [
      { operation: "books revenue", input: { by: "plan" } },
      { operation: "books revenue", input: { by: "method" }, title: "by_method" },
      { operation: "books discounts" },
      { operation: "books partners", dayField: "on" },
    ],
    buttons: ["ledger check"],
  },
  texts: {
    lists: [
      {
        operation: "texts list",
        actions: [
          {
            operation: "texts show",
            inputColumns: { name: "name", language: "language", version: "version" },
            hasForm: true,
          },
          {
            operation: "texts diff",
            inputColumns: { name: "name", language: "language", from: "version" },
            hasForm: true,
          },
          {
            operation: "texts write",
            inputColumns: { name: "name", language: "language" },
            hasForm: true,
            where: has("held", "now"),
          },
          {
            operation: "texts restore",
            inputColumns: { name: "name", language: "language", version: "version" },
            where: has("held", ""),
          },
        ],
      },
    ],
    buttons: ["texts write"],
  },
  machines: machinesSection,
  catalogue: {
    lists: [
      {
        operation: "tariffs list",
        actions: [
          { operation: "tariffs price", inputColumns: { id: "id" }, hasForm: true },
          { operation: "tariffs set", inputColumns: { id: "id" }, hasForm: true },
          { operation: "tariffs withdraw", inputColumns: { id: "id" }, where: has("offered", true) },
          { operation: "tariffs offer", inputColumns: { id: "id" }, where: has("offered", false) },
        ],
      },
      {
        operation: "tariffs changes",
        actions: [
          {
            operation: "tariffs cancel-change",
            inputColumns: { change: "id" },
            where: has("state", "announced"),
          },
        ],
      },
      {
        operation: "promo-codes list",
        actions: [
          {
            operation: "promo-codes end",
            inputColumns: { id: "id" },
            where: has("state", "active", "usedUp"),
          },
        ],
      },
      {
        operation: "alerts list",
        actions: [{ operation: "alerts end", inputColumns: { id: "id" } }],
      },
      {
        operation: "replies list",
        actions: [
          { operation: "replies set", inputColumns: { name: "name" }, hasForm: true },
          { operation: "replies remove", inputColumns: { name: "name" } },
        ],
      },
      { operation: "tickets departments" },
    ],
    buttons: [
      "tariffs set",
      "promo-codes create",
      "tariffs for-tests",
      "partner terms",
      "alerts show",
      "replies set",
    ],
  },
  settings: {
    lists: [
      {
        operation: "settings show",
        actions: [
          { operation: "settings set", inputColumns: { key: "setting" }, hasForm: true },
          { operation: "settings history", inputColumns: { key: "setting" }, hasForm: true },
        ],
      },
      {
        operation: "staff accounts",
        actions: [
          { operation: "staff roles", inputColumns: { email: "email" }, hasForm: true },
          {
            operation: "staff disable",
            inputColumns: { email: "email" },
            where: isSet("disabled", false),
            variant: "danger",
          },
          { operation: "staff enable", inputColumns: { email: "email" }, where: isSet("disabled") },
        ],
      },
      {
        operation: "staff list",
        actions: [
          { operation: "staff test", inputColumns: { channel: "channel", address: "address" } },
          {
            operation: "staff remove",
            inputColumns: { channel: "channel", address: "address", event: "event" },
          },
        ],
      },
    ],
    buttons: ["staff add"],
  },
  health: {
    lists: [
      { operation: "systems check" },
      { operation: "requests failed" },
      { operation: "jobs list" },
      { operation: "jobs dead", actions: [{ operation: "jobs retry", inputColumns: { id: "id" } }] },
      {
        operation: "emails stopped",
        actions: [{ operation: "emails resume", inputColumns: { address: "address" } }],
      },
    ],
    buttons: ["ledger check"],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** Returns the name of the section at a URL, or undefined if there is none. */
export const sectionAt = (address: string): SectionName | undefined =>
  (Object.keys(sections) as SectionName[]).find((name) => name === address);
